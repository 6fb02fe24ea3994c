import Club
import Connections
import Documents
import Structures
import SyncClient
import SyncServer
import Wire

/// Someone with a token, on however many phones.
final class Person {
    let credentials: Credentials
    var id: PersonID { credentials.person }
    /// The account that the person has become.
    var account: AccountID?

    init(using random: inout SeededRandom) { credentials = .new(using: &random) }
}

/// A phone: its clocks, its network, and whether its apps run at the moment.
final class Device {
    let person: Person
    let address: PeerAddress
    /// What the phone was given when it was signed in last.
    var account: AccountCredentials?
    private let driftPartsPerMillion: Int64
    /// What the date is off by.
    var wallAhead: Int64
    /// What the monotonic clock showed at the beginning of the run.
    private var monotonicBase: Int64 = 50_000
    /// There is no network before.
    var offlineUntil: UInt64 = 0
    /// No app runs before, though none has ended.
    var suspendedUntil: UInt64 = 0

    init(_ seat: Plan.Seat, person: Person) {
        self.person = person
        wallAhead = seat.clockAhead
        driftPartsPerMillion = seat.driftPartsPerMillion
        address = PeerAddress(high: 1 << 32 | UInt64(seat.person), low: 1)
    }

    /// As whom the phone plays.
    var credentials: Credentials {
        account?.credentials(as: person.id) ?? person.credentials
    }

    /// What the server knows of the phone's token.
    var key: DeviceKey { DeviceKey(credentials.token.person.value) }

    func time(_ now: UInt64) -> ClientTime {
        ClientTime(
            wall: WallTime(milliseconds: VirtualTime.wallAtStart + Int64(now) + wallAhead),
            monotonicMilliseconds: UInt64(monotonic(now)))
    }

    private func monotonic(_ now: UInt64) -> Int64 {
        let now = Int64(now)
        return monotonicBase + now + now * driftPartsPerMillion / 1_000_000
    }

    /// The first moment of the run at which the monotonic clock shows `deadline`.
    func moment(of deadline: UInt64) -> UInt64 {
        guard let deadline = Int64(exactly: deadline), deadline < Int64.max / 2 else { return .max }
        let distance = deadline - monotonicBase
        var moment = max(0, distance - distance * driftPartsPerMillion / 1_000_000 - 2)
        while monotonic(UInt64(moment)) < deadline { moment += 1 }
        return UInt64(moment)
    }

    /// The monotonic clock begins anew.
    func reboot(now: UInt64) {
        let running = Int64(now) + Int64(now) * driftPartsPerMillion / 1_000_000
        monotonicBase = 20_000 - running
    }
}

/// A journal in a phone's file: what is synced survives a power cut, of the rest a part may.
struct SimulatedJournal {
    private(set) var bytes: [UInt8] = []
    private var syncedCount = 0
    /// The next write fails.
    var isFull = false

    mutating func append(_ line: [UInt8], isDurable: Bool) throws(StorageError) {
        try checkHasRoom()
        bytes.append(contentsOf: line)
        if isDurable { syncedCount = bytes.count }
    }

    mutating func replace(with bytes: [UInt8]) throws(StorageError) {
        try checkHasRoom()
        self.bytes = bytes
        syncedCount = bytes.count
    }

    /// Puts another file in its place.
    mutating func restore(_ bytes: [UInt8]) {
        self.bytes = bytes
        syncedCount = bytes.count
    }

    private mutating func checkHasRoom() throws(StorageError) {
        guard isFull else { return }
        isFull = false
        throw StorageError("full")
    }

    mutating func losePower(_ random: inout SeededRandom) {
        let kept = syncedCount + random.below(bytes.count - syncedCount + 1)
        bytes.removeSubrange(kept...)
        syncedCount = bytes.count
    }

    /// Spoils a byte behind the first line.
    mutating func damage(_ random: inout SeededRandom) {
        guard let firstEnd = bytes.firstIndex(of: 0x0A), firstEnd + 1 < bytes.count else { return }
        let place = firstEnd + 1 + random.below(bytes.count - firstEnd - 1)
        bytes[place] ^= UInt8(1 + random.below(255))
    }
}
