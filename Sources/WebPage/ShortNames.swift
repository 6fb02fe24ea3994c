/// Which names of a module are shorter when it is sent: those of variables that are its own, where
/// every place with that word is such a variable. What might be a property, what a template holds
/// and what browsers know by that name keeps it.
struct ShortNames {
    /// A module without needless signs, and where its tokens begin.
    private let text: [UInt8]
    private let tokens: [Range<Int>]
    private var declared: Set<ArraySlice<UInt8>> = []
    private var fixed: Set<ArraySlice<UInt8>> = []
    private var counts: [ArraySlice<UInt8>: Int] = [:]

    /// Declared here or there in the page, and in any window.
    private static let windows = words(
        "caches close closed confirm crypto document event fetch find focus frames history length "
            + "location name navigator open opener origin parent performance print prompt screen "
            + "scroll scrollTo self status stop top window")
    private static let declaring = words("let const var function class")
    private static let grammar = words(
        "let const var function class return if else for of in new this async await typeof case "
            + "switch break continue default try catch finally throw import export from as static "
            + "get set delete void yield null true false super extends undefined while do "
            + "instanceof with debugger enum arguments eval constructor")

    private static func words(_ text: String) -> Set<ArraySlice<UInt8>> {
        Set(text.split(separator: " ").map { Array($0.utf8)[...] })
    }

    static func bytes(of text: [UInt8], tokens starts: [Int]) -> [UInt8] {
        var names = ShortNames(text, starts)
        names.survey()
        return names.shortened()
    }

    private init(_ text: [UInt8], _ starts: [Int]) {
        self.text = text
        tokens = zip(starts, starts.dropFirst() + [text.count]).map { start, end in
            var end = end
            while end > start, text[end - 1] == 0x20 || text[end - 1] == 0x0A { end -= 1 }
            return start..<end
        }
    }

    /// The token at a place; nothing beyond the ends.
    private func token(_ index: Int) -> ArraySlice<UInt8> {
        tokens.indices.contains(index) ? text[tokens[index]] : []
    }

    private func sign(_ index: Int) -> Character {
        let token = token(index)
        return token.count == 1 ? Character(Unicode.Scalar(token[token.startIndex])) : " "
    }

    private static func beginsName(_ byte: UInt8?) -> Bool {
        switch byte ?? 0 {
        case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
        default: false
        }
    }

    private mutating func survey() {
        let closings = closings()
        /// What is open: "(", "[", "{", or "c" for the braces of a class.
        var open: [Character] = []
        var isClass = false
        for index in tokens.indices {
            switch sign(index) {
            case "{":
                open.append(isClass ? "c" : "{")
                isClass = false
            case "(", "[": open.append(sign(index))
            case ")", "]", "}": _ = open.popLast()
            default: break
            }
            let word = token(index)
            if word.first == UInt8(ascii: "`") { fix(in: word) }
            guard Self.beginsName(word.first) else { continue }
            if word.elementsEqual("class".utf8), sign(index + 1) != ":" { isClass = true }
            guard !Self.grammar.contains(word) else { continue }
            counts[word, default: 0] += 1
            if isProperty(index, in: open.last, closings) { fixed.insert(word) }
            if isDeclared(index, in: open.last, closings) { declared.insert(word) }
        }
    }

    /// By the index of what opens, that of what closes.
    private func closings() -> [Int: Int] {
        var closings: [Int: Int] = [:]
        var open: [Int] = []
        for index in tokens.indices {
            switch sign(index) {
            case "(", "[", "{": open.append(index)
            case ")", "]", "}": if let start = open.popLast() { closings[start] = index }
            default: break
            }
        }
        return closings
    }

    /// What stands in a template isn't looked into.
    private mutating func fix(in template: ArraySlice<UInt8>) {
        let isPart = { (byte: UInt8) in
            Self.beginsName(byte) || (0x30...0x39).contains(byte)
        }
        for word in template.split(whereSeparator: { !isPart($0) }) { fixed.insert(word) }
    }

    private func isProperty(
        _ index: Int, in open: Character?, _ closings: [Int: Int]
    ) -> Bool {
        let (before, after) = (sign(index - 1), sign(index + 1))
        if open == "c" { return true }
        if before == ".", sign(index - 2) != "." { return true }
        if after == "(", let end = closings[index + 1], sign(end + 1) == "{" {
            // A method, unless it is a function's own name.
            return !token(index - 1).elementsEqual("function".utf8)
        }
        return open == "{" && (before == "{" || before == ",") && ",}=:".contains(after)
    }

    private func isDeclared(
        _ index: Int, in open: Character?, _ closings: [Int: Int]
    ) -> Bool {
        if Self.declaring.contains(token(index - 1)) { return true }
        if isArrow(index + 1) { return true }
        guard open == "(", sign(index - 1) == "(" || sign(index - 1) == "," else { return false }
        var start = index - 1
        var depth = 0
        while start >= 0 {
            if ")]}".contains(sign(start)) { depth += 1 }
            if "([{".contains(sign(start)) {
                if depth == 0 { break }
                depth -= 1
            }
            start -= 1
        }
        return closings[start].map { isArrow($0 + 1) } ?? false
    }

    private func isArrow(_ index: Int) -> Bool { sign(index) == "=" && sign(index + 1) == ">" }

    private func shortened() -> [UInt8] {
        let short = assigned()
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var end = 0
        for range in tokens {
            result += text[end..<range.lowerBound]
            result += short[text[range]] ?? Array(text[range])
            end = range.upperBound
        }
        return result + text[end...]
    }

    /// The shortest names to what stands there most often.
    private func assigned() -> [ArraySlice<UInt8>: [UInt8]] {
        let own = declared.subtracting(fixed).subtracting(Self.windows).filter { $0.count > 1 }
        let sorted = own.sorted { first, second in
            let (one, other) = (counts[first] ?? 0, counts[second] ?? 0)
            return one != other ? one > other : first.lexicographicallyPrecedes(second)
        }
        var short: [ArraySlice<UInt8>: [UInt8]] = [:]
        var number = 0
        for word in sorted {
            var name: [UInt8]
            repeat {
                name = Self.name(number)
                number += 1
            } while isTaken(name[...])
            if name.count < word.count { short[word] = name }
        }
        return short
    }

    private func isTaken(_ name: ArraySlice<UInt8>) -> Bool {
        counts[name] != nil || fixed.contains(name) || Self.grammar.contains(name)
    }

    private static func name(_ number: Int) -> [UInt8] {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        let last = letters[number % letters.count]
        return number < letters.count ? [last] : name(number / letters.count - 1) + [last]
    }
}
