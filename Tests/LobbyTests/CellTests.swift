import Documents
import Lobby
import TestSupport
import Testing

/// The register of a cell, rule by rule.
struct CellTests {
    private func sibling(
        _ seq: Seq, _ value: Int64, member: UInt16 = 1, replica: UInt32? = nil, at: Int64 = 0,
        rank: Rank = .other
    ) -> Sibling {
        Sibling(
            seq: seq, value: .number(value), member: MemberNumber(member),
            replica: ReplicaTag(replica ?? UInt32(member)), at: at, rank: rank)
    }

    @Test("An untouched cell shows nothing and has version 0")
    func untouched() {
        let cell = Cell()
        #expect(cell.shown == nil)
        #expect(cell.value == .empty)
        #expect(cell.version == 0)
        #expect(!cell.isDisputed)
    }

    @Test("A write removes the siblings its author had seen and keeps the others")
    func removesSeen() {
        var cell = Cell()
        cell.write(sibling(1, 3, member: 1), seen: 0)
        cell.write(sibling(2, 4, member: 2), seen: 0)
        cell.write(sibling(3, 5, member: 3), seen: 1)
        #expect(cell.siblings.map(\.seq).sorted() == [2, 3])
        cell.write(sibling(4, 6, member: 4), seen: 3)
        #expect(cell.siblings.map(\.seq) == [4])
    }

    @Test("A write removes what its own replica wrote before, seen or not")
    func removesOwn() {
        var cell = Cell()
        cell.write(sibling(1, 3, member: 1, replica: 9), seen: 0)
        cell.write(sibling(2, 4, member: 1, replica: 9), seen: 0)
        #expect(cell.siblings.map(\.value) == [.number(4)])
    }

    @Test("The version is the seq of the last write, even of one that isn't shown")
    func version() {
        var cell = Cell()
        cell.write(sibling(4, 3, member: 1, at: 10), seen: 0)
        cell.write(sibling(9, 4, member: 2, at: 5), seen: 0)
        #expect(cell.version == 9)
        #expect(cell.shown?.seq == 4)
    }

    @Test("Rank goes before time, time before replica, and seq counts for nothing")
    func precedence() {
        let ranked = [
            sibling(1, 1, member: 1, replica: 1, at: 0, rank: .confirmed),
            sibling(2, 2, member: 2, replica: 2, at: 9, rank: .own),
            sibling(3, 3, member: 3, replica: 4, at: 8, rank: .own),
            sibling(9, 4, member: 4, replica: 3, at: 8, rank: .own),
            sibling(8, 5, member: 5, replica: 5, at: 99, rank: .other),
            sibling(7, 6, member: 6, replica: 6, at: 999, rank: .late),
        ]
        var random = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            let shuffled = ranked.shuffled(using: &random)
            #expect(Cell(version: 9, siblings: shuffled).siblings == ranked)
            var written = Cell()
            for each in shuffled { written.write(each, seen: 0) }
            #expect(written.siblings == ranked)
        }
    }

    @Test("Two people with different values dispute")
    func dispute() {
        var cell = Cell()
        cell.write(sibling(1, 3, member: 1), seen: 0)
        #expect(!cell.isDisputed)
        cell.write(sibling(2, 4, member: 2), seen: 0)
        #expect(cell.isDisputed)
    }

    @Test("Two people with the same value don't dispute")
    func sameValue() {
        var cell = Cell()
        cell.write(sibling(1, 3, member: 1), seen: 0)
        cell.write(sibling(2, 3, member: 2), seen: 0)
        #expect(cell.siblings.count == 2)
        #expect(!cell.isDisputed)
    }

    @Test("One person on two devices doesn't dispute with themself")
    func samePerson() {
        var cell = Cell()
        cell.write(sibling(1, 3, member: 1, replica: 1), seen: 0)
        cell.write(sibling(2, 4, member: 1, replica: 2), seen: 0)
        #expect(cell.siblings.count == 2)
        #expect(!cell.isDisputed)
    }

    @Test("Erasing is a value like any other: it disputes with a score")
    func erasing() {
        var cell = Cell()
        cell.write(sibling(1, 3, member: 1), seen: 0)
        let erased = Sibling(
            seq: 2, value: .empty, member: MemberNumber(2), replica: ReplicaTag(2), at: 1,
            rank: .other)
        cell.write(erased, seen: 0)
        #expect(cell.isDisputed)
        #expect(cell.value == .empty)
    }

    @Test("A dispute is found among any pair, not only against the shown one")
    func disputeAnywhere() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2_000 {
            let siblings = (1...4).map { place in
                sibling(
                    Seq(place), Int64.random(in: 3...4, using: &random),
                    member: UInt16.random(in: 1...2, using: &random), replica: UInt32(place))
            }
            let values = Set(siblings.map(\.value))
            let people = Set(siblings.map(\.member))
            let cell = Cell(version: 4, siblings: siblings)
            #expect(cell.isDisputed == (values.count > 1 && people.count > 1))
        }
    }

    @Test("Writing the same sibling twice is the same as writing it once")
    func idempotence() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<500 {
            var cell = randomCell(using: &random)
            let write = sibling(
                20, 5, replica: UInt32.random(in: 1...6, using: &random),
                at: Int64.random(in: 0...3, using: &random))
            let seen = Seq.random(in: 0...19, using: &random)
            cell.write(write, seen: seen)
            let once = cell
            cell.write(write, seen: seen)
            #expect(cell == once)
        }
    }

    @Test("Two writes that hadn't seen each other commute, apart from their seq")
    func commutativity() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let cell = randomCell(using: &random)
            let seen = (0..<2).map { _ in Seq.random(in: 0...10, using: &random) }
            let at = (0..<2).map { _ in Int64.random(in: 0...3, using: &random) }
            func after(_ order: [Int]) -> [Sibling] {
                var cell = cell
                for (place, each) in order.enumerated() {
                    let write = sibling(
                        Seq(11 + place), Int64(each), replica: UInt32(3 + each), at: at[each])
                    cell.write(write, seen: seen[each])
                }
                return withoutSeq(cell)
            }
            #expect(after([0, 1]) == after([1, 0]))
        }
    }

    @Test("Where several people have to enter the same, nobody's entry replaces another person's")
    func keptOthers() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2_000 {
            let before = randomCell(using: &random)
            let member = UInt16.random(in: 1...3, using: &random)
            let write = sibling(
                20, 5, member: member, replica: UInt32.random(in: 6...7, using: &random))
            let seen = Seq.random(in: 0...19, using: &random)
            var after = before
            after.write(write, seen: seen, keepsOthers: true)
            let others = before.siblings.filter { $0.member != write.member }
            #expect(after.siblings.filter { $0.member != write.member } == others)
            let own = after.siblings.filter { $0.member == write.member && $0 != write }
            #expect(own == before.siblings.filter { $0.member == write.member && $0.seq > seen })
        }
    }

    private func randomCell(using random: inout SeededGenerator) -> Cell {
        var cell = Cell()
        for seq in 1...Seq(8) {
            let write = sibling(
                seq, Int64.random(in: 2...5, using: &random),
                member: UInt16.random(in: 1...3, using: &random),
                replica: UInt32.random(in: 1...5, using: &random),
                at: Int64.random(in: 0...3, using: &random))
            cell.write(write, seen: Seq.random(in: 0..<seq, using: &random))
        }
        return cell
    }
}

/// What doesn't depend on the order of arrival.
func withoutSeq(_ cell: Cell) -> [Sibling] {
    cell.siblings.map { sibling in
        var sibling = sibling
        sibling.seq = 0
        return sibling
    }
}
