/// What an operator can set, and the limits on what peers do to a server. Times in milliseconds.
package struct ServerConfiguration: Sendable {
    /// 256 secret bits that sign membership tickets.
    package var secret: [UInt8]
    /// How many servers share the lobbies of this process, and which of them this one is.
    package var shardCount = 1
    package var shard = 0
    /// Web origins that may connect besides the server's own, such as "https://example.org".
    package var originsAllowed: [String] = []

    /// Whether "/echo" sends every message back, for the conformance tests of the WebSocket.
    package var opensEcho = false

    package var site = Site.files([:])
    /// Whether what a request says of its way here is to be believed, because a proxy wrote it.
    package var isBehindProxy = false

    /// How many requests one connection may make.
    package var requestsPerConnectionMax = 100
    /// How long it may be idle between them.
    package var requestIdleMilliseconds: UInt64 = 15_000
    /// What a connection may send while one of its requests is being worked on.
    package var unreadBytesMax = 16 * 1024
    /// How many connections from one address may wait for work of a loop's at a time.
    package var workPerNetworkMax = 32
    /// How long a request's body may take to come.
    package var bodyMilliseconds: UInt64 = 10_000
    /// What is answered of requests that came at once; whoever asks for more has to connect anew.
    package var answeredBytesPerReadMax = 128 * 1024

    /// How long a connection may take to its `hello`, and the look into that.
    package var helloMilliseconds: UInt64 = 10_000
    /// Silence after which a client is asked whether it is still there.
    package var pingMilliseconds: UInt64 = 25_000
    /// How long it may take to answer that.
    package var pongMilliseconds: UInt64 = 10_000
    /// Silence isn't counted while a line of this speed would be busy with what a client missed,
    package var slowestLineBytesPerSecond: UInt64 = 256
    /// but no longer than this after the client was last heard.
    package var catchUpMillisecondsMax: UInt64 = 120_000
    /// How long a host may be away before another member becomes host.
    package var hostTimeoutMilliseconds: UInt64 = 60_000
    /// How long those who are in a lobby are told nothing more of who comes and goes, once they
    /// have been told: a crowd that comes costs each of them one message in this time.
    package var presenceIntervalMilliseconds: UInt64 = 1_000
    /// How long a lobby that nobody uses stays in memory.
    package var idleLobbyMilliseconds: UInt64 = 60_000
    /// How long ops are turned away after the store has failed.
    package var storageRetryMilliseconds: UInt64 = 2_000

    /// Spectators and those who wait to get in included.
    package var sessionsPerLobbyMax = 10_000
    /// Of one session, in the long run.
    package var opsPerSecondMax: UInt64 = 200
    /// Of one session, at once.
    package var opsBurstMax: UInt64 = 2_000
    /// Questions for events of the past, of one session.
    package var historiesPerMinuteMax: UInt64 = 120
    /// What one answer may hold of events, but for the first.
    package var historyBytesMax = 64 * 1024
    /// So many questions are put to the store at a time: commits don't wait long behind them.
    package var historyReadsMax = 16
    /// Who asks while that many are waiting, or the own last one, is to come again after this.
    package var historyRetryMilliseconds: UInt64 = 500
    /// By all shards together, unless the operator says otherwise; the doorkeeper counts them.
    package static let lobbiesPerAddressPerHourMax: UInt64 = 100
    /// Lends the one doorkeeper of all shards to `body`, at once; without one nobody is counted.
    package var lendDoorkeeper: @Sendable (_ body: (inout Doorkeeper) -> Void) -> Void = { body in
        var nobody = Doorkeeper(now: 0)
        body(&nobody)
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
}
