/// Editing: each member scores on its own column, so that every edit is a cell with one sibling.
extension Crowd {
    static let holesPlayed = 18
    static let opsPerMessageMax = 64

    /// The throws that the phone's edit of this number, counting from 1, says: 1…99.
    static func value(ofEdit number: Int) -> Int { 1 + number % 99 }

    /// Has an edit come up on the phone; it is sent as soon as the protocol allows.
    mutating func edit(_ index: Int, cameUpAt: UInt64) {
        phones[index].due.append(cameUpAt)
        editsDue += 1
        if !phones[index].isInFlight { sendDue(index) }
    }

    /// Has several edits come up at once; they are sent in one message as far as they fit.
    mutating func edit(_ index: Int, count: Int, cameUpAt: UInt64) {
        for _ in 0..<count { phones[index].due.append(cameUpAt) }
        editsDue += count
        if !phones[index].isInFlight { sendDue(index) }
    }

    mutating func sendDue(_ index: Int) {
        let count = min(phones[index].due.count, Self.opsPerMessageMax)
        guard phones[index].descriptor >= 0, count > 0 else { return }
        guard phones[index].budget.take(count, now: now) else {
            tally.budgetWaits += 1
            return stalled.append(index)
        }
        switch dialect {
        case .folf: writeOps(count, index)
        case .bare(let sizes):
            sizes.writeEdits(count, place: phones[index].place, to: &outgoing)
        case .relay(let sizes):
            sizes.writeRelayed(count, place: phones[index].place, to: &message)
        }
        for _ in 0..<count {
            guard let cameUpAt = phones[index].due.popFirst() else { break }
            phones[index].underway.append(cameUpAt)
        }
        let game = phones[index].game
        phones[index].sent += count
        phones[index].isInFlight = true
        phonesInFlight += 1
        editsDue -= count
        tally.edits += count
        games[game].outstanding += count * games[game].present
        outstanding += count * games[game].present
        if case .bare = dialect { transmit(index) } else { transmitMessage(index) }
    }

    mutating func retryStalled() throws(LoadError) {
        guard !stalled.isEmpty else { return }
        now = monotonicNanoseconds()
        var waiting: [Int] = []
        swap(&waiting, &stalled)
        for index in waiting where !phones[index].isInFlight { sendDue(index) }
    }

    /// Makes `message` an op message with the phone's next edits.
    private mutating func writeOps(_ count: Int, _ index: Int) {
        let phone = phones[index]
        let epoch = games[phone.game].epoch
        message.append(text: #"{"type":"op","ops":["#)
        for number in phone.sent + 1...phone.sent + count {
            let edit = number - phone.opsBeforeEdits
            if number > phone.sent + 1 { message.append(text: ",") }
            message.append(text: #"{"n":"#)
            message.append(integer: number)
            message.append(text: #","at":"#)
            message.append(integer: Int(wallMilliseconds))
            message.append(text: #","bv":"#)
            message.append(integer: phone.seq)
            message.append(text: #","be":""#)
            message.append(contentsOf: epoch.utf8)
            message.append(text: #"","op":"set","cell":[1,"#)
            message.append(integer: Int(phone.column))
            message.append(text: ",")
            message.append(integer: 1 + edit % Self.holesPlayed)
            message.append(text: #",0],"value":"#)
            message.append(integer: Self.value(ofEdit: edit))
            message.append(text: "}")
        }
        message.append(text: "]}")
    }
}
