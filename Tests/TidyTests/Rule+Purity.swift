// Checks pure targets for words that they must not hold, each with what takes its place.

/// A sequence of tokens that pure code does not hold.
struct BannedPhrase {
    let words: [String]
    let replacement: String

    init(_ phrase: String, _ replacement: String) {
        words = swiftTokens(phrase).map(\.text)
        self.replacement = replacement
    }
}

enum Purity {
    private static let clock = "time comes in as an argument"
    private static let random = "random bits come in as an argument, or as `using: &generator`"
    private static let output = "return a value; a shell target prints or logs it"
    private static let task = "return an effect for the shell to carry out"

    static let banned: [BannedPhrase] =
        phrases(
            clock, "ContinuousClock", "SuspendingClock", "clock_gettime", "gettimeofday", "Date()",
            "DispatchTime")
        + phrases(random, "SystemRandomNumberGenerator", "getrandom(", "getentropy(", "arc4random")
        + phrases(output, "print(", "debugPrint(", "dump(")

    /// Banned outside of `House.asyncFolder` only.
    static let bannedConcurrency = phrases(
        task, "Task {", "Task.detached", "Task.sleep", "async", "await")

    /// Calls that are pure only if they are handed a generator.
    static let generatorCalls: Set = ["random", "randomElement", "shuffled", "shuffle"]

    private static func phrases(_ replacement: String, _ phrases: String...) -> [BannedPhrase] {
        phrases.map { BannedPhrase($0, replacement) }
    }

    static func breaches(in tokens: [Token], path: String) -> [Breach] {
        let mayWait = path.hasPrefix(House.asyncFolder)
        let phrases = mayWait ? banned : banned + bannedConcurrency
        func breach(_ index: Int, _ found: String, _ replacement: String) -> Breach {
            Breach(
                rule: .purity, path: path, line: tokens[index].line,
                message: "`\(found)` in a pure target: \(replacement)")
        }
        var breaches: [Breach] = []
        for index in tokens.indices {
            for phrase in phrases where stands(phrase.words, at: index, in: tokens) {
                breaches.append(
                    breach(index, phrase.words.joined(), phrase.replacement))
            }
            if drawsByItself(at: index, in: tokens) || tokens[index].text.hasPrefix("randombytes") {
                breaches.append(breach(index, tokens[index].text, random))
            }
            if !mayWait, declaresActor(at: index, in: tokens) {
                breaches.append(
                    breach(index, "actor", "write a struct that its owner mutates"))
            }
        }
        return breaches
    }

    private static func stands(_ words: [String], at index: Int, in tokens: [Token]) -> Bool {
        tokens[index].text == words[0] && tokens[index...].starts(with: words) { $0.text == $1 }
    }

    /// Whether a call such as `.random(in:)` stands here without an argument `using:`.
    private static func drawsByItself(at index: Int, in tokens: [Token]) -> Bool {
        guard generatorCalls.contains(tokens[index].text), index > 0,
            tokens[index - 1].text == ".", index + 1 < tokens.count, tokens[index + 1].text == "("
        else { return false }
        return !arguments(from: index + 1, in: tokens).contains { $0.text == "using" }
    }

    /// The tokens from an opening parenthesis to its closing one.
    private static func arguments(from opening: Int, in tokens: [Token]) -> ArraySlice<Token> {
        var depth = 0
        for index in opening..<tokens.count {
            if tokens[index].text == "(" { depth += 1 }
            if tokens[index].text == ")" { depth -= 1 }
            if depth == 0 { return tokens[opening..<index] }
        }
        return tokens[opening...]
    }

    /// Whether `actor Name` stands here; a value or an argument may be called `actor`.
    private static func declaresActor(at index: Int, in tokens: [Token]) -> Bool {
        guard tokens[index].text == "actor", index + 1 < tokens.count,
            tokens[index + 1].text.first?.isUppercase == true
        else { return false }
        return index == 0 || ![".", "(", ",", "="].contains(tokens[index - 1].text)
    }
}
