package import Club
package import Documents

/// The settings of an operator, and the limits on what peers do to a server. Times in milliseconds.
package struct ServerConfiguration: Sendable {
    /// A secret of 256 bits that signs membership tickets.
    package var secret: [UInt8]
    /// The number of servers that share the lobbies of this process; `shard` is this one's.
    package var shardCount = 1
    package var shard = 0
    /// Web origins that may connect besides the server's own, such as "https://example.org".
    package var originsAllowed: [String] = []

    /// Whether "/echo" sends every message back, for the conformance tests of the WebSocket.
    package var opensEcho = false

    package var site = Site.files([:])
    /// Other origins from which the page may show pictures, such as "https://tile.example".
    package var imageOrigins: [String] = []
    /// Where the door for redirects leads; nil if it leads nowhere.
    package var redirect: Redirect?
    /// Whether clients come by https without a proxy.
    package var isSecured = false
    /// Whether that is at the port that https usually has.
    package var isAtUsualPort = false
    /// The proxies that are believed what they say of a request's way here.
    package var trustedProxies = TrustedProxies([])

    /// Requests that one connection may make.
    package var requestsPerConnectionMax = 100
    /// The time for which it may be idle between them.
    package var requestIdleMilliseconds: UInt64 = 15_000
    /// Bytes that a connection may send while one of its requests is being worked on.
    package var unreadBytesMax = 16 * 1024
    /// Pieces of work that one address may have waiting for a loop at a time.
    package var workPerNetworkMax = 32
    /// The time that a request's body may take to come.
    package var bodyMilliseconds: UInt64 = 10_000
    /// Bytes that answer requests which came at once; a client that asks for more has to connect
    /// anew.
    package var answeredBytesPerReadMax = 128 * 1024

    /// The time that a connection may take to its `hello`, and the look into that.
    package var helloMilliseconds: UInt64 = 10_000
    /// The silence after which a client is asked whether it is still there.
    package var pingMilliseconds: UInt64 = 25_000
    /// The time that it may take to answer that.
    package var pongMilliseconds: UInt64 = 10_000
    /// Silence isn't counted while a line of this speed would be busy with what a client missed,
    package var slowestLineBytesPerSecond: UInt64 = 256
    /// but no longer than this after the client was last heard.
    package var catchUpMillisecondsMax: UInt64 = 120_000
    /// The time for which a host may be away before another member becomes host.
    package var hostTimeoutMilliseconds: UInt64 = 60_000
    /// The time for which those who are in a lobby are told nothing more of who comes and goes,
    /// once they have been told: a crowd that comes costs each of them one message in this time.
    package var presenceIntervalMilliseconds: UInt64 = 1_000
    /// The time for which a lobby that nobody uses stays in memory.
    package var idleLobbyMilliseconds: UInt64 = 60_000
    /// For how many days after its last change a lobby is kept, as clients are told beforehand;
    /// nil: nothing ends by itself.
    package var keptDays: Int?
    /// The time for which ops are turned away after the store has failed.
    package var storageRetryMilliseconds: UInt64 = 2_000

    /// Sessions in a lobby, with spectators and those who wait to get in.
    package var sessionsPerLobbyMax = 10_000
    /// Bytes that a session may send each millisecond, in the long run: a phone that brings along
    /// all that a day without signal has left sends no faster.
    package static let receivedPieceBytes = 64
    /// Such pieces at once, 1 MiB.
    package static let receivedPiecesMax: UInt16 = 16_384
    /// Bytes of a link that is sent to be drawn as a QR code, which holds no more.
    package static let drawnLinkBytesMax = 300
    /// Ops of one session, in the long run.
    package var opsPerSecondMax: UInt64 = 200
    /// Ops of one session, at once.
    package var opsBurstMax: UInt64 = 2_000
    /// Questions of one session for events of the past.
    package var historiesPerMinuteMax: UInt64 = 120
    /// Bytes of events in one answer, but for the first event.
    package var historyBytesMax = 64 * 1024
    /// Questions that are put to the store at a time: commits don't wait long behind them.
    package var historyReadsMax = 16
    /// The time after which to come again, for a client that asks while that many are waiting, or
    /// its own last one.
    package var historyRetryMilliseconds: UInt64 = 500
    /// The kinds that other servers on the same loop have (`ServerOfKinds`).
    package var otherKinds: [DocumentKind] = []
    /// Lobbies that one address may create, by all shards together, unless the operator says
    /// otherwise; the doorkeeper counts them.
    package static let lobbiesPerAddressPerHourMax: UInt64 = 100
    /// Notebooks that one address may begin: a club's whole tournament may stand behind one.
    package static let notebooksPerAddressPerHourMax: UInt64 = 500
    /// Connections that one address may have, unless the operator says otherwise; what else it may
    /// do is in proportion (`VisitBudget`).
    package static let connectionsPerAddressMax: UInt64 = 1_000
    /// Lends the one doorkeeper of all shards to `body`, at once; without one nobody is counted.
    package var lendDoorkeeper: @Sendable (_ body: (inout Doorkeeper) -> Void) -> Void = { body in
        var nobody = Doorkeeper(now: 0)
        body(&nobody)
    }
    /// Lends what all shards know of who may act as whom to `body`, at once; without it nobody has
    /// an account.
    package var lendSpeakers: @Sendable (_ body: (Speakers) -> Void) -> Void = { body in
        body(Speakers())
    }
    /// Codes kept in reserve, so that creating a lobby needs no question to the store.
    package var codesReservedMax = 64

    package init(secret: [UInt8]) { self.secret = secret }

    func askDoorkeeper<Answer>(_ body: (inout Doorkeeper) -> Answer) -> Answer {
        var answer: Answer?
        lendDoorkeeper { answer = body(&$0) }
        guard let answer else { preconditionFailure("the doorkeeper is lent at once") }
        return answer
    }

    func askSpeakers<Answer>(_ body: (Speakers) -> Answer) -> Answer {
        var answer: Answer?
        lendSpeakers { answer = body($0) }
        guard let answer else { preconditionFailure("the speakers are lent at once") }
        return answer
    }

    /// Asks about open WebSockets, where nobody else bounds them: behind a proxy. Nil elsewhere.
    @discardableResult
    func askCensus<Answer>(_ body: (inout SocketCensus) -> Answer) -> Answer? {
        guard !trustedProxies.isEmpty else { return nil }
        return askDoorkeeper { body(&$0.sockets) }
    }
}
