/// A name as it is compared and searched: small letters without accents, by a table of our own, so
/// that the same name is found whatever the library of the machine knows of languages. What isn't
/// in the table stays as it is.
package struct FoldedName: Hashable, Sendable {
    package let text: String

    package init(_ name: String) {
        var folded = String.UnicodeScalarView()
        for sign in name.lowercased().unicodeScalars {
            if Self.combining.contains(sign) { continue }
            if let plain = Self.plain[sign] {
                folded.append(contentsOf: plain.unicodeScalars)
            } else {
                folded.append(sign)
            }
        }
        text = String(folded)
    }

    /// The marks that stand behind a letter, as in names that a telephone has taken apart.
    private static let combining: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

    private static let plain: [Unicode.Scalar: String] = {
        var plain: [Unicode.Scalar: String] = [
            "þ": "th", "ð": "d", "æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "đ": "d", "ħ": "h",
            "ı": "i", "ł": "l", "ŋ": "n", "ŧ": "t", "ĳ": "ij",
        ]
        let accented = [
            "a": "àáâãäåāăąǎ", "c": "çćĉċč", "d": "ď", "e": "èéêëēĕėęěẽ", "g": "ĝğġģǧ",
            "h": "ĥ", "i": "ìíîïĩīĭįǐ", "j": "ĵ", "k": "ķǩ", "l": "ĺļľŀ", "n": "ñńņňŉ",
            "o": "òóôõöōŏőǒ", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťț", "u": "ùúûüũūŭůűųǔ",
            "w": "ŵẁẃẅ", "y": "ýÿŷỳỹ", "z": "źżž",
        ]
        for (letter, signs) in accented {
            for sign in signs.unicodeScalars { plain[sign] = letter }
        }
        return plain
    }()
}
