import Documents
import Lobby

/// Three phones come back, each with entries made offline on top of a dispute that some of them
/// had seen: in whatever order their entries arrive, the card is the same.
package enum OfflineBatches {
    /// The entries of each phone, in order.
    private typealias Batches = [[Op]]

    private static let epoch = Epoch(3)

    /// Plays all orders of all batches of up to `opsMax` entries a phone.
    ///
    /// - Returns: how many orders were played.
    package static func replay(opsMax: Int = 2) throws(Violation) -> Int {
        let base = try disputed()
        let version = base.cell(Lobby.keyOfScope).version
        var count = 0
        for sizes in triples([Int](0...opsMax)) {
            for seen in triples([0, version - 1, version]) {
                for at in triples([20, 30] as [Int64]) {
                    count += try replay(batches(sizes, seen, at), on: base)
                }
            }
        }
        return count
    }

    private static func triples<Element>(_ choices: [Element]) -> [[Element]] {
        choices.flatMap { first in
            choices.flatMap { second in choices.map { [first, second, $0] } }
        }
    }

    private static func author(_ phone: Int) -> Author {
        Author(
            person: PersonID(Identifier128(high: 9, low: UInt64(phone))),
            replica: Constants.replica(phone).tag)
    }

    /// A game of three in which phones 1 and 2 have entered different scores.
    private static func disputed() throws(Violation) -> Lobby {
        let creation = Creation(
            setup: Lobby.setupOfScope, host: author(0).person,
            start: WallTime(milliseconds: Constants.wall), code: nil)
        var lobby = Lobby(id: Lobby.lobby, epoch: epoch, creation: creation)
        for phone in 1...2 {
            let member = Member(
                number: MemberNumber(UInt16(phone + 1)), person: author(phone).person,
                player: nil, name: "P")
            apply(.joined(member), to: &lobby)
        }
        apply(
            .playerAdded(Player(id: Lobby.keyOfScope.player, member: nil, name: "Guest")),
            to: &lobby)
        apply(.stage(Stage(.playing, round: 1)), to: &lobby)
        for phone in 0...1 {
            try apply(op(phone, 1, value: 3 + Int64(phone), seen: 0, at: 10), phone, to: &lobby)
        }
        return lobby
    }

    private static func apply(_ change: Change, to lobby: inout Lobby) {
        lobby.apply(
            Event(
                seq: lobby.seq + 1, by: MemberNumber(0),
                received: WallTime(milliseconds: Constants.wall), origin: nil, change: change))
    }

    private static func op(
        _ phone: Int, _ number: OpNumber, value: Int64, seen: Seq, at: Int64
    ) -> Op {
        Op(
            number: number, at: WallTime(milliseconds: Constants.wall + at), seenVersion: seen,
            seenEpoch: epoch, command: .set(Lobby.keyOfScope, .number(value), confirms: false))
    }

    private static func apply(
        _ op: Op, _ phone: Int, to lobby: inout Lobby
    ) throws(Violation) {
        do throws(Refusal) {
            lobby.apply(
                try lobby.decide(
                    op, by: author(phone),
                    received: WallTime(milliseconds: Constants.wall + 1_000)))
        } catch {
            throw Violation(.rules, "an entry is refused: \(error)")
        }
    }

    private static func batches(_ sizes: [Int], _ seen: [Seq], _ at: [Int64]) -> Batches {
        (0..<3).map { phone in
            (0..<sizes[phone]).map { place in
                op(
                    phone, OpNumber(10 + place), value: Constants.value(phone, place),
                    seen: seen[phone], at: at[phone] + Int64(place))
            }
        }
    }

    private static func replay(
        _ batches: Batches, on base: Lobby
    ) throws(Violation) -> Int {
        var outcomes: Set<[Sibling]> = []
        var count = 0
        try visit(batches, base, &outcomes, &count)
        guard outcomes.count == 1 else {
            throw Violation(
                .register, "the order of arrival decides between \(outcomes)")
        }
        return count
    }

    private static func visit(
        _ batches: Batches, _ lobby: Lobby, _ outcomes: inout Set<[Sibling]>, _ count: inout Int
    ) throws(Violation) {
        var isEnd = true
        for phone in batches.indices where !batches[phone].isEmpty {
            isEnd = false
            var rest = batches
            let op = rest[phone].removeFirst()
            var next = lobby
            try apply(op, phone, to: &next)
            try visit(rest, next, &outcomes, &count)
        }
        guard isEnd else { return }
        count += 1
        // Where in the log an entry came to stand is what the order may decide.
        outcomes.insert(
            lobby.cell(Lobby.keyOfScope).siblings.map {
                var sibling = $0
                sibling.seq = 0
                return sibling
            })
    }
}
