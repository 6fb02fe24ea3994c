import Documents
import SyncClient

/// All phones and servers that come up in a scope, each once, and what becomes of each of them
/// with each thing that can happen to it. The production code runs once for each such pair.
struct System<Kind: ScopedKind> {
    struct PhoneKey: Hashable {
        var number: Int
        var core: ClientEssence<Kind>
        /// What the journal would give back, whole and after a power cut.
        var journal: UInt32
        var durableJournal: UInt32
        var typed: [TypedEntry]
    }

    private struct PhoneStep: Hashable {
        var phone: UInt32
        var input: PhoneInput
    }

    private struct BackendStep: Hashable {
        var backend: UInt32
        var input: BackendInput
    }

    private var phoneKeys = Interner<PhoneKey>()
    private(set) var phones: [Phone<Kind>] = []
    private var backendKeys = Interner<Backend<Kind>.Key>()
    private(set) var backends: [Backend<Kind>] = []
    private var imageKeys = Interner<Image.Key>()
    private(set) var facts: [Facts<Kind>] = []
    /// The image of each backend.
    private(set) var images: [UInt32] = []
    private var items = Interner<Item>()
    private var queues = Interner<[UInt32]>()
    private var journals: [[UInt8]: UInt32] = [:]
    private var journalKeys = Interner<ClientEssence<Kind>>()
    private var phoneSteps: [PhoneStep: (phone: UInt32, sent: [UInt32])] = [:]
    private var backendSteps: [BackendStep: (backend: UInt32, sent: [(Int, UInt32)])] = [:]
    private var agreements: Set<UInt64> = []

    init() { _ = queues.number([]) }

    func item(_ number: UInt32) -> Item { items.keys[Int(number)] }
    func queue(_ number: UInt32) -> [UInt32] { queues.keys[Int(number)] }

    mutating func number(_ phone: Phone<Kind>) throws(Violation) -> UInt32 {
        let key = PhoneKey(
            number: phone.number, core: phone.core.essence,
            journal: try journal(phone.journal.bytes),
            durableJournal: try journal(
                Array(phone.journal.bytes.prefix(phone.journal.durableCount))),
            typed: phone.typed)
        let (number, isNew) = phoneKeys.number(key)
        if isNew { phones.append(phone) }
        return number
    }

    private mutating func journal(_ bytes: [UInt8]) throws(Violation) -> UInt32 {
        if let known = journals[bytes] { return known }
        let number = journalKeys.number(try Phone<Kind>.restore(bytes).essence).number
        journals[bytes] = number
        return number
    }

    mutating func number(_ backend: Backend<Kind>) throws(Violation) -> UInt32 {
        let (number, isNew) = backendKeys.number(backend.key)
        guard isNew else { return number }
        backends.append(backend)
        let image = imageKeys.number(backend.image.key)
        if image.isNew { facts.append(try Facts<Kind>(backend.image)) }
        images.append(image.number)
        return number
    }

    /// What becomes of a phone, and the queue that `queue` is with what it sends behind it.
    mutating func step(
        _ phone: UInt32, _ input: PhoneInput
    ) throws(Violation) -> (phone: UInt32, sent: [UInt32]) {
        let step = PhoneStep(phone: phone, input: input)
        if let known = phoneSteps[step] { return known }
        var item: Item?
        if case .message(let number) = input { item = self.item(number) }
        let next = try phones[Int(phone)].after(input, item)
        let sent = next.sent.map { items.number(.text($0)).number }
        let result = (phone: try number(next), sent: sent)
        phoneSteps[step] = result
        return result
    }

    mutating func step(
        _ backend: UInt32, _ input: BackendInput
    ) throws(Violation) -> (backend: UInt32, sent: [(Int, UInt32)]) {
        let step = BackendStep(backend: backend, input: input)
        if let known = backendSteps[step] { return known }
        var message: [UInt8] = []
        if case .message(_, let number) = input, case .text(let bytes) = item(number) {
            message = bytes
        }
        let next = try backends[Int(backend)].after(input, message)
        let sent = next.sent.map { ($0.phone, items.number($0.item).number) }
        let result = (backend: try number(next), sent: sent)
        backendSteps[step] = result
        return result
    }

    mutating func push(_ items: [UInt32], behind queue: UInt32) -> UInt32 {
        guard !items.isEmpty else { return queue }
        return queues.number(self.queue(queue) + items).number
    }

    mutating func pop(_ queue: UInt32) -> (first: UInt32, rest: UInt32) {
        let all = self.queue(queue)
        return (all[0], queues.number(Array(all.dropFirst())).number)
    }

    /// Checks a phone against the durable log, once for each pair.
    mutating func checkAgreement(
        _ phone: UInt32, _ backend: UInt32, isBehind: Bool
    ) throws(Violation) {
        let image = images[Int(backend)]
        let pair = UInt64(phone) << 32 | UInt64(image) << 1 | (isBehind ? 1 : 0)
        guard agreements.insert(pair).inserted else { return }
        try facts[Int(image)].check(phones[Int(phone)], isBehind: isBehind)
    }
}

extension System {
    /// How often production code ran, and how many different parts came of it.
    var figures: String {
        "\(phones.count) phones, \(backends.count) servers, \(facts.count) logs, "
            + "\(phoneSteps.count + backendSteps.count) different steps"
    }
}
