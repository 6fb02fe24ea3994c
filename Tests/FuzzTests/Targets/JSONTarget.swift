@testable import Wire

/// Any bytes as JSON: our reader accepts what Foundation's accepts and finds the same values,
/// apart from what Protocol.md says: no deeper than `depthMax`, and numbers that no `Double` can
/// hold are skipped. Which of two fields of one name counts is nobody's promise.
enum JSONTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        let ours = JSONTree.read(input)
        if case .unknownType(let difference)? = ours.error { throw Finding(difference) }
        if case .tooDeep? = ours.error { return }
        guard JSONTree.isComparable(input) else { return }
        let theirs = JSONTree.foundation(input)
        if ours.hasHugeNumber || ours.hasDuplicates { return }
        try expect(
            ours.tree == theirs,
            "ours: \(String(describing: ours.tree)) theirs: \(String(describing: theirs))")
    }
}
