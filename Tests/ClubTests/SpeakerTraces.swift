import Foundation

/// What can happen in a small club, and who may act as whom after each step, as
/// Tests/Vectors/speakers.json has it: the real server can be told the same.
enum SpeakerTraces {
    struct Trace: Hashable, Codable {
        var steps: [String]
        /// The persons as whom each key may act, after each step.
        var speaks: [[[Int]]]
    }

    static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors/speakers.json")

    /// Set to write the file instead of comparing it.
    static let isWriting = ProcessInfo.processInfo.environment["FOLF_WRITE_VECTORS"] == "1"

    static func read() throws -> [Trace] {
        try JSONDecoder().decode([Trace].self, from: Data(contentsOf: file))
    }

    static func write(_ traces: [Trace]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let lines = try traces.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        let text = "[\n" + lines.joined(separator: ",\n") + "\n]\n"
        try Data(text.utf8).write(to: file)
    }

    static func trace(of steps: [SmallClub.Step]) -> Trace {
        var club = SmallClub()
        return Trace(
            steps: steps.map(\.description),
            speaks: steps.map { step in
                club.take(step)
                return SmallClub.keys.map { key in
                    SmallClub.keys.filter { club.speaks(key, as: $0) }
                }
            })
    }
}

extension SmallClub.Step: CustomStringConvertible {
    /// The word that a description begins with.
    var word: Substring { description.prefix { $0 != " " } }

    var description: String {
        switch self {
        case .signUp(let key, let account): "sign_up \(key) \(account)"
        case .signIn(let key, let account): "sign_in \(key) \(account)"
        case .claim(let asker, let key): "claim \(asker) \(key)"
        case .release(let asker, let person): "release \(asker) \(person)"
        case .revoke(let asker, let key): "revoke \(asker) \(key)"
        case .erase(let asker): "erase \(asker)"
        case .backUp: "back_up"
        case .restore: "restore"
        }
    }

    init?(_ description: String) {
        let parts = description.split(separator: " ")
        let numbers = parts.dropFirst().compactMap { Int($0) }
        switch (parts.first, numbers.count) {
        case ("sign_up", 2): self = .signUp(numbers[0], UInt16(numbers[1]))
        case ("sign_in", 2): self = .signIn(numbers[0], UInt16(numbers[1]))
        case ("claim", 2): self = .claim(by: numbers[0], numbers[1])
        case ("release", 2): self = .release(by: numbers[0], numbers[1])
        case ("revoke", 2): self = .revoke(by: numbers[0], numbers[1])
        case ("erase", 1): self = .erase(by: numbers[0])
        case ("back_up", 0): self = .backUp
        case ("restore", 0): self = .restore
        default: return nil
        }
    }
}

/// Two steps, one after the other, by their words.
struct StepPair: Hashable {
    var first: Substring
    var second: Substring

    static func pairs(in steps: [SmallClub.Step]) -> Set<StepPair> {
        Set(zip(steps, steps.dropFirst()).map { StepPair(first: $0.word, second: $1.word) })
    }

    static let words: [Substring] = [
        "sign_up", "sign_in", "claim", "release", "revoke", "erase", "back_up", "restore",
    ]

    /// The pairs that can't be: there is one copy, and it is put back once.
    static let impossible: Set = [
        StepPair(first: "back_up", second: "back_up"),
        StepPair(first: "restore", second: "restore"),
        StepPair(first: "restore", second: "back_up"),
    ]

    static let possible = Set(
        words.flatMap { first in words.map { StepPair(first: first, second: $0) } }
    ).subtracting(impossible)
}
