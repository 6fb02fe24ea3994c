/// A module as a browser needs it: the same program without comments, and without the blanks, line
/// ends and signs that its tokens don't need.
///
/// A line end stays wherever it might end a statement. Private names, which nobody else can see,
/// are short ones; and what is declared by `const`, which nothing sets anew, is by `let`.
package struct BareModule {
    /// The gap that two tokens need between them.
    private enum Gap { case none, blank, line }

    /// No statement ends with these, so the next line goes on with it.
    private static let goOn = Set(";{,([=:?&|<>*%!~^".utf8)
    /// No statement begins with these, so they go on with that of the line before.
    private static let belong = Set(";}),]?:=&|<>%^".utf8)
    private static let closing = Set("})]".utf8)
    /// Words after which a slash begins a regular expression.
    private static let beforePattern = Set(
        ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else"]
            .map { Array($0.utf8)[...] })

    private let source: [UInt8]
    private var place = 0
    private var bare: [UInt8] = []
    /// The place where the last token of `bare` begins, and its kind.
    private var last = 0
    private var isLastWord = false
    private var isLastSign = false
    /// The short private names, by those that the author wrote.
    private var privateNames: [ArraySlice<UInt8>: [UInt8]] = [:]
    /// The places in `bare` where tokens begin.
    private var starts: [Int] = []

    /// The bytes of the module `source`, as short as they can be.
    ///
    /// - Parameter shortensNames: whether its own variables get short names too, see `ShortNames`.
    package static func bytes(of source: [UInt8], shortensNames: Bool = false) -> [UInt8] {
        var module = BareModule(source: source)
        module.bare.reserveCapacity(source.count)
        while module.addToken() {}
        if !module.bare.isEmpty { module.bare.append(UInt8(ascii: "\n")) }
        guard shortensNames else { return module.bare }
        return ShortNames.bytes(of: module.bare, tokens: module.starts)
    }

    private init(source: [UInt8]) { self.source = source }

    private subscript(offset: Int) -> UInt8 {
        place + offset < source.count ? source[place + offset] : 0
    }

    private mutating func addToken() -> Bool {
        let gap = skipGap()
        guard place < source.count else { return false }
        let start = place
        let first = self[0]
        var isWord = false
        var isSign = false
        switch first {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): skip(to: first)
        case UInt8(ascii: "`"): skipTemplate()
        case UInt8(ascii: "/") where beginsPattern:
            skipPattern()
            isWord = true
        case _ where Self.isWord(first):
            while Self.isWord(self[0]) { place += 1 }
            isWord = true
        default:
            place += 1
            isSign = true
        }
        if isSign, Self.closing.contains(first) {
            dropNeedless(before: first)
        } else {
            separate(by: gap, from: first, isSign: isSign, isWord: Self.isWord(first))
        }
        last = bare.count
        starts.append(last)
        isLastWord = isWord
        isLastSign = isSign
        bare += short(source[start..<min(place, source.count)])
        return true
    }

    private mutating func short(_ token: ArraySlice<UInt8>) -> [UInt8] {
        if token.elementsEqual("const".utf8) { return Array("let".utf8) }
        if token.first == UInt8(ascii: "`") { return shortened(template: token) }
        guard token.first == UInt8(ascii: "#"), token.count > 1 else { return Array(token) }
        if let name = privateNames[token] { return name }
        let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        var name = [UInt8(ascii: "#")]
        var number = privateNames.count
        repeat {
            name.append(letters[number % letters.count])
            number /= letters.count
        } while number > 0
        privateNames[token] = name
        return name
    }

    /// A template with the private names in it made short; they stand behind "this.".
    private mutating func shortened(template: ArraySlice<UInt8>) -> [UInt8] {
        var short: [UInt8] = []
        var rest = template
        while let first = rest.first {
            let isPrivate =
                first == UInt8(ascii: "#") && short.suffix(5).elementsEqual("this.".utf8)
            let end =
                isPrivate
                ? rest.dropFirst().firstIndex { !Self.isWord($0) } ?? rest.endIndex
                : rest.startIndex + 1
            short += isPrivate ? self.short(rest[..<end]) : [first]
            rest = rest[end...]
        }
        return short
    }

    private mutating func skipGap() -> Gap {
        var gap = Gap.none
        while true {
            switch (self[0], self[1]) {
            case (UInt8(ascii: "\n"), _):
                gap = .line
                place += 1
            case (UInt8(ascii: " "), _):
                if gap == .none { gap = .blank }
                place += 1
            case (UInt8(ascii: "/"), UInt8(ascii: "/")):
                while place < source.count, self[0] != UInt8(ascii: "\n") { place += 1 }
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                if gap == .none { gap = .blank }
                place += 2
                while place < source.count,
                    self[0] != UInt8(ascii: "*") || self[1] != UInt8(ascii: "/")
                {
                    if self[0] == UInt8(ascii: "\n") { gap = .line }
                    place += 1
                }
                place += 2
            default: return gap
            }
        }
    }

    /// Skips what begins here, to the sign that ends it.
    private mutating func skip(to end: UInt8) {
        place += 1
        while place < source.count, self[0] != end {
            place += self[0] == UInt8(ascii: "\\") ? 2 : 1
        }
        place += 1
    }

    private mutating func skipTemplate() {
        place += 1
        while place < source.count, self[0] != UInt8(ascii: "`") {
            if self[0] == UInt8(ascii: "$"), self[1] == UInt8(ascii: "{") {
                place += 1
                skipBraces()
            } else {
                place += self[0] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        place += 1
    }

    /// Skips an expression in a template, with its braces.
    private mutating func skipBraces() {
        var depth = 0
        repeat {
            switch self[0] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            default: break
            }
            switch self[0] {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): skip(to: self[0])
            case UInt8(ascii: "`"): skipTemplate()
            default: place += 1
            }
        } while depth > 0 && place < source.count
    }

    /// Skips a regular expression and its flags; in brackets a slash is one like any other sign.
    private mutating func skipPattern() {
        place += 1
        while place < source.count, self[0] != UInt8(ascii: "/") {
            if self[0] == UInt8(ascii: "[") {
                skip(to: UInt8(ascii: "]"))
            } else {
                place += self[0] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        place += 1
        while Self.isWord(self[0]) { place += 1 }
    }

    /// Whether a slash begins a regular expression here, and doesn't divide.
    private var beginsPattern: Bool {
        guard let end = bare.last else { return true }
        if isLastWord { return Self.beforePattern.contains(bare[last...]) }
        return isLastSign && !Self.closing.contains(end)
    }

    /// Drops a semicolon or a comma before a closing sign, which ends a statement and a list by
    /// itself. A comma that stands for an element stays.
    private mutating func dropNeedless(before closing: UInt8) {
        guard isLastSign else { return }
        switch bare.last {
        case UInt8(ascii: ";") where closing == UInt8(ascii: "}"): dropLast()
        case UInt8(ascii: ","):
            let before = bare.dropLast().last
            if before != UInt8(ascii: ","), before != UInt8(ascii: "[") { dropLast() }
        default: break
        }
    }

    private mutating func dropLast() {
        bare.removeLast()
        starts.removeLast()
    }

    private mutating func separate(by gap: Gap, from next: UInt8, isSign: Bool, isWord: Bool) {
        guard gap != .none, let end = bare.last else { return }
        let goesOn = isLastSign && Self.goOn.contains(end) || isSign && Self.belong.contains(next)
        if gap == .line, !goesOn {
            bare.append(UInt8(ascii: "\n"))
        } else if isLastWord && isWord || runsTogether(with: next) {
            bare.append(UInt8(ascii: " "))
        }
    }

    /// Whether this sign would be another one right behind the last token.
    private func runsTogether(with sign: UInt8) -> Bool {
        switch sign {
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"): bare.last == sign
        case UInt8(ascii: "."): isLastWord
        default: false
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "\\"): true
        default: false
        }
    }
}
