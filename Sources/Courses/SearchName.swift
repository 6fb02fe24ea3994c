import CUTF8Proc

/// A name as it is searched: what people type without the letters that their keyboard lacks, with
/// an accent too few, or as they hear it.
package struct SearchName: Hashable, Sendable {
    /// Small letters and digits without marks, one blank between words.
    package let folded: String
    /// The same for those who mistype: letters that sound alike are one, none is doubled.
    package let loose: String

    package init(_ name: String) {
        folded = Self.fold(name)
        loose = Self.loosen(folded)
    }

    private static func fold(_ name: String) -> String {
        var folded = ""
        var isBehindBlank = false
        for sign in decomposed(String(String.UnicodeScalarView(decomposed(name).map(lowered)))) {
            if isMark(sign) { continue }
            guard isLetterOrNumber(sign) else {
                isBehindBlank = !folded.isEmpty
                continue
            }
            if isBehindBlank { folded += " " }
            isBehindBlank = false
            folded += plain[sign] ?? String(sign)
        }
        return folded
    }

    /// Letters that aren't another one with a mark.
    private static let plain: [Unicode.Scalar: String] = [
        "þ": "th", "ð": "d", "æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "đ": "d", "ł": "l",
        "ı": "i", "ς": "σ",
    ]

    private static let soundsLike = [
        ("dh", "d"), ("th", "t"), ("ae", "a"), ("oe", "o"), ("aa", "a"), ("y", "i"), ("z", "s"),
        ("w", "v"), ("ck", "k"), ("c", "k"),
    ]

    private static func loosen(_ folded: String) -> String {
        var text = Array(folded.unicodeScalars)
        for (sound, letter) in soundsLike {
            text = replaced(Array(sound.unicodeScalars), by: Array(letter.unicodeScalars), in: text)
        }
        var loose = String.UnicodeScalarView()
        for sign in text where loose.last != sign { loose.append(sign) }
        return String(loose)
    }

    private static func replaced(
        _ sound: [Unicode.Scalar], by letter: [Unicode.Scalar], in text: [Unicode.Scalar]
    ) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var rest = text[...]
        while let sign = rest.first {
            if rest.starts(with: sound) {
                result += letter
                rest = rest.dropFirst(sound.count)
            } else {
                result.append(sign)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}

// What Unicode says of a sign, by libutf8proc: the same on every machine.
extension SearchName {
    /// The compatibility decomposition (UAX 15, NFKD).
    private static func decomposed(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.flatMap { sign -> [Unicode.Scalar] in
            // No sign becomes more than 18 (UAX 15 section 9).
            var parts = [utf8proc_int32_t](repeating: 0, count: 18)
            var boundary: Int32 = 0
            let options = utf8proc_option_t(
                UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue)
            let count = unsafe utf8proc_decompose_char(
                utf8proc_int32_t(bitPattern: sign.value), &parts, parts.count, options, &boundary)
            guard (1...parts.count).contains(count) else { return [sign] }
            return parts[..<count].compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
        }
    }

    private static func lowered(_ sign: Unicode.Scalar) -> Unicode.Scalar {
        let low = utf8proc_tolower(utf8proc_int32_t(bitPattern: sign.value))
        return Unicode.Scalar(UInt32(bitPattern: low)) ?? sign
    }

    private static func isMark(_ sign: Unicode.Scalar) -> Bool {
        category(sign, isFrom: UTF8PROC_CATEGORY_MN, to: UTF8PROC_CATEGORY_ME)
    }

    private static func isLetterOrNumber(_ sign: Unicode.Scalar) -> Bool {
        category(sign, isFrom: UTF8PROC_CATEGORY_LU, to: UTF8PROC_CATEGORY_LO)
            || category(sign, isFrom: UTF8PROC_CATEGORY_ND, to: UTF8PROC_CATEGORY_NO)
    }

    private static func category(
        _ sign: Unicode.Scalar, isFrom first: utf8proc_category_t, to last: utf8proc_category_t
    ) -> Bool {
        let category = utf8proc_category(utf8proc_int32_t(bitPattern: sign.value)).rawValue
        return (first.rawValue...last.rawValue).contains(category)
    }
}
