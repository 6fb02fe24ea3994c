/// Shortens the names of a module when it is sent: those of variables that are its own, where every
/// place with that word is such a variable. Words that might be properties, stand in a template or
/// are known to browsers stay. Where one word is a property and its variable, as twice in
/// `const { one } = { one }`, it becomes two: `{one:a}`.
struct ShortNames {
    /// A module without needless signs, and where its tokens begin.
    private let text: [UInt8]
    private let tokens: [Range<Int>]
    private var declared: Set<ArraySlice<UInt8>> = []
    private var fixed: Set<ArraySlice<UInt8>> = []
    private var counts: [ArraySlice<UInt8>: Int] = [:]
    /// Tokens that are a property and its variable, and how often a word is that.
    private var doubles: Set<Int> = []
    private var doubleCounts: [ArraySlice<UInt8>: Int] = [:]
    /// The index of the opening sign for each closing one, and the other way round.
    private var partners: [Int: Int] = [:]

    /// Names that the page declares here or there, and that every window has too.
    private static let windows = words(
        "caches close closed confirm crypto document event fetch find focus frames history length "
            + "location name navigator open opener origin parent performance print prompt screen "
            + "scroll scrollTo self status stop top window")
    private static let declaring = words("let const var function class")
    private static let binding = words("let const var")
    /// Words behind which parentheses hold no list of parameters.
    private static let deciding = words("if for while switch with")
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
        pair()
        /// Indices of what is open, and whether it is the body of a class.
        var open: [(index: Int, isClass: Bool)] = []
        var isClass = false
        for index in tokens.indices {
            switch sign(index) {
            case "{":
                open.append((index, isClass))
                isClass = false
            case "(", "[": open.append((index, false))
            case ")", "]", "}": _ = open.popLast()
            default: break
            }
            let word = token(index)
            if word.first == UInt8(ascii: "`") { fix(in: word) }
            guard Self.beginsName(word.first) else { continue }
            if word.elementsEqual("class".utf8), sign(index + 1) != ":" { isClass = true }
            guard !Self.grammar.contains(word) else { continue }
            counts[word, default: 0] += 1
            let isInClass = open.last?.isClass ?? false
            let isInBraces = !isInClass && open.last.map { sign($0.index) == "{" } ?? false
            if isInBraces, isDouble(index) {
                doubles.insert(index)
                doubleCounts[word, default: 0] += 1
            } else if isInClass || isProperty(index, isInBraces: isInBraces) {
                fixed.insert(word)
            }
            if isDeclared(index, in: open.map(\.index)) { declared.insert(word) }
        }
    }

    private mutating func pair() {
        var open: [Int] = []
        for index in tokens.indices {
            switch sign(index) {
            case "(", "[", "{": open.append(index)
            case ")", "]", "}":
                guard let start = open.popLast() else { break }
                partners[start] = index
                partners[index] = start
            default: break
            }
        }
    }

    /// Keeps all words in a template, which isn't looked into.
    private mutating func fix(in template: ArraySlice<UInt8>) {
        let isPart = { (byte: UInt8) in
            Self.beginsName(byte) || (0x30...0x39).contains(byte)
        }
        for word in template.split(whereSeparator: { !isPart($0) }) { fixed.insert(word) }
    }

    /// Whether a word in braces stands alone in its place.
    private func isDouble(_ index: Int) -> Bool {
        "{,".contains(sign(index - 1)) && ",}".contains(sign(index + 1))
    }

    private func isProperty(_ index: Int, isInBraces: Bool) -> Bool {
        let (before, after) = (sign(index - 1), sign(index + 1))
        if before == ".", sign(index - 2) != "." { return true }
        if after == "(", let end = partners[index + 1], sign(end + 1) == "{" {
            // A method, unless it is a function's own name.
            return !token(index - 1).elementsEqual("function".utf8)
        }
        return isInBraces && (before == "{" || before == ",") && "=:".contains(after)
    }

    /// - Parameter open: the indices of all that is open there.
    private func isDeclared(_ index: Int, in open: [Int]) -> Bool {
        if Self.declaring.contains(token(index - 1)) { return true }
        if isArrow(index + 1) { return true }
        guard "({[,:.".contains(sign(index - 1)) else { return false }
        for start in open.reversed() {
            if Self.binding.contains(token(start - 1)) { return true }
            if sign(start) == "(" { return isParameters(start) }
            // A pattern is part of another one; the body of a function isn't.
            guard "({[,:".contains(sign(start - 1)) else { return false }
        }
        return false
    }

    private func isParameters(_ start: Int) -> Bool {
        guard let end = partners[start] else { return false }
        if isArrow(end + 1) { return true }
        let isOfFunction = sign(end + 1) == "{" && Self.beginsName(token(start - 1).first)
        return isOfFunction && !Self.deciding.contains(token(start - 1))
    }

    private func isArrow(_ index: Int) -> Bool { sign(index) == "=" && sign(index + 1) == ">" }

    private func shortened() -> [UInt8] {
        let short = assigned()
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var end = 0
        for (index, range) in tokens.enumerated() {
            result += text[end..<range.lowerBound]
            let word = text[range]
            let name = short[word]
            if name != nil, doubles.contains(index) { result += word + [UInt8(ascii: ":")] }
            result += name ?? Array(word)
            end = range.upperBound
        }
        return result + text[end...]
    }

    /// Gives the shortest names to the words that stand there most often.
    private func assigned() -> [ArraySlice<UInt8>: [UInt8]] {
        let own = declared.subtracting(fixed).subtracting(Self.windows).filter { $0.count > 1 }
        let sorted = own.sorted { first, second in
            let (one, other) = (counts[first] ?? 0, counts[second] ?? 0)
            return one != other ? one > other : first.lexicographicallyPrecedes(second)
        }
        var short: [ArraySlice<UInt8>: [UInt8]] = [:]
        var number = 0
        for word in sorted {
            var next = number
            while isTaken(Self.name(next)[...]) { next += 1 }
            let name = Self.name(next)
            guard saving(of: word, name) > 0 else { continue }
            short[word] = name
            number = next + 1
        }
        return short
    }

    /// The number of signs that the module is shorter by if `word` becomes `name`.
    private func saving(of word: ArraySlice<UInt8>, _ name: [UInt8]) -> Int {
        let doubleCount = doubleCounts[word] ?? 0
        let singleCount = (counts[word] ?? 0) - doubleCount
        return singleCount * (word.count - name.count) - doubleCount * (name.count + 1)
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
