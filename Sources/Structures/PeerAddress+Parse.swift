extension PeerAddress {
    /// Characters of the longest address: eight groups of four, the last two as IPv4.
    public static let textBytesMax = 45

    /// Reads an IPv4 address (RFC 791, four decimal numbers) or an IPv6 address (RFC 4291 section
    /// 2.2); nil for anything else, also for zones and ports.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.textBytesMax else { return nil }
        if let low = Self.ipv4(bytes[...]) {
            self.init(high: 0, low: 0xFFFF_0000_0000 | low)
            return
        }
        guard let groups = Self.groups(bytes) else { return nil }
        func half(_ range: Range<Int>) -> UInt64 {
            groups[range].reduce(0) { $0 << 16 | UInt64($1) }
        }
        self.init(high: half(0..<4), low: half(4..<8))
    }

    private static func ipv4(_ text: ArraySlice<UInt8>) -> UInt64? {
        let parts = text.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt64 = 0
        for part in parts {
            // A zero in front would be octal for some.
            guard (1...3).contains(part.count), part.first != 0x30 || part.count == 1,
                part.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            let number = part.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - 0x30) }
            guard number <= 255 else { return nil }
            value = value << 8 | number
        }
        return value
    }

    /// The eight groups of an IPv6 address, where "::" stands for those that are left out.
    private static func groups(_ text: [UInt8]) -> [UInt16]? {
        let colons: [UInt8] = [0x3A, 0x3A]
        guard let gap = text.indices.dropLast().first(where: { text[$0...].starts(with: colons) })
        else {
            guard let all = sides(text[...], mayEndInIPv4: true), all.count == 8 else { return nil }
            return all
        }
        guard let left = sides(text[..<gap], mayEndInIPv4: false),
            let right = sides(text[(gap + 2)...], mayEndInIPv4: true),
            left.count + right.count <= 7
        else { return nil }
        return left + Array(repeating: 0, count: 8 - left.count - right.count) + right
    }

    /// Groups with a colon between them; none for no text.
    private static func sides(_ text: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard parts.count <= 8 else { return nil }
        var groups: [UInt16] = []
        for (place, part) in parts.enumerated() {
            if mayEndInIPv4, place == parts.count - 1, let ipv4 = ipv4(part) {
                groups += [
                    UInt16(truncatingIfNeeded: ipv4 >> 16), UInt16(truncatingIfNeeded: ipv4),
                ]
            } else {
                guard (1...4).contains(part.count),
                    let group = UInt16(String(decoding: part, as: UTF8.self), radix: 16),
                    part.first != 0x2B
                else { return nil }
                groups.append(group)
            }
        }
        return groups
    }
}
