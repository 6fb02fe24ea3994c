import CLinux
import Glibc

/// The measurements of one run of edits against one server.
package struct Trial: Sendable {
    package var edits = 0
    /// Edits that reached a phone, once for each phone.
    package var deliveries = 0
    package var seconds = 0.0
    /// CPU time of the server.
    package var serverNanoseconds: UInt64 = 0
    /// CPU time of this program.
    package var ownNanoseconds: UInt64 = 0
    package var bytesSent = 0
    package var bytesReceived = 0
    package var budgetWaits = 0
    /// The server's threads, by number.
    package var threads: [Int: ThreadTime] = [:]
    package var latencies = Histogram()

    package init() {}

    /// CPU time of the server per delivery, in microseconds: as many seconds per million of them.
    package var microsecondsPerDelivery: Double {
        Double(serverNanoseconds) / 1_000 / Double(max(1, deliveries))
    }

    package var deliveriesPerSecond: Double { Double(deliveries) / max(1e-9, seconds) }

    /// The share of the time in which this program was busy: 1 is a whole core.
    package var ownShare: Double { Double(ownNanoseconds) / 1e9 / max(1e-9, seconds) }

    package var serverShare: Double { Double(serverNanoseconds) / 1e9 / max(1e-9, seconds) }

    /// The threads' shares of the time as a text such as "loop 0 53 + 12 %, store 57 + 9 %": on a
    /// core and waiting for one. A thread did nothing the rest of the time.
    package var threadShares: String {
        threads.sorted { $0.key < $1.key }.map(\.value).filter { $0.ranNanoseconds > 0 }
            .map { time in
                let shares = [time.ranNanoseconds, time.queuedNanoseconds]
                    .map { (Double($0) / 1e7 / max(1e-9, seconds)).fixed(0) }
                return "\(time.name) \(shares.joined(separator: " + ")) %"
            }.joined(separator: ", ")
    }

    package mutating func add(_ other: Trial) {
        edits += other.edits
        deliveries += other.deliveries
        seconds += other.seconds
        serverNanoseconds += other.serverNanoseconds
        ownNanoseconds += other.ownNanoseconds
        bytesSent += other.bytesSent
        bytesReceived += other.bytesReceived
        budgetWaits += other.budgetWaits
        for (number, time) in other.threads {
            threads[number, default: ThreadTime(name: time.name)].add(time)
        }
        latencies.add(other.latencies)
    }

    /// The sizes that the floor has to move in the server's place.
    var bareSizes: BareSizes {
        BareSizes(
            editBytes: bytesSent / max(1, edits), frameBytes: bytesReceived / max(1, deliveries))
    }
}

/// Takes the time of a part of a run.
struct Stopwatch {
    private let account: ProcessAccount
    private let startedAt: UInt64
    private let server: UInt64
    private let threads: [Int: ThreadTime]
    private let own: UInt64

    init(_ account: ProcessAccount) throws(LoadError) {
        self.account = account
        server = try account.processorNanoseconds()
        threads = try account.threads()
        own = Self.ownNanoseconds()
        startedAt = monotonicNanoseconds()
    }

    /// The trial from the start of the watch until now, with what the crowd counted.
    func trial(_ crowd: borrowing Crowd) throws(LoadError) -> Trial {
        var trial = Trial()
        trial.seconds = Double(monotonicNanoseconds() - startedAt) / 1e9
        trial.serverNanoseconds = try account.processorNanoseconds() - server
        trial.threads = try account.threads()
        for (number, time) in threads { trial.threads[number]?.subtract(time) }
        trial.ownNanoseconds = Self.ownNanoseconds() - own
        trial.edits = crowd.tally.edits
        trial.deliveries = crowd.tally.deliveries
        trial.bytesSent = crowd.tally.bytesSent
        trial.bytesReceived = crowd.tally.bytesReceived
        trial.budgetWaits = crowd.tally.budgetWaits
        trial.latencies = crowd.latencies
        return trial
    }

    private static func ownNanoseconds() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
