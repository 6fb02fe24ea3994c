/// Which of several answers a request wants.
extension HTTPRequest {
    /// Whether an answer may come in `coding`, which is lower-case (RFC 9110 section 12.5.3). Not
    /// unless the client says so.
    public func accepts(coding: String) -> Bool {
        var others = false
        for member in values(of: "accept-encoding").flatMap(Self.members) {
            let parts = member.split(separator: ";").map(Self.trimmed)
            guard let name = parts.first?.lowercased(), name == coding || name == "*" else {
                continue
            }
            let isWanted = parts.dropFirst().allSatisfy { !Self.isZero($0) }
            if name == coding { return isWanted }
            others = isWanted
        }
        return others
    }

    /// Whether the client has what `tag` stands for, whichever way it was coded (RFC 9110 section
    /// 13.1.2, weak comparison). A tag has no quotes, commas or blanks.
    public func has(oneOf tags: [String]) -> Bool {
        values(of: "if-none-match").flatMap(Self.members).contains { member in
            let opaque = member.hasPrefix("W/") ? member.dropFirst(2) : member
            return member == "*" || tags.contains { opaque == "\"\($0)\"" }
        }
    }

    private static func members(_ list: String) -> [Substring] {
        list.split(separator: ",").map(trimmed)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { start[...$0] } ?? ""
    }

    /// A weight of nothing: "q=0", "q=0.", up to "q=0.000" (RFC 9110 section 12.4.2).
    private static func isZero(_ parameter: Substring) -> Bool {
        guard parameter.lowercased().hasPrefix("q=0") else { return false }
        let digits = parameter.dropFirst(3)
        return digits.isEmpty || digits.first == "." && digits.dropFirst().allSatisfy { $0 == "0" }
    }
}
