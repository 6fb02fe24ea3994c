@testable import Wire

/// Any bytes as JSON: our reader accepts what Foundation's accepts and finds the same values,
/// apart from what Protocol.md says: no deeper than `depthMax`, and numbers that no `Double` can
/// hold are skipped. Which of two fields of one name counts is nobody's promise. Foundation takes
/// a comma before a closing bracket for good, against RFC 8259; we don't.
enum JSONTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        let ours = JSONTree.read(input)
        if case .unknownType(let difference)? = ours.error { throw Finding(difference) }
        if case .tooDeep? = ours.error { return }
        guard JSONTree.isComparable(input) else { return }
        let theirs = JSONTree.foundation(input)
        if ours.hasHugeNumber || ours.hasDuplicates { return }
        if ours.tree == nil, hasCommaBeforeBracket(input) { return }
        try expect(
            ours.tree == theirs,
            "ours: \(String(describing: ours.tree)) theirs: \(String(describing: theirs))")
    }

    private static func hasCommaBeforeBracket(_ input: [UInt8]) -> Bool {
        let signs = input.filter { !" \t\r\n".utf8.contains($0) }
        return zip(signs, signs.dropFirst()).contains { sign, next in
            sign == UInt8(ascii: ",") && (next == UInt8(ascii: "]") || next == UInt8(ascii: "}"))
        }
    }
}
