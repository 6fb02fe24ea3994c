import Documents
import Lobby
import SyncClient
import Wire

/// A phone between two things that happen: the production client's core and its journal. Never
/// changed once it is made, so many states share it.
final class Phone {
    /// What is on the phone's disk.
    struct Journal: Hashable {
        var bytes: [UInt8] = []
        /// So much of it survives a power cut.
        var durableCount = 0
    }

    /// An entry as the person made it.
    struct Typed: Hashable {
        var number: OpNumber
        var value: Int64
        /// The values that stood in the cell when the entry was opened.
        var seen: [Int64]
    }

    let number: Int
    var core: ClientCore<Lobby>
    var journal = Journal()
    var typed: [Typed] = []
    private(set) var sent: [[UInt8]] = []
    /// The app's view, which takes a while to make.
    private(set) lazy var isUpToDate = core.view.isUpToDate

    init(number: Int) throws(Violation) {
        self.number = number
        let entry: Entry =
            number == 0
            ? .create(Constants.lobby) : .invitation(Constants.lobby, Constants.invitation)
        let hello = Hello(
            client: "scope", credentials: Constants.credentials(number),
            replica: Constants.replica(number), entry: entry, part: .player,
            name: "P\(number + 1)")
        core = ClientCore<Lobby>(hello, generator: FixedGenerator())
        core.start(now: Constants.clientNow())
        try perform()
    }

    private init(_ phone: Phone) {
        number = phone.number
        core = phone.core
        journal = phone.journal
        typed = phone.typed
    }

    var wantsConnection: Bool {
        switch core.connectionState {
        case .connecting, .waiting: true
        case .offline, .live, .stopped: false
        }
    }
}

/// What happens to a phone.
enum PhoneInput: Hashable {
    case perform(Command)
    case type(wasOpen: Bool)
    case connect
    case lose
    /// By its number.
    case message(UInt32)
    case resume
    case die(losesTail: Bool)
}

extension Phone {
    /// The phone afterwards, with what it has sent.
    func after(_ input: PhoneInput, _ item: Item?) throws(Violation) -> Phone {
        let next = Phone(self)
        switch input {
        case .perform(let command): try next.edit(command, seen: nil, at: 0)
        case .type(let wasOpen): try next.type(wasOpen: wasOpen)
        case .connect:
            if let due = next.core.nextDeadline {
                next.core.tick(now: Constants.clientNow(after: due - Constants.monotonic))
            }
            next.core.connected(now: Constants.clientNow())
        case .lose: next.core.disconnected(closeCode: nil, now: Constants.clientNow())
        case .message:
            switch item {
            case .text(let bytes): next.core.received(bytes, now: Constants.clientNow())
            case .close(let code):
                next.core.disconnected(closeCode: code, now: Constants.clientNow())
            case nil: break
            }
        case .resume:
            let due = next.core.resumeAtMilliseconds ?? Constants.monotonic
            next.core.tick(now: Constants.clientNow(after: due - Constants.monotonic))
        case .die(let losesTail): try next.die(losesTail: losesTail)
        }
        try next.perform()
        try next.check(after: self, input)
        return next
    }

    private func type(wasOpen: Bool) throws(Violation) {
        guard let lobby = core.confirmed else {
            throw Violation(.rules, "phone \(number + 1) has no game to enter anything in")
        }
        let count = typed.count + 1
        let value = Constants.value(number, count)
        let siblings = wasOpen ? [] : lobby.cell(Constants.key).siblings
        let seen =
            wasOpen ? SeenVersion(version: 0, epoch: lobby.epoch) : core.seen(Constants.key)
        try edit(
            .set(Constants.key, .number(value), confirms: false), seen: seen,
            at: UInt64(10 * number + count))
        typed.append(
            Typed(number: core.lastNumber, value: value, seen: siblings.compactMap(\.number)))
    }

    private func edit(
        _ command: Command, seen: SeenVersion?, at milliseconds: UInt64
    ) throws(Violation) {
        let number: OpNumber
        do throws(Refusal) {
            number = try core.edit(
                command, seen: seen, now: Constants.clientNow(after: milliseconds))
        } catch {
            throw Violation(.rules, "phone \(self.number + 1) refuses an entry itself: \(error)")
        }
        try perform()
        core.committed(through: number, now: Constants.clientNow())
    }

    private func die(losesTail: Bool) throws(Violation) {
        if losesTail { journal.bytes.removeLast(journal.bytes.count - journal.durableCount) }
        core = try Self.restore(journal.bytes)
        core.start(now: Constants.clientNow())
    }

    static func restore(_ journal: [UInt8]) throws(Violation) -> ClientCore<Lobby> {
        do throws(JournalError) {
            return try ClientCore<Lobby>.restore(journal: journal, generator: FixedGenerator()).core
        } catch {
            throw Violation(.journal, "a journal can't be read: \(error)")
        }
    }

    private func perform() throws(Violation) {
        for effect in core.takeEffects() {
            switch effect {
            case .journal(let line, let isDurable):
                journal.bytes += line
                if isDurable { journal.durableCount = journal.bytes.count }
            case .rewriteJournal(let bytes, _):
                journal = Journal(bytes: bytes, durableCount: bytes.count)
            case .send(let message): sent.append(message)
            case .disconnect(let code):
                throw Violation(.rules, "phone \(number + 1) hangs up with code \(code)")
            case .connect, .notice, .changed: break
            }
        }
    }
}

extension Sibling {
    var number: Int64? {
        guard case .number(let number) = value else { return nil }
        return number
    }
}
