/// What must hold in every state.
package enum Property: String, Sendable {
    case durable = "nothing is shown that isn't durable"
    case acknowledged = "no acknowledged op is lost"
    case once = "every op counts once"
    case seen = "nothing unseen is overwritten"
    case order = "each replica's ops come in order, without gaps"
    case monotonic = "a phone never goes back"
    case ownWrites = "one's own entries show"
    case journal = "a journal says what its phone knew"
    case register = "the cell is what the register's rule makes of the log"
    case rules = "both sides keep the protocol, and nothing is refused"
    case equal = "when all is quiet, all have the same, and nothing waits"
    case snapshot = "the snapshot path equals the event path"
    case ends = "from every state, all becomes quiet once nothing fails any more"
    case endings = "the endings are those of the model"
}

/// What was found, and after which choices.
package struct Violation: Error {
    package var property: Property
    package var text: String
    /// The choices that lead there, in words.
    package var trace: [String] = []

    init(_ property: Property, _ text: String) {
        self.property = property
        self.text = text
    }

    /// A report for a person to read.
    package var lines: [String] {
        ["violated: \(property.rawValue)", "  \(text)"]
            + trace.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    }
}
