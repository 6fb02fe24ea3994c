import Documents
import SyncClient
import SyncServer
import Wire

/// A phone between two things that happen: the production client's core and its journal. Never
/// changed once it is made, so many states share it.
final class Phone<Kind: ScopedKind> {
    let number: Int
    var core: ClientCore<Kind>
    var journal = PhoneJournal()
    var typed: [TypedEntry] = []
    private(set) var sent: [[UInt8]] = []
    var isUpToDate: Bool { core.isUpToDate }

    init(number: Int) throws(Violation) {
        self.number = number
        let entry: Entry =
            number == 0 || !Kind.isShared
            ? .create(Kind.lobby) : .invitation(Kind.lobby, Constants.invitation)
        let hello = Hello(
            client: "scope", credentials: Constants.credentials(Kind.isShared ? number : 0),
            replica: Constants.replica(number), entry: entry, part: .player,
            name: "P\(number + 1)")
        core = ClientCore<Kind>(hello, generator: FixedGenerator())
        core.start(now: Constants.clientNow())
        try perform()
    }

    private init(_ phone: Phone<Kind>) {
        number = phone.number
        core = phone.core
        journal = phone.journal
        typed = phone.typed
    }

    static var preparations: [Kind.Command] {
        Kind.preparations(
            nonce: Constants.nonce, invitation: Constants.invitation, watch: Constants.watch)
    }

    var levelCount: Int { typed.count { Constants.isLevel($0.value) } }
    var entryCount: Int { typed.count - levelCount }

    var wantsConnection: Bool {
        switch core.connectionState {
        case .connecting, .waiting: true
        case .offline, .live, .stopped: false
        }
    }
}

/// What is on the phone's disk.
struct PhoneJournal: Hashable {
    var bytes: [UInt8] = []
    /// So much of it survives a power cut.
    var durableCount = 0
}

/// An entry as the person made it.
struct TypedEntry: Hashable {
    var number: OpNumber
    var value: Int64
    /// The values that stood there when the entry was opened.
    var seen: [Int64]
    /// How often the rule by which entries are merged had been changed by then.
    var levelCount: Int
}

/// What happens to a phone.
enum PhoneInput: Hashable {
    /// What has to be done before entries can be made, by its place.
    case prepare(Int)
    case type(wasOpen: Bool)
    case changeLevel
    case connect
    case lose
    /// By its number.
    case message(UInt32)
    case resume
    case die(losesTail: Bool)
}

extension Phone {
    /// The phone afterwards, with what it has sent.
    func after(_ input: PhoneInput, _ item: Item?) throws(Violation) -> Phone<Kind> {
        let next = Phone<Kind>(self)
        switch input {
        case .prepare(let place):
            try next.edit(Self.preparations[place], seen: nil, at: 0)
        case .type(let wasOpen): try next.type(wasOpen: wasOpen)
        case .changeLevel: try next.changeLevel()
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
        guard let document = core.confirmed else {
            throw Violation(.rules, "phone \(number + 1) has nothing to enter anything in")
        }
        let count = entryCount + 1
        let value = Constants.value(number, count)
        let command = Kind.entry(value)
        let seen = SeenVersion(
            version: wasOpen ? 0 : document.version(before: command), epoch: document.epoch)
        try edit(command, seen: seen, at: UInt64(10 * number + count))
        typed.append(
            TypedEntry(
                number: core.lastNumber, value: value, seen: wasOpen ? [] : document.standing,
                levelCount: wasOpen ? 0 : document.levelCount))
    }

    private func changeLevel() throws(Violation) {
        let count = levelCount + 1
        guard let command = Kind.level(count) else {
            throw Violation(.rules, "there is no rule that can be changed")
        }
        try edit(command, seen: nil, at: 0)
        typed.append(
            TypedEntry(number: core.lastNumber, value: Int64(count), seen: [], levelCount: 0))
    }

    private func edit(
        _ command: Kind.Command, seen: SeenVersion?, at milliseconds: UInt64
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

    static func restore(_ journal: [UInt8]) throws(Violation) -> ClientCore<Kind> {
        do throws(JournalError) {
            return try ClientCore<Kind>.restore(journal: journal, generator: FixedGenerator()).core
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
                journal = PhoneJournal(bytes: bytes, durableCount: bytes.count)
            case .send(let message): sent.append(message)
            case .disconnect(let code):
                throw Violation(.rules, "phone \(number + 1) hangs up with code \(code)")
            case .connect, .notice, .changed: break
            }
        }
    }
}
