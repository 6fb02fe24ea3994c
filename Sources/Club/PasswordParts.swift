/// A password cut into as few parts as it can be: each is a sign, or something that whoever guesses
/// tries as a whole. "P4ssw0rd-2024!!" has two of them.
struct PasswordParts {
    /// The fewest parts.
    private(set) var count = 0
    /// What is wrong with a password that has too few.
    private(set) var fault = PasswordFault.common

    /// Signs of a word at least, and of a row.
    private static let wordSigns = 3
    private static let rowSigns = 3
    /// Digits and punctuation at an end that are one part together.
    private static let tailSignsMax = 8

    /// The fewest parts up to a sign, and where the last of them begins.
    private struct Cut {
        var count: Int
        var start: Int
        var fault: PasswordFault?
    }

    private let signs: [Unicode.Scalar]
    /// The same, with one sign for all that look alike.
    private let lookalikes: [Unicode.Scalar]
    /// The fewest parts of the first so many signs.
    private var cuts = [Cut(count: 0, start: 0, fault: nil)]

    /// - Parameter words: as `words(_:)` makes them.
    init(_ password: String, words: [[Unicode.Scalar]]) {
        signs = Array(FoldedName(password).text.unicodeScalars)
        lookalikes = signs.map(Self.lookalike)
        for end in signs.indices {
            cuts.append(Cut(count: cuts[end].count + 1, start: end, fault: nil))
            tryWords(words, before: end + 1)
            tryRows(before: end + 1)
            tryRepetitions(before: end + 1)
            tryNumbers(before: end + 1)
        }
        count = cuts[signs.count].count
        fault = worst
    }

    /// The kind of the longest part, unless there is a word.
    private var worst: PasswordFault {
        var longest = (count: 0, fault: PasswordFault.common)
        var end = signs.count
        while end > 0 {
            let cut = cuts[end]
            if cut.fault == .common { return .common }
            if let fault = cut.fault, end - cut.start > longest.count {
                longest = (end - cut.start, fault)
            }
            end = cut.start
        }
        return longest.fault
    }

    /// Ends a part before `end` if there are fewer of them then.
    private mutating func cut(from start: Int, before end: Int, as fault: PasswordFault) {
        guard cuts[start].count + 1 < cuts[end].count else { return }
        cuts[end] = Cut(count: cuts[start].count + 1, start: start, fault: fault)
    }

    private mutating func tryWords(_ words: [[Unicode.Scalar]], before end: Int) {
        for word in words where word.count <= end {
            guard lookalikes[end - word.count..<end].elementsEqual(word) else { continue }
            cut(from: end - word.count, before: end, as: .common)
        }
    }

    private mutating func tryRows(before end: Int) {
        for row in Self.rows {
            for step in [1, -1] {
                let start = rowStart(row, step, before: end)
                if end - start >= Self.rowSigns { cut(from: start, before: end, as: .sequence) }
            }
        }
    }

    /// Where the signs begin that follow each other in a row.
    private func rowStart(_ row: [Unicode.Scalar: Int], _ step: Int, before end: Int) -> Int {
        guard var place = row[signs[end - 1]] else { return end }
        var start = end - 1
        while start > 0, row[signs[start - 1]] == place - step {
            place -= step
            start -= 1
        }
        return start
    }

    /// Whatever repeats the signs before it is one part, however often it does.
    private mutating func tryRepetitions(before end: Int) {
        for period in 1..<max(1, end) {
            var start = end
            while start > period, signs[start - 1] == signs[start - 1 - period] { start -= 1 }
            if end - start >= period { cut(from: start, before: end, as: .repetition) }
        }
    }

    private mutating func tryNumbers(before end: Int) {
        if end >= 4, isYear(signs[end - 4..<end]) {
            cut(from: end - 4, before: end, as: .number)
        }
        // At the end, and in front.
        if end == signs.count {
            let tail = signs.suffix(Self.tailSignsMax).reversed().prefix { !isLetter($0) }.count
            if tail > 0 { cut(from: end - tail, before: end, as: .number) }
        }
        if end <= Self.tailSignsMax, !signs[..<end].contains(where: isLetter) {
            cut(from: 0, before: end, as: .number)
        }
    }

    private func isYear(_ signs: ArraySlice<Unicode.Scalar>) -> Bool {
        signs.allSatisfy { ("0"..."9").contains($0) }
            && (signs.starts(with: "19".unicodeScalars)
                || signs.starts(with: "20".unicodeScalars))
    }

    /// Letters of any script, as everything beyond ASCII counts.
    private func isLetter(_ sign: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(sign) || sign.value >= 0x80
    }
}

extension PasswordParts {
    /// The words of a text, as they are looked for.
    static func words(_ text: String) -> [[Unicode.Scalar]] {
        FoldedName(text).text.unicodeScalars
            .split { !$0.properties.isAlphabetic && !("0"..."9").contains($0) }
            .filter { $0.count >= wordSigns }
            .map { $0.map(lookalike) }
    }

    private static func lookalike(_ sign: Unicode.Scalar) -> Unicode.Scalar {
        switch sign {
        case "0": "o"
        case "1", "l", "!", "|": "i"
        case "3", "€": "e"
        case "4", "@": "a"
        case "5", "$": "s"
        case "7", "+": "t"
        case "8": "b"
        case "9": "g"
        default: sign
        }
    }

    /// The places of signs that follow each other: in the alphabet, among the digits, on keyboards
    /// from left to right and downwards.
    private static let rows: [[Unicode.Scalar: Int]] = [
        "abcdefghijklmnopqrstuvwxyz", "0123456789", "1234567890", "qwertyuiop", "asdfghjkl",
        "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "1qaz", "2wsx", "3edc", "4rfv", "5tgb",
        "6yhn", "7ujm",
    ].map { row in
        Dictionary(uniqueKeysWithValues: zip(row.unicodeScalars, 0...))
    }

    /// What people here and elsewhere make passwords of.
    static let commonWords = words(
        """
        password passwort passord passwd pass lykilord lykill adgangur adgangsord leyndo leyndarmal
        secret private admin administrator root user guest login signin welcome velkomin velkominn
        letmein open sesame access master changeme default temporary test testing tester demo
        example sample trustno hello hallo halloo goodbye bless please thanks takk whatever
        nothing something anything computer internet keyboard monitor laptop phone mobile android
        iphone samsung nokia google facebook instagram twitter youtube netflix microsoft windows
        linux apple server
        love ilove iloveyou loveyou lovely elska elskan astin elskathig baby babe honey sweetheart
        darling angel angels heart kiss kisses hugs forever family mother father mamma pabbi amma
        afi sister brother daughter friend friends vinur vinir
        monkey dragon tiger lion eagle falcon wolf bear horse pony hestur hundur kottur kisa voffi
        puppy kitty dog cat bird fish shark snake spider chicken banana cookie cheese chocolate
        coffee pizza pepper ginger sugar candy lakkris skyr beer bjor
        shadow sunshine princess prinsessa prince queen king kingdom knight wizard magic ninja
        pirate viking vikingur thor odin freyja loki superman batman spiderman pokemon pikachu
        starwars skywalker matrix minecraft fortnite hunter killer ranger soldier samurai jordan
        hero legend champion winner lucky happy crazy cool awesome super mega ultra power strong
        money gold silver diamond flower rose lily rainbow star stars moon sun sky fire water ice
        snow storm thunder summer winter spring autumn sumar vetur haust vor january february
        march april june july august september october november december januar februar mars juni
        juli agust oktober desember monday tuesday wednesday thursday friday saturday sunday
        sunnudagur manudagur thridjudagur midvikudagur fimmtudagur fostudagur laugardagur
        iceland island islandi reykjavik akureyri kopavogur hafnarfjordur football soccer fotbolti
        handbolti basketball baseball hockey tennis golf skiing running fishing guitar music
        liverpool arsenal chelsea manchester united barcelona madrid
        disc discs disk discgolf frisbee frisbi frisbigolf folf folfari folfer putter putt putting
        driver fairway midrange birdie bogey eagle albatross ace holeinone basket karfa karfan
        course tournament innova discraft dynamic latitude
        michael jennifer jessica daniel andrew thomas robert charlie ashley nicole george william
        james john jack david anna jon sigurdur gudrun gunnar olafur einar magnus kristjan bjorn
        stefan johann helga kristin sigridur margret maria johanna elin katrin eva birna
        """)
}
