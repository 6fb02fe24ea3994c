/// Where the page takes the tiles of a map from, if whoever runs the server has decided so. Who
/// looks at such a map tells that place which course they look at.
package struct MapTiles: Hashable, Sendable {
    /// With `{z}`, `{x}` and `{y}` where the numbers of a tile stand.
    package let template: String
    /// Who is to be named on the map.
    package let credit: String
    /// The part that a page's policy names.
    package let origin: String

    private static let bytesMax = 256

    /// Nil unless it is an address by https with its three places, whose host is plain.
    package init?(template: String, credit: String) {
        let scheme = "https://"
        guard template.hasPrefix(scheme), template.utf8.count <= Self.bytesMax,
            (1...Self.bytesMax).contains(credit.utf8.count),
            template.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            ["{z}", "{x}", "{y}"].allSatisfy({ Self.parts(template, by: $0) == 2 })
        else { return nil }
        let host = template.dropFirst(scheme.count).prefix { $0 != "/" }
        let isHost = host.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ":")
        }
        guard isHost, !host.isEmpty else { return nil }
        self.template = template
        self.credit = credit
        origin = scheme + host
    }

    private static func parts(_ text: String, by mark: String) -> Int {
        var (count, rest) = (1, Substring(text))
        while let place = rest.firstIndex(of: "{") {
            if rest[place...].hasPrefix(mark) { count += 1 }
            rest = rest[place...].dropFirst()
        }
        return count
    }
}
