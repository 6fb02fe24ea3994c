/// A style sheet as a browser needs it: the same rules without comments, and without the blanks,
/// line ends and semicolons that they don't need.
package enum BareStyle {
    /// No blank means anything beside these; one before a colon or around a plus does.
    private static let alone = Set("{};,>".utf8)
    private static let ends = Set(";}".utf8)

    package static func bytes(of source: [UInt8]) -> [UInt8] {
        var bare: [UInt8] = []
        bare.reserveCapacity(source.count)
        var rest = source[...]
        var hasGap = false
        while let first = rest.first {
            if first == UInt8(ascii: " ") || first == UInt8(ascii: "\n") {
                hasGap = true
                rest.removeFirst()
            } else if rest.starts(with: "/*".utf8) {
                hasGap = true
                rest = rest[(rest.firstRange(of: Array("*/".utf8))?.upperBound ?? rest.endIndex)...]
            } else {
                if first == UInt8(ascii: "}"), bare.last == UInt8(ascii: ";") { bare.removeLast() }
                if hasGap, needsBlank(after: bare.last, before: first) {
                    bare.append(UInt8(ascii: " "))
                }
                hasGap = false
                let token = rest.prefix(length(of: rest))
                bare += token
                rest = rest[token.endIndex...]
            }
        }
        if !bare.isEmpty { bare.append(UInt8(ascii: "\n")) }
        return bare
    }

    private static func needsBlank(after last: UInt8?, before next: UInt8) -> Bool {
        guard let last else { return false }
        // Some browsers take a custom property for empty only if a blank says so.
        if last == UInt8(ascii: ":") { return ends.contains(next) }
        return !alone.contains(last) && !alone.contains(next)
    }

    /// The length of the text in quotes that `rest` begins with, or else of one sign.
    private static func length(of rest: ArraySlice<UInt8>) -> Int {
        guard let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
        else {
            return 1
        }
        let inside = rest.dropFirst().prefix { $0 != quote }
        return inside.count + 2
    }
}
