import Documents
import Lobby
import Testing

/// Every order in which offline batches can reach the server, exhaustively: three devices with up
/// to two edits each on top of a dispute, each with every version it may have seen and two clocks.
struct RegisterModelTests {
    private struct Write {
        var replica: UInt32
        var value: Int64
        var seen: Seq
        var at: Int64
    }

    private static func product<Element>(_ elements: [Element], _ count: Int) -> [[Element]] {
        guard count > 0 else { return [[]] }
        return product(elements, count - 1).flatMap { rest in elements.map { rest + [$0] } }
    }

    private static func batches(_ counts: [Int], seen: [Seq], at: [Int64]) -> [[Write]] {
        counts.indices.map { device in
            (0..<counts[device]).map { place in
                Write(
                    replica: UInt32(device + 1), value: Int64(10 * (device + 1) + place),
                    seen: seen[device], at: at[device] + Int64(place))
            }
        }
    }

    /// Calls `leaf` with the state after each interleaving; states are shared between prefixes.
    private static func interleave<State>(
        _ batches: [[Write]], _ state: State, _ apply: (inout State, Write) -> Void,
        _ leaf: (State) -> Void
    ) {
        var isLeaf = true
        for device in batches.indices {
            guard let write = batches[device].first else { continue }
            isLeaf = false
            var rest = batches
            rest[device].removeFirst()
            var next = state
            apply(&next, write)
            interleave(rest, next, apply, leaf)
        }
        if isLeaf { leaf(state) }
    }

    /// - Parameter people: whose each device is.
    private func write(
        _ write: Write, to cell: inout Cell, people: [UInt16], keepsOthers: Bool
    ) {
        cell.write(
            Sibling(
                seq: cell.version + 1, value: .number(write.value),
                member: MemberNumber(people[Int(write.replica) - 1]),
                replica: ReplicaTag(write.replica), at: write.at, rank: .other),
            seen: write.seen, keepsOthers: keepsOthers)
    }

    @Test(
        "A cell ends the same in whatever order offline batches arrive, at each level of trust",
        arguments: [[1, 2, 3], [1, 2, 1]] as [[UInt16]], [false, true])
    func permutationInvariance(people: [UInt16], keepsOthers: Bool) {
        func write(_ each: Write, to cell: inout Cell) {
            self.write(each, to: &cell, people: people, keepsOthers: keepsOthers)
        }
        var base = Cell()
        write(Write(replica: 1, value: 3, seen: 0, at: 10), to: &base)
        write(Write(replica: 2, value: 4, seen: 0, at: 11), to: &base)
        var checked = 0
        for counts in Self.product([0, 1, 2], 3) {
            for seen in Self.product([0, 1, 2] as [Seq], 3) {
                for at in Self.product([20, 30] as [Int64], 3) {
                    var reference: [Sibling]?
                    Self.interleave(
                        Self.batches(counts, seen: seen, at: at), base,
                        { write($1, to: &$0) },
                        { cell in
                            let siblings = withoutSeq(cell)
                            if reference == nil { reference = siblings }
                            if reference != siblings {
                                Issue.record("\(counts) \(seen) \(at): \(siblings)")
                            }
                            checked += 1
                        })
                }
            }
        }
        #expect(checked == 58_536)
    }

    @Test("A lobby decides the same card in whatever order offline batches arrive")
    func decidedPermutationInvariance() throws {
        var base = try Game.playing(people: 3)
        try base.score(3, player: 1, by: 1, at: 10)
        try base.score(4, player: 1, by: 2, at: 11)
        let first = base.lobby.seq - 2
        let counts = [[2, 2, 1], [1, 1, 1], [2, 1, 2], [0, 2, 2]]
        for counts in counts {
            for seen in Self.product([0, 1, 2] as [Seq], 3) {
                for at in [[20, 30, 20], [30, 20, 20]] as [[Int64]] {
                    let seen = seen.map { $0 == 0 ? 0 : $0 + first }
                    var reference: [Sibling]?
                    Self.interleave(
                        Self.batches(counts, seen: seen, at: at), base.lobby,
                        { decide($1, on: &$0) },
                        { lobby in
                            let siblings = withoutSeq(
                                lobby.cell(.score(round: 1, player: PlayerID(1), hole: 1)))
                            if reference == nil { reference = siblings }
                            if reference != siblings {
                                Issue.record("\(counts) \(seen) \(at): \(siblings)")
                            }
                        })
                }
            }
        }
    }

    private func decide(_ write: Write, on lobby: inout Lobby) {
        let key = CellKey.score(round: 1, player: PlayerID(1), hole: 1)
        let op = Op(
            number: 1, at: Game.time(write.at), seenVersion: write.seen, seenEpoch: Game.epoch,
            command: .set(key, .number(write.value), confirms: false))
        let author = Game.author(UInt64(write.replica))
        do throws(Refusal) {
            lobby.apply(try lobby.decide(op, by: author, received: Game.time(1_000_000)))
        } catch {
            Issue.record("refused: \(error)")
        }
    }
}
