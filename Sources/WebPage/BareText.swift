/// What a browser needs of a module or a style sheet: no lines of comments, no indentation, no
/// empty lines. Code keeps its line breaks, since they can end a statement.
///
/// It works line by line and knows no grammar, so sources keep two rules, which are tested: a
/// text never goes on over the end of a line, and a comment of several lines begins a line.
package struct BareText {
    private var isInComment = false

    /// - Parameter hasLineComments: whether `//` begins a comment, as in JavaScript.
    package static func bytes(of source: [UInt8], hasLineComments: Bool) -> [UInt8] {
        var text = BareText()
        var bare: [UInt8] = []
        bare.reserveCapacity(source.count)
        for line in source.split(separator: UInt8(ascii: "\n")) {
            let code = text.code(in: line, hasLineComments: hasLineComments)
            guard !code.isEmpty else { continue }
            bare.append(contentsOf: code)
            bare.append(UInt8(ascii: "\n"))
        }
        return bare
    }

    private mutating func code(
        in line: ArraySlice<UInt8>, hasLineComments: Bool
    ) -> ArraySlice<UInt8> {
        var rest = line
        while true {
            if isInComment {
                guard let end = rest.firstRange(of: Array("*/".utf8)) else { return [] }
                rest = rest[end.upperBound...]
                isInComment = false
            }
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            if hasLineComments, rest.starts(with: "//".utf8) { return [] }
            guard rest.starts(with: "/*".utf8) else { return rest }
            isInComment = true
            rest = rest.dropFirst(2)
        }
    }
}
