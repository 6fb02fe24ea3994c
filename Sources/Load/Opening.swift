import WebSocket

/// The request with which a connection begins: made once, its key anew each time.
struct Opening {
    private static let path = "/sync"
    private static let subprotocol = "folf.sync.v1"
    private static let keyBytes = 16
    /// The signs from which 20 of the key's 22 are chosen; the last two stay as they are.
    private static let signs = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let signsOfRandom = 10
    private static let keyHeader: StaticString = "Sec-WebSocket-Key: "

    private var request: [UInt8]
    /// The place where the key's signs begin.
    private let place: Int

    init(_ target: Target) {
        let host = target.host.contains(":") ? "[\(target.host)]" : target.host
        let request = WebSocketHandshake.request(
            host: "\(host):\(target.port)", path: Self.path,
            key: [UInt8](repeating: 0, count: Self.keyBytes), subprotocol: Self.subprotocol)
        var scanner = MessageScanner(0..<request.count)
        _ = scanner.seek(Self.keyHeader, in: request.span)
        self.request = request
        place = scanner.offset
    }

    /// Makes `bytes` a request with a key of these bits.
    mutating func write(_ random: (UInt64, UInt64), to bytes: inout [UInt8]) {
        for sign in 0..<Self.signsOfRandom {
            let shift = UInt64(6 * sign)
            request[place + sign] = Self.signs[Int(random.0 >> shift & 63)]
            request[place + Self.signsOfRandom + sign] = Self.signs[Int(random.1 >> shift & 63)]
        }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: request)
    }
}

/// Many addresses of the loopback network, so that ports don't run short: each has 28,000 or so,
/// and one that was closed stays taken for a minute.
enum SourceAddress {
    private static let callsEach = 8_000
    private static let addressesMax = 250

    /// The address to call from; nil: the kernel chooses, which costs the least.
    static func of(call: Int) -> String? {
        let number = call / callsEach
        return number == 0 ? nil : "127.0.0.\(1 + number % addressesMax)"
    }
}
