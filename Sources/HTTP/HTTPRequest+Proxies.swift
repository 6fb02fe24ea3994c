/// What proxies have written about the way of a request, which only those should believe who know
/// the proxy.
extension HTTPRequest {
    /// Addresses that a request may name; no chain of proxies is longer.
    package static let forwardedMax = 16

    /// The addresses of `X-Forwarded-For`, the server's nearest last, without ports and brackets,
    /// as they stand there. Of more than any chain of proxies has, those at the far end are left
    /// out: whoever sent the request may have made them up.
    package var forwardedFor: [String] {
        values(of: "x-forwarded-for").flatMap(HTTPList.members).suffix(Self.forwardedMax)
            .map { Self.withoutPort(String($0)) }
    }

    /// The scheme by which the client came to the first proxy that tells, in lower case; nil if
    /// none does, or if it is said in two ways.
    package var forwardedScheme: String? {
        let members = values(of: "x-forwarded-proto").flatMap(HTTPList.members)
        return members.count == 1 ? members[0].lowercased() : nil
    }

    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : text
    }
}
