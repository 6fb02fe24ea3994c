package import Documents
import Wire

/// The essence of a core: all that decides what it will do, except time, random bits and the
/// journal's length. Two cores with the same essence behave alike. It is for a proof that visits
/// every state once.
package struct ClientEssence<Kind: ClientDocument>: Hashable {
    /// The phase, without the moments at which something will be done.
    enum Standing: Hashable {
        case offline, connecting, greeting, live, waiting
        case stopped(StopReason)
    }

    var identity: Hello
    var account: AccountCredentials?
    var outbox: Outbox<Kind>.Essence
    var confirmed: Kind?
    var shown: Kind?
    var position: LogPosition
    var standing: Standing
    var session: ClientSession
    var hasFlushed: Bool
    var createsAgain: Bool
}

extension ClientCore {
    package var essence: ClientEssence<Kind> {
        var session = session
        session.resumeAtMilliseconds = session.resumeAtMilliseconds.map { _ in 0 }
        session.drainsAtMilliseconds = session.drainsAtMilliseconds.map { _ in 0 }
        return ClientEssence(
            identity: identity, account: account, outbox: outbox.essence,
            confirmed: follower.document, shown: optimistic, position: follower.position,
            standing: standing, session: session, hasFlushed: hasFlushed,
            createsAgain: createsAgain)
    }

    /// The time at which a session that was told to wait for the server's disk sends again; nil if
    /// it doesn't wait.
    package var resumeAtMilliseconds: UInt64? { session.resumeAtMilliseconds }

    /// The number of the last op that is covered by the confirmed document.
    package var covered: OpNumber { outbox.covered }

    private var standing: ClientEssence<Kind>.Standing {
        switch phase {
        case .offline: .offline
        case .connecting: .connecting
        case .greeting: .greeting
        case .live: .live
        case .waiting: .waiting
        case .stopped(let reason): .stopped(reason)
        }
    }
}

extension Outbox {
    struct Essence: Hashable {
        var entries: [Entry]
        var covered: OpNumber
        var acknowledged: OpNumber
        var durable: OpNumber
        var inFlight: ClosedRange<OpNumber>?
        var refused: [OpNumber: Refusal]
        var acks: [OpNumber: Seq]
    }

    var essence: Essence {
        Essence(
            entries: entries, covered: covered, acknowledged: acknowledged, durable: durable,
            inFlight: inFlight, refused: refused,
            acks: Dictionary(uncovered.map { ($0.number, $0.seq) }) { _, later in later })
    }
}
