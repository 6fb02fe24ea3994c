/// A deliberate fault as it stands in Tests/Mutants/mutants.txt.
struct PlannedMutant: CustomStringConvertible {
    /// A text of a file and its replacement.
    struct Change {
        var path: String
        var original: String
        var replacement: String
    }

    var name: String
    /// `simulator`, or suites of tests.
    var catchers: [String]
    var sentence: String
    var changes: [Change]

    var description: String { name }
}

extension PlannedMutant {
    /// Reads a mutant's lines: its name and catchers, a sentence, and three lines a change. Nil if
    /// they are something else.
    init?(_ lines: [Substring]) {
        guard lines.count >= 5, lines.count % 3 == 2 else { return nil }
        let head = lines[0].split(separator: ", caught by ", omittingEmptySubsequences: false)
        guard head.count == 2 else { return nil }
        name = String(head[0])
        catchers = head[1].split(separator: " or ").map(String.init)
        sentence = String(lines[1])
        changes = []
        for place in stride(from: 2, to: lines.count, by: 3) {
            let (original, replacement) = (lines[place + 1], lines[place + 2])
            guard original.hasPrefix("- "), replacement.hasPrefix("+ ") else { return nil }
            changes.append(
                Change(
                    path: String(lines[place]), original: String(original.dropFirst(2)),
                    replacement: String(replacement.dropFirst(2))))
        }
    }

    /// The mutants of a list, and the lines with which a block begins that is none, though it
    /// says what it must be caught by.
    static func read(_ text: String) -> (mutants: [PlannedMutant], unread: [String]) {
        var mutants: [PlannedMutant] = []
        var unread: [String] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for block in lines.split(separator: "", omittingEmptySubsequences: true) {
            if let mutant = PlannedMutant(Array(block)) {
                mutants.append(mutant)
            } else if block.contains(where: { $0.contains("caught by ") }) {
                unread.append(String(block.first ?? ""))
            }
        }
        return (mutants, unread)
    }
}
