import Documents

/// Names that people can tell apart. Someone who scores for a column finds it by what they see of
/// its name, so two columns of a card mustn't look the same, whatever bytes their names have.
extension Lobby {
    /// Whether a sign leaves nothing to be seen: blanks, and signs that only say how others are
    /// drawn. The empty pattern of Braille is a symbol to Unicode, and a blank to the eye.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        isBlank(scalar) || scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\u{2800}"
    }

    /// The visible part of a name, in small letters: names that differ by nothing visible have
    /// equal keys. (`==` of strings is canonical equivalence.)
    static func visibleKey(of name: String) -> String {
        var key = ""
        var hasBlank = false
        for scalar in name.unicodeScalars {
            if isBlank(scalar) {
                hasBlank = true
            } else if !scalar.properties.isDefaultIgnorableCodePoint {
                if hasBlank, !key.isEmpty { key += " " }
                hasBlank = false
                key += scalar.properties.lowercaseMapping
            }
        }
        return key
    }

    /// The keys of the names on the card, but for that of `column`.
    private func visibleKeys(besides column: PlayerID) -> Set<String> {
        Set(columns.lazy.filter { $0.id != column }.map { Self.visibleKey(of: name(of: $0)) })
    }

    /// Whether another column of the card has a name that looks like `name`.
    func isTaken(_ name: String, besides column: PlayerID) -> Bool {
        visibleKeys(besides: column).contains(Self.visibleKey(of: name))
    }

    /// The name for a new column: `name`, or with the first letters behind it that tell it from
    /// all others on the card: "Anna", "Anna B", … "Anna Z", "Anna AA".
    func distinctName(_ name: String, for column: PlayerID) -> String {
        let taken = visibleKeys(besides: column)
        guard taken.contains(Self.visibleKey(of: name)) else { return name }
        // One number more than there are names is tried at most.
        var place = 2
        while true {
            let ending = " " + Self.letters(place)
            let distinct =
                Self.cut(name, bytesMax: LobbyLimits.nameBytesMax - ending.utf8.count) + ending
            if !taken.contains(Self.visibleKey(of: distinct)) { return distinct }
            place += 1
        }
    }

    /// The letters for a place: A, B, … Z, AA, AB, …
    private static func letters(_ place: Int) -> String {
        let (rest, letter) = (place - 1).quotientAndRemainder(dividingBy: 26)
        let last = String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(letter)))
        return rest == 0 ? last : letters(rest) + last
    }

    /// The longest beginning, in whole scalars, of at most so many bytes.
    private static func cut(_ name: String, bytesMax: Int) -> String {
        var cut = name.unicodeScalars
        while String(cut).utf8.count > bytesMax { cut.removeLast() }
        return String(cut)
    }
}
