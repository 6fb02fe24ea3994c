import ACME
import Reactor
import SystemCalls
import TLS
import Threads

/// Gets a certificate from an authority whenever there is none, or two thirds of its life are over.
/// On a thread of its own, since authorities take their time.
final class CertificateOrders: Sendable {
    /// What has become of orders, in seconds since 1970.
    struct Status: Sendable {
        var successSeconds: Int64?
        var failureSeconds: Int64?
        /// Why the last one has failed; nil if it hasn't.
        var failure: ACMEFailure?
        var successCount = 0
        var failureCount = 0
    }

    private struct State {
        var status = Status()
        var isClosed = false
        /// Somebody has asked to look now.
        var isWoken = false
    }

    private static let lookSecondsMax: Int64 = 3_600

    private let authority: Authority
    private let dataFolder: String
    private let challenges: Challenges
    private let logger: Logger
    private let alarm = CountingSemaphore()
    private let state = Lock(State())

    init(_ authority: Authority, _ dataFolder: String, _ challenges: Challenges, _ logger: Logger) {
        self.authority = authority
        self.dataFolder = dataFolder
        self.challenges = challenges
        self.logger = logger
    }

    var status: Status { state.withLock { $0.status } }

    /// Begins to look. SIGHUP has it look at once, also behind a failure.
    ///
    /// - Parameter take: is called when there is a new certificate.
    func begin(
        _ housekeeper: inout Housekeeper, _ take: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        housekeeper.onReload { [self] in
            state.withLock { $0.isWoken = true }
            alarm.signal()
        }
        try WorkerThread(named: "certificates") { [self] in run(take) }.detach()
    }

    /// Ends the looking; an order that is under way isn't waited for.
    func close() {
        state.withLock { $0.isClosed = true }
        alarm.signal()
    }

    private func run(_ take: () -> Void) {
        var failuresInARow = 0
        var pauseUntil: Int64 = 0
        var isRehearsed = false
        repeat {
            if state.withLock({ wake(&$0) }) { pauseUntil = 0 }
            let now = Self.monotonicSeconds
            guard now >= pauseUntil, secondsLeft <= 0 else { continue }
            if let failure = order(&isRehearsed) {
                failuresInARow += 1
                isRehearsed = false
                let pause = RenewalTime.pauseSeconds(after: failure, count: failuresInARow)
                pauseUntil = Self.monotonicSeconds + pause
                note(failure, pause)
            } else {
                failuresInARow = 0
                pauseUntil =
                    Self.monotonicSeconds
                    + RenewalTime.pauseSeconds(
                        leftSeconds: (identity?.validSeconds.upperBound ?? 0) - Self.nowSeconds)
                note(nil, 0)
                take()
            }
        } while !wait(seconds: max(pauseUntil - Self.monotonicSeconds, secondsLeft, 1))
    }

    private func wake(_ state: inout State) -> Bool {
        defer { state.isWoken = false }
        return state.isWoken
    }

    /// Waits until it is time to look again, or somebody asks for it; whether it is the end.
    private func wait(seconds: Int64) -> Bool {
        let seconds = min(seconds, Self.lookSecondsMax)
        let isWoken = state.withLock { $0.isWoken }
        if !isWoken {
            _ = alarm.wait(until: MonotonicClock.milliseconds() + UInt64(seconds) * 1_000)
        }
        return state.withLock { $0.isClosed }
    }

    /// Waits between two questions of an order; whether it is the end.
    private func pause(seconds: Int) -> Bool {
        let deadline = MonotonicClock.milliseconds() + UInt64(seconds) * 1_000
        while !state.withLock({ $0.isClosed }), alarm.wait(until: deadline) {}
        return state.withLock { $0.isClosed }
    }

    private func note(_ failure: ACMEFailure?, _ pauseSeconds: Int64) {
        state.withLock { state in
            state.status.failure = failure
            if failure == nil {
                state.status.successSeconds = Self.nowSeconds
                state.status.successCount += 1
            } else {
                state.status.failureSeconds = Self.nowSeconds
                state.status.failureCount += 1
            }
        }
        guard let failure else { return }
        logger.log(
            .certificateOrderFailed,
            ["reason": .text("\(failure)"), "again_seconds": .init(pauseSeconds)])
    }

    private static var nowSeconds: Int64 { WallClock.milliseconds() / 1_000 }
    private static var monotonicSeconds: Int64 { Int64(MonotonicClock.milliseconds() / 1_000) }
}

extension CertificateOrders {
    /// The certificate that is there; nil if there is none for the name, or it can't be used.
    private var identity: TLSIdentity? {
        let path = authority.file(in: dataFolder)
        let identity = try? CertificateFiles(certificate: path, key: path).read()
        return identity?.isFor(authority.name) == true ? identity : nil
    }

    /// Seconds until another certificate is to be ordered.
    private var secondsLeft: Int64 {
        identity.map { RenewalTime.due($0.validSeconds) - Self.nowSeconds } ?? 0
    }

    /// Orders a certificate and puts it in place; before the first, and behind a failure, one is
    /// ordered where a failure does no harm.
    private func order(_ isRehearsed: inout Bool) -> ACMEFailure? {
        do throws(ACMEFailure) {
            if !isRehearsed, let staging = authority.staging {
                try rehearse(staging)
                isRehearsed = true
            }
            let (certificate, key) = try order(from: authority.directory)
            try keep(certificate, key)
            return nil
        } catch {
            return error
        }
    }

    /// What is wrong with the authority itself doesn't matter here.
    private func rehearse(_ staging: String) throws(ACMEFailure) {
        do throws(ACMEFailure) {
            _ = try order(from: staging)
        } catch {
            guard !error.isOurs else { throw error }
        }
    }

    private func order(
        from directory: String
    ) throws(ACMEFailure) -> (certificate: [UInt8], key: [UInt8]) {
        logger.log(
            .certificateOrdered, ["authority": .text(Authority.label(of: directory))])
        let account = try account(directory)
        let (key, request) = try Self.make { () throws(TLSError) in
            let key = try PrivateKey()
            return (key, try key.signingRequest(for: authority.name))
        }
        let client = AuthorityClient(challenges: challenges) { [self] seconds in
            pause(seconds: seconds)
        }
        let certificate = try client.order(
            .init(
                directory: directory, name: authority.name, contact: authority.contact,
                signingRequest: request),
            by: account)
        return (certificate, key.pem)
    }

    /// The account's key, a new one if there is none.
    private func account(_ directory: String) throws(ACMEFailure) -> ACMEAccount {
        let path = Authority.accountFile(of: directory, in: dataFolder)
        if let bytes = try? contents(of: path, bytesMax: 16 * 1024),
            let key = try? PrivateKey(pem: bytes)
        {
            return ACMEAccount(x: key.x, y: key.y, sign: key.sign)
        }
        let key = try Self.make { () throws(TLSError) in try PrivateKey() }
        try write(key.pem, to: path)
        return ACMEAccount(x: key.x, y: key.y, sign: key.sign)
    }

    /// Puts a certificate in place that can be used.
    private func keep(_ certificate: [UInt8], _ key: [UInt8]) throws(ACMEFailure) {
        let identity = try Self.make { () throws(TLSError) in
            try TLSIdentity(certificates: certificate, key: key)
        }
        guard identity.isFor(authority.name),
            identity.validSeconds.upperBound > Self.nowSeconds
        else { throw .unexpected("the certificate") }
        try write(certificate + key, to: authority.file(in: dataFolder))
    }

    private func write(_ bytes: [UInt8], to path: String) throws(ACMEFailure) {
        do throws(SystemError) {
            try PrivateFile.write(bytes, to: path)
        } catch {
            throw .here("\(path) can't be written: \(error.text)")
        }
    }

    private static func make<Made>(
        _ body: () throws(TLSError) -> Made
    ) throws(ACMEFailure) -> Made {
        do throws(TLSError) {
            return try body()
        } catch {
            throw .here("\(error)")
        }
    }
}
