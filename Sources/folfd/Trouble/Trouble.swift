import Documents

/// Something that somebody has to look after. The names never change their meaning.
enum Trouble: String, CaseIterable {
    /// Little of the disk is left.
    case disk
    /// Edits can't be saved.
    case commits
    /// The clock that people read has jumped.
    case clock
    /// The certificate ends soon.
    case certificate
    /// An authority was asked for a certificate, and there is none.
    case certificateOrder = "certificate_order"
    /// The last good copy is old.
    case backup
    /// A loop doesn't answer.
    case loops
    /// Another server doesn't answer, or can't save; told by `folfd watch`.
    case unreachable

    /// The time for which it has to last before anybody is told.
    var patienceMilliseconds: UInt64 {
        switch self {
        case .commits, .loops, .certificateOrder: 60_000
        case .disk, .clock, .certificate, .backup, .unreachable: 0
        }
    }
}

/// What is told of a trouble.
struct TroubleMessage: Equatable {
    enum State: String {
        case raised
        /// It was told a day ago.
        case lasts
        case ended
    }

    let trouble: Trouble
    let state: State
    let text: String

    /// The message as JSON. `text` is what chat programs show.
    func json(server: String, at milliseconds: Int64) -> String {
        "{\"text\":\(JSONText.quoted("\(server): \(text)")),\"server\":\(JSONText.quoted(server)),"
            + "\"trouble\":\"\(trouble.rawValue)\",\"state\":\"\(state.rawValue)\","
            + "\"at\":\(milliseconds)}"
    }
}

/// The troubles that there are: each is told once when it begins, once a day while it lasts, and
/// once when it is over.
struct TroubleBook {
    private struct Entry {
        var seenSince: UInt64
        var seenLast: UInt64
        var text: String
        var toldAt: UInt64?
    }

    /// The time without it after which it is over.
    static let calmMilliseconds: UInt64 = 60_000
    static let reminderMilliseconds: UInt64 = 86_400_000

    private var entries: [Trouble: Entry] = [:]

    /// Takes note of the troubles that are seen now, each with a sentence, and says what is to be
    /// told.
    ///
    /// - Parameter now: monotonic milliseconds.
    mutating func look(_ seen: [Trouble: String], now: UInt64) -> [TroubleMessage] {
        Trouble.allCases.compactMap { trouble in
            guard let text = seen[trouble] else { return end(trouble, now) }
            var entry = entries[trouble] ?? Entry(seenSince: now, seenLast: now, text: text)
            (entry.seenLast, entry.text) = (now, text)
            defer { entries[trouble] = entry }
            if let toldAt = entry.toldAt {
                guard now >= toldAt + Self.reminderMilliseconds else { return nil }
                entry.toldAt = now
                return TroubleMessage(trouble: trouble, state: .lasts, text: text)
            }
            guard now >= entry.seenSince + trouble.patienceMilliseconds else { return nil }
            entry.toldAt = now
            return TroubleMessage(trouble: trouble, state: .raised, text: text)
        }
    }

    private mutating func end(_ trouble: Trouble, _ now: UInt64) -> TroubleMessage? {
        guard let entry = entries[trouble], now >= entry.seenLast + Self.calmMilliseconds else {
            return nil
        }
        entries[trouble] = nil
        guard entry.toldAt != nil else { return nil }
        return TroubleMessage(trouble: trouble, state: .ended, text: "over: " + entry.text)
    }
}
