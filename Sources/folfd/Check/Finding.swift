/// What a check has found about one thing, in words for an operator.
struct Finding: Equatable {
    enum Grade: String {
        case ok
        /// The server runs, but not as well as it could, or not for long.
        case warning
        /// The server doesn't start, or loses what it shouldn't.
        case problem
    }

    var grade: Grade
    var subject: String
    var sentence: String

    /// The line that is printed.
    var line: String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        return padded(grade.rawValue, 9) + padded(subject, 13) + sentence
    }

    static func ok(_ subject: String, _ sentence: String) -> Finding {
        Finding(grade: .ok, subject: subject, sentence: sentence)
    }

    static func warning(_ subject: String, _ sentence: String) -> Finding {
        Finding(grade: .warning, subject: subject, sentence: sentence)
    }

    static func problem(_ subject: String, _ sentence: String) -> Finding {
        Finding(grade: .problem, subject: subject, sentence: sentence)
    }
}
