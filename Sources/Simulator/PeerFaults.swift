import Documents
import SyncClient
import Wire

/// What goes wrong between an app's core and its connection, though no such thing can happen on
/// a sound one: the server and the client each have to live with such a peer.
struct PeerFaults {
    /// Messages of ops of which one will be left out, or which will hold some twice.
    var leavesOut = 0
    var repeats = 0
    /// Messages of events that will come twice, or not at all.
    var hearsTwice = 0
    var misses = 0
    /// On the present connection one of the two sides may find the other's words strange.
    var isDisturbed = false

    private static let eventsBegin = Array(#"{"type":"events""#.utf8)
    private static let opsBegin = Array(#"{"type":"op""#.utf8)

    static func holdsEvents(_ text: [UInt8]) -> Bool { text.starts(with: eventsBegin) }

    /// The message as it goes out.
    mutating func sent<Kind: SimulatedKind>(
        _ text: [UInt8], _ core: ClientCore<Kind>?, _ random: inout SeededRandom
    ) -> [UInt8] {
        guard leavesOut > 0 || repeats > 0, text.starts(with: Self.opsBegin),
            case .ops(let ops)? = try? ClientMessage<Kind>.decode(text), let core
        else { return text }
        var numbers = ops.map(\.number)
        if leavesOut > 0, numbers.count > 1 {
            leavesOut -= 1
            isDisturbed = true
            numbers.remove(at: random.below(numbers.count))
        } else if repeats > 0, let first = numbers.first {
            repeats -= 1
            let earlier = (first > 4 ? first - 4 : 1)..<first
            numbers = random.chance(50) ? earlier + numbers : numbers + numbers
        } else {
            return text
        }
        let lines = numbers.prefix(WireLimits.opsPerMessageMax).compactMap { core.op($0) }
            .map(OpCoding<Kind>.encode)
        return ClientMessage<Kind>.ops(encoding: lines[...])
    }
}

extension App {
    /// A message of the server, as it comes through.
    func hear(_ text: [UInt8], on link: Link<Kind>) {
        if PeerFaults.holdsEvents(text) {
            if faults.misses > 0 {
                faults.misses -= 1
                return miss(link)
            }
            if faults.hearsTwice > 0 {
                faults.hearsTwice -= 1
                world.statistics.count("events heard twice")
                received(text)
            }
        }
        guard link === currentLink else { return }
        received(text)
    }

    /// Whoever has lost something on the way notices with the next events, or has to come again.
    private func miss(_ link: Link<Kind>) {
        world.statistics.count("events missed")
        faults.isDisturbed = true
        companion?.isDisturbed = true
        world.after(random.milliseconds(0...30_000)) { [self] in
            if link === currentLink { breakConnection() }
        }
    }
}
