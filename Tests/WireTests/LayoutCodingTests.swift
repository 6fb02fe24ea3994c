import Documents
import Lobby
import Testing

@testable import Wire

/// Layouts as bytes.
struct LayoutCodingTests {
    private func bytes(_ layout: GameLayout) -> Int {
        var writer = ElementWriter()
        writer.layout(layout)
        return writer.json.take().count
    }

    @Test("A layout is counted to the byte without being written")
    func count() {
        let far = GameLayout.Offset(latitudeE6: -500_000, longitudeE6: 0)
        let layouts = [
            SampleCourse.layout(holes: 1), SampleCourse.layout(holes: 72, basket: far),
            SampleCourse.layout(holes: 9, name: "Å \"9\" \\ 😀/", defaultTee: "white"),
            SampleCourse.layout(
                holes: 3, defaultTee: nil, tees: [], position: nil, utcMinutes: -210),
            SampleCourse.layout(holes: 2, whiteOnLast: GameLayout.Start()),
            SampleCourse.layout(holes: 2, isUncounted: true),
            SampleCourse.layout(holes: 2, whiteOnLast: GameLayout.Start(par: 10)),
            SampleCourse.layout(holes: 2, whiteOnLast: GameLayout.Start(offset: far)),
            SampleCourse.largeLayout(extraBytes: 0),
        ]
        for layout in layouts { #expect(layout.byteCount == bytes(layout), "\(layout.name)") }
    }

    @Test("The largest game there can be, with its layout, fits into an op")
    func largest() {
        let holes = (0..<LobbyLimits.holesMax).map { _ in
            Hole(label: String(repeating: "x", count: LobbyLimits.labelBytesMax), par: 20)
        }
        let id = Identifier128(high: .max, low: .max)
        let setup = GameSetup(
            course: String(repeating: "x", count: LobbyLimits.courseBytesMax), holes: holes,
            layout: SampleCourse.largeLayout(extraBytes: 0), invitation: id, watch: id,
            hostName: String(repeating: "x", count: LobbyLimits.nameBytesMax),
            hostPlayer: PlayerID(.max))
        let op = Op(
            number: 1 << 53, at: WallTime(milliseconds: 1 << 53), seenVersion: 1 << 53,
            seenEpoch: Epoch(.max), command: .create(setup, nonce: id))
        #expect(OpCoding<Lobby>.encode(op).count <= WireLimits.opBytesMax)
    }
}
