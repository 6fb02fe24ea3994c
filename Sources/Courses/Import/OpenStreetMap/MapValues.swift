/// What mappers write into tags.
enum MapValues {
    /// A par; nil if it is none.
    static func par(_ text: String) -> Int? {
        guard let par = Int(text.trimmed), ImportLimits.pars.contains(par) else { return nil }
        return par
    }

    /// A length in metres, written in m, km, ft or yd, or without any of them; nil if it is none.
    static func metres(_ text: String) -> Int? {
        let text = text.trimmed.lowercased()
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        guard let number = Double(digits.split(separator: ",").joined(separator: ".")) else {
            return nil
        }
        let factor: Double
        switch String(text.dropFirst(digits.count)).trimmed {
        case "", "m", "m.", "metre", "metres", "meter", "meters": factor = 1
        case "km": factor = 1_000
        case "ft", "ft.", "feet", "foot", "'": factor = 0.3048
        case "yd", "yd.", "yds", "yard", "yards": factor = 0.9144
        default: return nil
        }
        let metres = (number * factor).rounded()
        guard metres.isFinite, metres < 1e6, ImportLimits.lengthsMetres.contains(Int(metres))
        else { return nil }
        return Int(metres)
    }

    /// The holes that a course is said to have, as in "9_hole", "18 holes".
    static func holeCount(_ text: String) -> Int? {
        let digits = text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), (1...ImportLimits.holesPerLayoutMax).contains(count)
        else { return nil }
        return count
    }

    /// The number in the name of a hole, as in "7", "Braut 7", "Hole 7 A"; nil if it isn't one.
    static func holeNumber(_ name: String) -> String? {
        var words = name.split { $0 == " " || $0 == "#" || $0 == "." || $0 == "-" }
        if let first = words.first, holeWords.contains(first.lowercased()) { words.removeFirst() }
        guard words.count <= 2 else { return nil }
        let label = words.joined()
        let digits = label.prefix { $0.isASCII && $0.isNumber }
        let rest = label.dropFirst(digits.count)
        guard (1...2).contains(digits.count), rest.count <= 1, rest.allSatisfy(\.isLetter)
        else { return nil }
        return label
    }

    private static let holeWords: Set = [
        "hole", "braut", "hola", "hål", "hull", "hul", "väylä", "reikä", "rada", "jamka", "bahn",
        "basket", "karfa", "trou", "korg", "kurv",
    ]
}
