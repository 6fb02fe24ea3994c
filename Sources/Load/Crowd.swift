import Glibc
import SystemCalls
import WebSocket

/// The language that is spoken with the server.
enum Dialect: Equatable {
    /// Protocol.md.
    case folf
    /// The language of `FloorServer`: the same numbers of bytes, and nothing to understand in them.
    case bare(BareSizes)
    /// The language of a relay of WebSocket messages: the same again, in frames.
    case relay(BareSizes)
}

/// The counts since measuring began.
struct CrowdTally {
    var edits = 0
    /// Edits that reached a phone, once for each phone.
    var deliveries = 0
    /// Edits that a phone had missed when it came, once for each phone.
    var caughtUp = 0
    var arrivals = 0
    var bytesSent = 0
    var bytesReceived = 0
    /// The number of times that a phone had to wait for the server's budget of ops a second.
    var budgetWaits = 0
    /// Snapshots that slow phones got in place of events.
    var snapshots = 0
    /// Slow phones that the server hung up on.
    var cutOff = 0
}

/// All phones of a workload, on one thread.
struct Crowd: ~Copyable {
    static let violationsShownMax = 10
    private static let bufferBytes = 256 * 1_024
    private static let budgetRetryNanoseconds: Int64 = 1_000_000
    private static let liveToken = Int.max >> 1
    /// A look at the live phones is a system call; a storm is a thousand others at once.
    static let othersBetweenLooks = 16

    /// The server; another one after a restart.
    var target: Target { didSet { opening = Opening(target) } }
    var opening: Opening
    /// Attempts to connect so far.
    var calls = 0
    let dialect: Dialect
    var readiness: Readiness
    /// The readiness of the live phones; `readiness` watches all of them as one.
    var liveReadiness: Readiness
    var phones: [LoadPhone] = []
    var games: [LoadGame] = []
    var hasLive = false
    /// The time in monotonic nanoseconds, read for each batch of bytes.
    var now = monotonicNanoseconds()
    /// The time for `at` in ops, read once a turn.
    var wallMilliseconds: Int64 = 0
    var masks: UInt64 = SystemRandomNumberGenerator.number()
    /// The buffer that all phones read into, one after the other.
    var buffer = [UInt8](repeating: 0, count: bufferBytes)
    var message: [UInt8] = []
    var outgoing: [UInt8] = []

    var tally = CrowdTally()
    /// Times from the moment an edit came up to its event on each phone.
    var latencies = Histogram()
    /// Times from the attempt to connect to being there.
    var arrivalTimes = Histogram()
    /// Times from hello to welcome.
    var welcomeTimes = Histogram()
    /// The first few violations in words.
    var violations: [String] = []
    var violationCount = 0

    /// Phones whose message was acknowledged since the workload looked.
    var freed: [Int] = []
    /// Games whose edits have all reached everyone since the workload looked.
    var completed: [Int] = []
    /// Phones that have edits to send and no budget for it.
    var stalled: [Int] = []
    /// Edits that come up by the clock, if there are any.
    var pace: Pace?
    /// Deliveries of edits that were sent, still to come, in all games.
    var outstanding = 0
    var phonesInFlight = 0
    var editsDue = 0

    init(_ target: Target, dialect: Dialect) throws(LoadError) {
        let readiness = try Readiness()
        let live = try Readiness()
        try readiness.add(live, token: Self.liveToken)
        self.target = target
        opening = Opening(target)
        self.dialect = dialect
        self.readiness = readiness
        liveReadiness = live
    }

    deinit {
        for phone in phones where phone.descriptor >= 0 { close(phone.descriptor) }
    }

    /// Whether nothing is under way any more.
    var isQuiet: Bool { outstanding == 0 && phonesInFlight == 0 && editsDue == 0 }

    mutating func violate(_ text: String) {
        violationCount += 1
        if violations.count < Self.violationsShownMax { violations.append(text) }
    }

    /// The phone's name in messages, such as "phone 2 of lobby 17".
    func name(_ index: Int) -> String {
        "phone \(phones[index].place) of lobby \(phones[index].game)"
    }

    mutating func beginMeasuring() {
        tally = CrowdTally()
        latencies = Histogram()
        arrivalTimes = Histogram()
        welcomeTimes = Histogram()
        freed.removeAll(keepingCapacity: true)
        completed.removeAll(keepingCapacity: true)
    }

    /// Waits until something comes, at most so long, and deals with all of it. Live phones don't
    /// wait behind the others: how late this program reads would count as how late the server is.
    mutating func turn(nanoseconds: Int64) throws(LoadError) {
        try retryStalled()
        var wait = keepPace(nanoseconds: nanoseconds)
        if !stalled.isEmpty { wait = min(wait, Self.budgetRetryNanoseconds) }
        let count = try readiness.wait(nanoseconds: max(0, wait))
        now = monotonicNanoseconds()
        wallMilliseconds = milliseconds(on: CLOCK_REALTIME)
        for index in 0..<count {
            if index.isMultiple(of: Self.othersBetweenLooks) { try lookAtLive() }
            let event = readiness.event(index)
            if event.token != Self.liveToken { try handle(event) }
        }
    }

    mutating func lookAtLive() throws(LoadError) {
        guard hasLive else { return }
        _ = keepPace(nanoseconds: 0)
        for index in 0..<(try liveReadiness.wait(nanoseconds: 0)) {
            try handle(liveReadiness.event(index))
        }
    }

    private mutating func handle(_ event: Readiness.Event) throws(LoadError) {
        if event.isWritable { try flush(event.token) }
        if event.isReadable { try receive(event.token) }
    }

    /// Takes turns until the condition holds; throws if that takes too long.
    mutating func turns(
        until what: String, withinSeconds seconds: UInt64,
        _ isDone: (borrowing Crowd) -> Bool
    ) throws(LoadError) {
        let deadline = monotonicNanoseconds() + seconds * 1_000_000_000
        while !isDone(self) {
            guard now < deadline else {
                let violations = violations.joined(separator: "; ")
                throw .stuck("After \(seconds) s, not yet: \(what). \(violations)")
            }
            try turn(nanoseconds: 100_000_000)
        }
    }

    private mutating func receive(_ index: Int) throws(LoadError) {
        guard phones[index].descriptor >= 0 else { return }
        var bytes: [UInt8] = []
        swap(&bytes, &buffer)
        defer { swap(&bytes, &buffer) }
        switch SocketCall.receive(phones[index].descriptor, into: &bytes) {
        case .wouldBlock: break
        case .failed(let error): lose(index, "\(error)")
        case .done(0): lose(index, "the server closed the connection")
        case .done(let count):
            now = monotonicNanoseconds()
            tally.bytesReceived += count
            try take(bytes, count, index)
        }
    }

    /// Understands what it can of the first `count` bytes, and keeps the rest.
    mutating func take(_ bytes: [UInt8], _ count: Int, _ index: Int) throws(LoadError) {
        if phones[index].rest.isEmpty {
            let used = try consume(bytes.span.extracting(0..<count), index)
            if used < count { phones[index].rest = Array(bytes[used..<count]) }
        } else {
            var rest: [UInt8] = []
            swap(&rest, &phones[index].rest)
            rest += bytes[..<count]
            let used = try consume(rest.span, index)
            rest.removeFirst(used)
            phones[index].rest = rest
        }
    }

    /// Reads as much of `bytes` as can be understood, and returns how many bytes that is.
    private mutating func consume(_ bytes: Span<UInt8>, _ index: Int) throws(LoadError) -> Int {
        if case .bare(let sizes) = dialect { return consumeBare(bytes, index, sizes) }
        var place = 0
        if phones[index].stage == .upgrading {
            place = upgraded(bytes, index)
            guard phones[index].stage == .greeting else { return place }
        }
        while phones[index].descriptor >= 0, let frame = FrameBounds(in: bytes, from: place) {
            place = frame.payload.upperBound
            switch frame.kind {
            case .text: try read(bytes, frame.payload, index)
            case .ping: transmitFrame(.pong, bytes.extracting(frame.payload), index)
            case .pong: break
            case .close: closed(bytes, frame.payload, index)
            case .strange: lose(index, "a frame that makes no sense")
            }
        }
        return place
    }

    private mutating func closed(_ bytes: Span<UInt8>, _ payload: Range<Int>, _ index: Int) {
        guard payload.count >= 2 else { return lose(index, "closed without a code") }
        let code = Int(bytes[payload.lowerBound]) << 8 | Int(bytes[payload.lowerBound + 1])
        lose(index, "closed with \(code)")
    }

    /// Notes that the connection is gone, which is a violation unless the phone is slow.
    mutating func lose(_ index: Int, _ reason: String) {
        if phones[index].isSlow {
            tally.cutOff += 1
        } else {
            violate("\(name(index)): \(reason)")
        }
        leave(index)
    }

    /// Closes the connection; what the phone knows stays.
    mutating func leave(_ index: Int) {
        guard phones[index].descriptor >= 0 else { return }
        close(phones[index].descriptor)
        if phones[index].stage == .following, !phones[index].isSlow {
            games[phones[index].game].present -= 1
        }
        if phones[index].isInFlight { phonesInFlight -= 1 }
        phones[index].isInFlight = false
        phones[index].descriptor = -1
        phones[index].stage = .away
        phones[index].rest = []
        phones[index].unsent = []
    }
}

extension SystemRandomNumberGenerator {
    static func number() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
