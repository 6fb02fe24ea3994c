import Documents
import Lobby

@testable import Wire

/// Games that carry the layout of their course, and courses that are exchanged.
extension Vectors {
    static let layouts = layoutOps + layoutStates + exchanges

    private static let whole = SampleCourse.layout(
        holes: 2, name: "Söder 2", basket: GameLayout.Offset(latitudeE6: 540, longitudeE6: -1_200),
        whiteOnLast: GameLayout.Start(
            par: 5, lengthMetres: 180,
            offset: GameLayout.Offset(latitudeE6: -20, longitudeE6: 15)))
    /// Neither tees nor places.
    private static let bare = SampleCourse.layout(
        holes: 2, defaultTee: nil, tees: [], position: nil, utcMinutes: 0)
    private static let parsOnly = SampleCourse.layout(
        holes: 2, position: nil, whiteOnLast: GameLayout.Start(par: 5))
    private static let uncounted = SampleCourse.layout(
        holes: 2, defaultTee: nil, tees: [], position: nil, isUncounted: true)

    private static func setup(_ layout: GameLayout) -> GameSetup {
        GameSetup(
            course: "Järva", holes: [Hole(label: "1", par: 3), Hole(label: "10A", par: 4)],
            layout: layout, invitation: invitation, watch: watch, hostName: "Anna",
            hostPlayer: PlayerID(41))
    }

    private static let layoutOps = [
        op(
            "create with layout", "What the signs of the course say is known.",
            .create(setup(whole), nonce: nonce)),
        op(
            "create with layout, bare", "Only which layout it is.",
            .create(setup(bare), nonce: nonce)),
        op(
            "create with layout, uncounted",
            "Nobody is told that the course is busier by this game.",
            .create(setup(uncounted), nonce: nonce)),
        op(
            "layout", "Another course is played, if it was the first until now.",
            .exchange(SampleCourse.course(holes: 2, layout: parsOnly), expect: 0)),
        op(
            "layout, unspecified", "A course without a name in place of the second one.",
            .exchange(GameCourse(name: nil, holes: [Hole(label: "1", par: 3)]), expect: 1)),
        op(
            "set a par of an exchanged course", "Hole 2 of the second course has par 4.",
            .set(CellKey(round: 1, hole: 2, field: .par), .number(4), confirms: false)),
    ]

    private static let layoutStates: [Message] = {
        let created = Change.created(
            Creation(
                setup: setup(whole), host: anna,
                start: WallTime(milliseconds: 1_800_000_000_000), code: JoinCode("ABC234")))
        var before = Lobby(
            id: lobby, epoch: epoch,
            creation: Creation(
                setup: setup(whole), host: anna,
                start: WallTime(milliseconds: 1_800_000_000_000), code: JoinCode("ABC234")))
        let snapshot = server(
            "snapshot with layout", "A game that carries its layout.",
            .snapshot(before, proof: proof))
        for (place, change) in [
            Change.course(SampleCourse.course(holes: 3), number: 1),
            .course(SampleCourse.course(holes: 2, layout: parsOnly), number: 2),
        ].enumerated() {
            before.apply(
                Event(
                    seq: Seq(place + 2), by: MemberNumber(1),
                    received: WallTime(milliseconds: 1_800_000_000_000), origin: nil,
                    change: change))
        }
        return [
            server(
                "event, new with layout", "The game begins, and carries its layout.",
                .events(first: 1, proof: proof, [created])),
            snapshot,
            server(
                "snapshot, exchanged",
                "The third course is played; `course` and `holes` are those of the first.",
                .snapshot(before, proof: proof)),
        ]
    }()

    static let exchanges = [
        event(
            "layout", "The second course is played from now on.",
            .course(SampleCourse.course(holes: 2, layout: whole), number: 1)),
        event(
            "layout, unspecified", "A course without a name, of which nothing more is known.",
            .course(GameCourse(name: nil, holes: [Hole(label: "1", par: 3)]), number: 2)),
    ]
}
