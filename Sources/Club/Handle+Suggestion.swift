extension Handle {
    /// The handle that a name suggests, whatever the name is; somebody may have it already.
    package static func suggestion(for name: String) -> Handle {
        var signs = Array(FoldedName(name).text.utf8)
        for place in signs.indices where !isAllowed(signs[place]) {
            signs[place] = UInt8(ascii: ".")
        }
        var joined: [UInt8] = []
        for sign in signs.drop(while: { !isLetter($0) }) {
            if isSeparator(sign), joined.last.map(isSeparator) ?? true { continue }
            joined.append(sign)
        }
        joined = Array(joined.prefix(lengths.upperBound))
        while joined.last.map(isSeparator) ?? false { joined.removeLast() }
        if joined.count < lengths.lowerBound {
            joined += Array((joined.isEmpty ? "player" : ".player").utf8)
        }
        let text = String(decoding: joined, as: UTF8.self)
        // What a name is refused for here is only that it is reserved.
        return (try? Handle(text)) ?? Handle(fitting: text, 1)
    }

    /// The same with a number behind it, cut where it would be too long.
    package func numbered(_ number: UInt32) -> Handle { Handle(fitting: text, number) }

    private init(fitting text: String, _ number: UInt32) {
        let digits = String(number)
        self.text = text.prefix(Self.lengths.upperBound - digits.count) + digits
    }
}
