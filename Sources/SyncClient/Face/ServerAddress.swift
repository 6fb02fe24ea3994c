/// The address of a server, as in `ws://localhost:8080` or `wss://folf.example/sync`.
public struct ServerAddress: Hashable, Sendable, LosslessStringConvertible {
    public let isSecure: Bool
    /// The host: a name or an IPv4 address, or an IPv6 address without its brackets.
    public let host: String
    public let port: UInt16
    /// The path, which begins with "/".
    public let path: String

    public static let pathDefault = "/sync"
    private static let hostBytesMax = 253
    private static let pathBytesMax = 1_024

    /// The schemes that are understood, with whether they are encrypted: people know a server by
    /// its page.
    private static let schemes = [
        ("ws://", false), ("wss://", true), ("http://", false), ("https://", true),
    ]

    /// Reads an address; nil for anything but `ws://` or `wss://` (or `http://` or `https://`,
    /// which mean the same here), a host, and perhaps a port and a path.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        guard let (scheme, isSecure) = Self.schemes.first(where: { text.hasPrefix($0.0) }) else {
            return nil
        }
        self.init(isSecure: isSecure, rest: text.dropFirst(scheme.count))
    }

    private init?(isSecure: Bool, rest: Substring) {
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let path = rest[slash...]
        guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x23 }),
            path.utf8.count <= Self.pathBytesMax,
            let (host, port) = Self.hostAndPort(rest[..<slash])
        else { return nil }
        self.isSecure = isSecure
        // In whatever letter case a host is written, it is the same.
        self.host = host.lowercased()
        self.port = port ?? (isSecure ? 443 : 80)
        self.path = path.isEmpty || path == "/" ? Self.pathDefault : String(path)
    }

    private static func hostAndPort(_ text: Substring) -> (Substring, UInt16?)? {
        let host: Substring
        var rest: Substring
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
            guard host.contains(":"), host.utf8.allSatisfy(isPartOfIPv6) else { return nil }
        } else {
            let colon = text.firstIndex(of: ":") ?? text.endIndex
            host = text[..<colon]
            rest = text[colon...]
            guard host.utf8.allSatisfy(isPartOfName) else { return nil }
        }
        guard !host.isEmpty, host.utf8.count <= hostBytesMax else { return nil }
        if rest.isEmpty { return (host, nil) }
        guard rest.removeFirst() == ":", rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(rest), port > 0
        else { return nil }
        return (host, port)
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
        default: false
        }
    }

    private static func isPartOfIPv6(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x3A, 0x2E: true
        default: false
        }
    }

    /// The host and, unless it is the scheme's own, the port, as they stand in an HTTP `Host`
    /// field.
    public var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    public var description: String { "\(isSecure ? "wss" : "ws")://\(authority)\(path)" }
}
