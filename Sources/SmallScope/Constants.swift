import Documents
import SyncClient
import SyncServer
import Wire

/// Time stands still, and whoever asks for random bits gets the same ones.
enum Constants {
    static let monotonic: UInt64 = 1_000_000
    static let wall: Int64 = 1_800_000_000_000
    static let nonce = Identifier128(high: 1, low: 1)
    static let invitation = Identifier128(high: 0xAB, low: 0xCD)
    static let watch = Identifier128(high: 0xAB, low: 0xCE)

    static var serverNow: ServerTime {
        ServerTime(wall: WallTime(milliseconds: wall), monotonicMilliseconds: monotonic)
    }

    /// The phones' clocks show what the server's do.
    static func clientNow(after milliseconds: UInt64 = 0) -> ClientTime {
        ClientTime(
            wall: WallTime(milliseconds: wall + Int64(clamping: milliseconds)),
            monotonicMilliseconds: monotonic + milliseconds)
    }

    static let configuration: ServerConfiguration = {
        var configuration = ServerConfiguration(secret: Array(repeating: 7, count: 32))
        configuration.codesReservedMax = 1
        return configuration
    }()

    static let code = JoinCode("ABCDEF")

    static func replica(_ phone: Int) -> ReplicaID {
        ReplicaID(Identifier128(high: UInt64(phone + 1) << 32, low: 1))
    }

    static func credentials(_ phone: Int) -> Credentials {
        let half = Identifier128(high: 5, low: UInt64(phone + 1))
        return Credentials(token: Token(high: half, low: half))
    }

    /// What phone `phone` enters as its `count`th entry; no two are equal.
    static func value(_ phone: Int, _ count: Int) -> Int64 { Int64(10 * (phone + 1) + count) }

    /// Whether it is no value, but a change of the rule by which entries are merged.
    static func isLevel(_ value: Int64) -> Bool { value < 10 }

    /// Which phone entered a value.
    static func phone(of value: Int64) -> Int { isLevel(value) ? 0 : Int(value) / 10 - 1 }
}

/// Always the same bits; ones that no range has to refuse.
struct FixedGenerator: RandomNumberGenerator, Sendable {
    var value: UInt64 = 0x8000_0000_0000_0001
    mutating func next() -> UInt64 { value }
}

/// Gives equal things the same small number.
struct Interner<Key: Hashable> {
    private var numbers: [Key: UInt32] = [:]
    private(set) var keys: [Key] = []

    /// - Returns: the number, and whether the thing is new.
    mutating func number(_ key: Key) -> (number: UInt32, isNew: Bool) {
        if let number = numbers[key] { return (number, false) }
        let number = UInt32(keys.count)
        numbers[key] = number
        keys.append(key)
        return (number, true)
    }
}

/// What travels from the server to a phone.
enum Item: Hashable {
    case text([UInt8])
    case close(UInt16?)
}
