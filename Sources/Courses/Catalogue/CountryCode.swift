/// The two capital letters of a country (ISO 3166-1).
package struct CountryCode: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// In whatever case; nil for anything but two letters.
    package init?(_ text: String) {
        let letters = text.utf8.map { $0 & 0xDF }
        guard letters.count == 2, letters.allSatisfy({ (0x41...0x5A).contains($0) }),
            text.utf8.allSatisfy({ $0 >= 0x41 })
        else { return nil }
        description = String(decoding: letters, as: UTF8.self)
    }
}
