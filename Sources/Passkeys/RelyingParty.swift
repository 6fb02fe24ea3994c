import Documents

/// Whom passkeys are for: a domain, and the pages that may ask for them (WebAuthn Level 3 section
/// 5.1.3). Both come from the operator, never from what a client calls the server: so nothing
/// changes behind a proxy. With another domain all passkeys are lost.
package struct RelyingParty: Sendable {
    package let id: String
    /// The pages' origins, as browsers write them.
    package let origins: [String]
    let hash: [UInt8]

    /// Nil if there can be no passkeys here: an IP address is no domain, and one origin has to fit.
    ///
    /// - Parameter origins: those that don't fit are passed over: the host is the domain or lies
    ///   below it, and it is reached by https, or is this machine.
    package init?(id: String, origins: [String]) {
        guard Self.isDomain(id) else { return nil }
        let origins = origins.filter { Self.host(of: $0).map { Self.lies($0, in: id) } ?? false }
        guard !origins.isEmpty else { return nil }
        self.id = id
        self.origins = origins
        hash = SHA256.whole(of: Array(id.utf8))
    }

    /// Whether a text is a name of the domain name system in lower case. Its last part begins with
    /// a letter, which that of an IP address doesn't.
    private static func isDomain(_ text: some StringProtocol) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2D }
        }
        return isName && text.utf8.count <= 253 && labels.last?.utf8.first.map(isLetter) ?? false
    }

    /// The host of an origin where browsers let passkeys be asked for; nil elsewhere.
    private static func host(of origin: String) -> Substring? {
        guard let end = origin.firstRange(of: "://") else { return nil }
        let parts = origin[end.upperBound...]
            .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let (host, port) = (parts[0], parts.dropFirst().first)
        guard isDomain(host), port.map({ UInt16($0) != nil }) ?? true else { return nil }
        switch origin[..<end.lowerBound] {
        case "https": return host
        case "http": return lies(host, in: "localhost") ? host : nil
        default: return nil
        }
    }

    private static func lies(_ host: Substring, in domain: String) -> Bool {
        host == domain || host.hasSuffix("." + domain)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
