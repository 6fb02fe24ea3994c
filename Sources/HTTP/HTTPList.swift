/// Comma-separated lists (RFC 9110 section 5.6.1) and their weights.
enum HTTPList {
    /// The members of a list that has no quoted strings, without blanks around.
    static func members(_ list: String) -> [Substring] {
        list.split(separator: ",").map(trimmed)
    }

    /// A member's name in lower case, and whether its weight is more than nothing (section 12.4.2).
    static func weighed(_ member: Substring) -> (name: String, isWanted: Bool) {
        let parts = member.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        return (parts[0].lowercased(), parts.dropFirst().allSatisfy { !isZero($0) })
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { start[...$0] } ?? ""
    }

    /// Whether a parameter is a weight of nothing: "q=0", "q=0.", up to "q=0.000".
    private static func isZero(_ parameter: Substring) -> Bool {
        guard parameter.lowercased().hasPrefix("q=0") else { return false }
        let digits = parameter.dropFirst(3)
        return digits.isEmpty || digits.first == "." && digits.dropFirst().allSatisfy { $0 == "0" }
    }
}
