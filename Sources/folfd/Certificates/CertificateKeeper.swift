import Reactor
import SystemCalls
import TLS
import Threads

/// Sees to it that new connections are secured with the newest certificate that can be used.
///
/// The files are read again when somebody says so and when they have changed. A pair that doesn't
/// fit, can't be read or has expired is refused, said, and counted: the one in use stays. Once a
/// day the context is made anew though nothing has changed, which gives session tickets a new key.
/// Connections keep what they began with, so nobody is dropped.
final class CertificateKeeper: Sendable {
    /// How often the files are looked at.
    static let lookMilliseconds: UInt64 = 60_000
    /// How often session tickets get a new key.
    static let ticketMilliseconds: UInt64 = 86_400_000

    /// A certificate and what follows from it; the authorities that this machine trusts are read
    /// once for each.
    private struct Held {
        let identity: TLSIdentity
        let isTrusted: Bool

        init(_ identity: TLSIdentity) {
            self.identity = identity
            isTrusted = identity.isPublic
        }
    }

    private struct State {
        var stamps: [FileStamp?]
        var held: Held
        var ticketsEndAt: UInt64
        var refusals = 0
    }

    let credentials: TLSCredentials
    private let files: CertificateFiles
    private let state: Lock<State>
    private let logger: Logger
    private let ticketMilliseconds: UInt64

    /// Reads the files. A certificate that has expired is used at first, since the one that serves
    /// nobody is worse.
    ///
    /// - Parameters:
    ///   - substitute: stands in for files that aren't there yet, or can't be used.
    ///   - ticketMilliseconds: for how long session tickets have the same key.
    init(
        _ files: CertificateFiles, _ logger: Logger, substitute: TLSIdentity? = nil,
        ticketMilliseconds: UInt64 = CertificateKeeper.ticketMilliseconds
    ) throws(CertificateFiles.Failure) {
        let stamps = files.stamps
        let identity: TLSIdentity
        do throws(CertificateFiles.Failure) {
            identity = try files.read()
        } catch {
            guard let substitute else { throw error }
            let reason = stamps.contains(nil) ? "none has been taken yet" : error.reason
            logger.log(.certificateSubstituted, ["reason": .text(reason)])
            identity = substitute
        }
        credentials = TLSCredentials(try Self.context(identity, files))
        self.files = files
        self.logger = logger
        self.ticketMilliseconds = ticketMilliseconds
        let ticketsEndAt = MonotonicClock.milliseconds() + ticketMilliseconds
        state = Lock(State(stamps: stamps, held: Held(identity), ticketsEndAt: ticketsEndAt))
        if Self.hasExpired(identity) {
            logger.log(.certificateExpired, ["path": .text(files.certificate)])
        }
    }

    /// The end of the certificate's validity, in seconds since 1970.
    var notAfterSeconds: Int64 { state.withLock { $0.held.identity.validSeconds.upperBound } }
    /// Whether browsers trust the certificate.
    var isTrusted: Bool { state.withLock { $0.held.isTrusted } }
    /// How often files were refused.
    var refusals: Int { state.withLock { $0.refusals } }

    /// Has the housekeeper look at the files, and read them when it is told to.
    ///
    /// - Parameter tell: is told now and after each look whether browsers trust the certificate.
    func watch(with housekeeper: inout Housekeeper, _ tell: @escaping (_ isTrusted: Bool) -> Void) {
        tell(isTrusted)
        housekeeper.onReload {
            self.reload()
            tell(self.isTrusted)
        }
        housekeeper.every(milliseconds: Self.lookMilliseconds) {
            self.look()
            tell(self.isTrusted)
        }
    }

    /// Reads the files again if they have changed, and gives tickets a new key in time.
    func look() {
        let stamps = files.stamps
        let (isChanged, isDue) = state.withLock { state in
            (state.stamps != stamps, state.ticketsEndAt <= MonotonicClock.milliseconds())
        }
        if isChanged {
            reload()
        } else if isDue {
            renewTickets()
        }
    }

    /// Reads the files again.
    func reload() {
        let stamps = files.stamps
        state.withLock { $0.stamps = stamps }
        do throws(CertificateFiles.Failure) {
            let identity = try files.read()
            guard !Self.hasExpired(identity) else {
                throw CertificateFiles.Failure(reason: "\(files.certificate) has expired")
            }
            credentials.replace(by: try Self.context(identity, files))
            let held = Held(identity)
            state.withLock { state in
                state.held = held
                state.ticketsEndAt = nextTickets()
            }
            let end = Logger.timestamp(identity.validSeconds.upperBound * 1_000)
            logger.log(.certificateTaken, ["until": .text(end)])
        } catch {
            state.withLock { $0.refusals += 1 }
            logger.log(.certificateRefused, ["reason": .text(error.reason)])
        }
    }

    private func renewTickets() {
        let identity = state.withLock { state in
            state.ticketsEndAt = nextTickets()
            return state.held.identity
        }
        guard let context = try? TLSContext(serving: identity) else { return }
        credentials.replace(by: context)
    }

    private func nextTickets() -> UInt64 {
        MonotonicClock.milliseconds() + ticketMilliseconds
    }

    private static func hasExpired(_ identity: TLSIdentity) -> Bool {
        identity.validSeconds.upperBound * 1_000 <= WallClock.milliseconds()
    }

    private static func context(
        _ identity: TLSIdentity, _ files: CertificateFiles
    ) throws(CertificateFiles.Failure) -> TLSContext {
        do throws(TLSError) {
            return try TLSContext(serving: identity)
        } catch {
            throw CertificateFiles.Failure(reason: "\(files.certificate): \(error)")
        }
    }
}
