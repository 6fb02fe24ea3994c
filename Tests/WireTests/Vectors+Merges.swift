import Documents
import Lobby
import TestSupport

@testable import Wire

/// Writes to cells: each rule of the register by name, then drawn ones.
extension Vectors {
    static let merges = named + drawn

    private static func sibling(
        _ seq: Seq, _ value: Int64?, by member: UInt16, _ replica: UInt32, at: Int64 = 0,
        _ rank: Rank = .other
    ) -> Sibling {
        Sibling(
            seq: seq, value: value.map(CellValue.number) ?? .empty, member: MemberNumber(member),
            replica: ReplicaTag(replica), at: at, rank: rank)
    }

    private static func merge(
        _ name: String, _ before: [Sibling], _ write: Sibling, seen: Seq,
        isStrict: Bool = false
    ) -> Merge {
        let version = before.map(\.seq).max() ?? 0
        return Merge(
            name: name, before: Cell(version: version, siblings: before), write: write, seen: seen,
            isStrict: isStrict)
    }

    private static let one = sibling(5, 3, by: 1, 11, at: 100)

    private static let named = [
        merge("the first write", [], one, seen: 0),
        merge("what was seen is replaced", [one], sibling(6, 4, by: 2, 22, at: 50), seen: 5),
        merge(
            "what wasn't seen stays: a dispute", [one], sibling(6, 4, by: 2, 22, at: 50), seen: 4),
        merge("the later one is shown", [one], sibling(6, 4, by: 2, 22, at: 101), seen: 0),
        merge("the same value is no dispute", [one], sibling(6, 3, by: 2, 22, at: 101), seen: 0),
        merge("one person on two devices is no dispute", [one], sibling(6, 4, by: 1, 12), seen: 0),
        merge("one's own replica is replaced unseen", [one], sibling(6, 4, by: 1, 11), seen: 0),
        merge(
            "equal times: the higher replica is shown", [one],
            sibling(6, 4, by: 2, 10, at: 100), seen: 0),
        merge("rank beats time", [one], sibling(6, 4, by: 2, 22, at: -9, .own), seen: 0),
        merge(
            "a confirmation beats one's own",
            [sibling(5, 3, by: 1, 11, at: 100, .own)],
            sibling(6, 4, by: 2, 22, at: 1, .confirmed), seen: 0),
        merge(
            "a late write is never first", [one],
            sibling(6, 4, by: 2, 22, at: 999, .late), seen: 0),
        merge(
            "a late write fills an empty cell", [], sibling(6, 4, by: 2, 22, at: 999, .late),
            seen: 0),
        merge(
            "confirming all that was seen ends a dispute",
            [one, sibling(6, 4, by: 2, 22, at: 50)],
            sibling(9, 4, by: 3, 33, at: 200, .confirmed), seen: 6),
        merge(
            "confirming half of it doesn't", [one, sibling(6, 4, by: 2, 22, at: 50)],
            sibling(9, 3, by: 3, 33, at: 200, .confirmed), seen: 5),
        merge("erasing is a value", [one], sibling(6, nil, by: 2, 22, at: 101), seen: 0),
        merge("erasing what was seen", [one], sibling(6, nil, by: 2, 22, at: 101), seen: 5),
        merge(
            "three people, three values", [one, sibling(6, 4, by: 2, 22, at: 50)],
            sibling(7, 5, by: 3, 33, at: 75), seen: 0),
        merge(
            "strict: what others have entered stays, though it was seen", [one],
            sibling(6, 4, by: 2, 22, at: 150), seen: 5, isStrict: true),
        merge(
            "strict: the same value by another stands beside it", [one],
            sibling(6, 3, by: 2, 22, at: 150), seen: 5, isStrict: true),
        merge(
            "strict: one's own from another device goes, if it was seen",
            [one, sibling(6, 3, by: 2, 22, at: 150)], sibling(7, 4, by: 2, 23, at: 160), seen: 6,
            isStrict: true),
        merge(
            "strict: one's own from another device stays unseen",
            [one, sibling(6, 3, by: 2, 22, at: 150)], sibling(7, 4, by: 2, 23, at: 160), seen: 5,
            isStrict: true),
    ]

    private static let drawn: [Merge] = {
        var random = SeededGenerator(seed: 2_026)
        return (1...60).map { number in
            var cell = Cell()
            let top = Seq.random(in: 1...5, using: &random)
            for seq in 1...top {
                let write = drawnSibling(seq, using: &random)
                cell.write(write, seen: Seq.random(in: 0..<seq, using: &random))
            }
            return Merge(
                name: "drawn \(number)", before: cell, write: drawnSibling(top + 1, using: &random),
                seen: Seq.random(in: 0...top, using: &random), isStrict: number > 40)
        }
    }()

    private static func drawnSibling(_ seq: Seq, using random: inout SeededGenerator) -> Sibling {
        let replica = UInt32.random(in: 1...5, using: &random)
        return sibling(
            seq, random.pick([nil, 2, 3, 4]), by: UInt16(replica + 1) / 2, replica,
            at: Int64.random(in: 0...3, using: &random),
            random.pick([.late, .other, .other, .own, .confirmed]))
    }
}
