import Documents
package import Wire

/// The life of the connection: when to connect, when to ask whether the server is still there, and
/// when to try again.
///
///     offline ── start ──▸ connecting ──▸ greeting ── welcome ──▸ live
///                              ▴   └──────────┴───── lost ─────────┤
///                              └────────── waiting ◂───────────────┤
///                                          stopped ◂── told not to ┘
///
/// `stop` leads from each of these to offline, and `start` from stopped to connecting. The client
/// asks after a silence whether the server is still there: sooner while an op is on its way, later
/// while the server sends what was missed. Without an answer the connection is dropped.
extension ClientCore {
    /// Connects, and stays connected from now on.
    package mutating func start(now: ClientTime) {
        switch phase {
        case .offline, .stopped:
            hasFlushed = false
            connect()
        case .connecting, .greeting, .live, .waiting: break
        }
    }

    /// Asks to take part again after having left.
    package mutating func rejoin(now: ClientTime) {
        guard !isSpectator else { return }
        identity.part = .player
        note(.hello(identity), isDurable: true)
        if phase != .offline { stop(now: now) }
        start(now: now)
    }

    /// Takes leave politely and stays offline. The membership goes on.
    package mutating func stop(now: ClientTime) {
        if phase == .live { emit(.send(ClientMessage<Kind>.byeBytes())) }
        emit(.disconnect(code: ClientCloseCode.normal))
        loseSession()
        enter(.offline)
    }

    /// Takes note of an open connection; `hello` goes out.
    package mutating func connected(now: ClientTime) {
        guard phase == .connecting else { return emit(.disconnect(code: ClientCloseCode.normal)) }
        session = ClientSession()
        session.credentials = credentials
        lastNotice = nil
        session.greetedMilliseconds = now.monotonicMilliseconds
        session.heardMilliseconds = now.monotonicMilliseconds
        session.answerDueMilliseconds = now.deadline(after: ClientLimits.answerMillisecondsMax)
        phase = .greeting
        emit(.send(ClientMessage<Kind>.hello(encoding: greeting())))
    }

    /// Takes note of a connection that was closed, or couldn't be opened.
    ///
    /// - Parameter closeCode: the server's close code; nil if there was none.
    package mutating func disconnected(closeCode: UInt16?, now: ClientTime) {
        switch phase {
        case .offline, .stopped, .waiting: return
        case .connecting, .greeting, .live: break
        }
        if let closeCode, !SyncCloseCode.allowsReconnect(closeCode) {
            return stop(after: closeCode, now: now)
        }
        reconnect(now: now)
    }

    /// Does what has become due. To be called at `nextDeadline`; earlier does no harm.
    package mutating func tick(now: ClientTime) {
        let time = now.monotonicMilliseconds
        if case .waiting(let until) = phase, time >= until { return connect() }
        guard phase == .greeting || phase == .live else { return }
        if let due = session.answerDueMilliseconds, time >= due {
            return drop(code: SyncCloseCode.timeout, now: now)
        }
        if let due = session.drainsAtMilliseconds, time >= due {
            return drop(code: SyncCloseCode.draining, now: now)
        }
        if let due = session.resumeAtMilliseconds, time >= due {
            session.resumeAtMilliseconds = nil
            pump()
        }
        if time >= silenceDue { ask(now: now) }
    }

    /// The time at which `tick` has something to do, in monotonic milliseconds; nil if never.
    package var nextDeadline: UInt64? {
        switch phase {
        case .offline, .stopped, .connecting: nil
        case .waiting(let until): until
        case .greeting, .live:
            [
                session.answerDueMilliseconds, session.drainsAtMilliseconds,
                session.resumeAtMilliseconds,
                session.answerDueMilliseconds == nil ? silenceDue : nil,
            ].compactMap { $0 }.min()
        }
    }

    /// Asks whether the connection still lives, or makes the next attempt now; to be called when
    /// the app came to the foreground, or the network came back. What failed before was another
    /// network.
    package mutating func probe(now: ClientTime) {
        backoff.reset()
        switch phase {
        case .live: ask(now: now)
        case .waiting:
            guard now.monotonicMilliseconds >= notBeforeMilliseconds else {
                return enter(.waiting(untilMilliseconds: notBeforeMilliseconds))
            }
            connect()
        case .offline, .stopped, .connecting, .greeting: break
        }
    }

    private var silenceDue: UInt64 {
        let (due, overflows) = session.heardMilliseconds.addingReportingOverflow(silenceMax)
        return overflows ? .max : due
    }

    private var silenceMax: UInt64 {
        if isBehind { return ClientLimits.catchUpMillisecondsMax }
        return outbox.inFlight == nil
            ? ClientLimits.silenceMillisecondsMax : ClientLimits.silenceInFlightMillisecondsMax
    }

    /// Whether the server has yet to send what was missed.
    private var isBehind: Bool {
        phase == .live && session.admission != .outsider && (coveringSeq ?? 0) < session.top
    }

    private mutating func ask(now: ClientTime) {
        guard phase == .live, session.answerDueMilliseconds == nil else { return }
        session.answerDueMilliseconds = now.deadline(after: ClientLimits.answerMillisecondsMax)
        emit(.send(ClientMessage<Kind>.ping(encodingTime: now.monotonic)))
    }

    private func greeting() -> Hello {
        var hello = identity
        if createsAgain, let lobbyID { hello.entry = .create(lobbyID) }
        hello.position = positionOffered
        hello.number = outbox.last
        hello.heard = outbox.heard
        return hello
    }

    /// The position that `hello` offers. What a spectator was told lacks what opens the door, and
    /// later events don't bring that to a player; so someone who takes part from then on offers
    /// none, and gets a snapshot.
    package var positionOffered: LogPosition {
        isSpectator || follower.document?.opensDoor == true ? follower.position : .none
    }

    mutating func enter(_ next: ClientPhase) {
        guard phase != next else { return }
        phase = next
        emit(.changed)
    }

    private mutating func connect() {
        notBeforeMilliseconds = 0
        enter(.connecting)
        emit(.connect(redirect: redirect))
    }

    /// Ends a connection on which nothing good can come any more, and tries again later.
    mutating func drop(code: UInt16, now: ClientTime) {
        emit(.disconnect(code: code))
        reconnect(now: now)
    }

    private mutating func reconnect(now: ClientTime) {
        if let welcomed = session.welcomedMilliseconds,
            now.monotonicMilliseconds >= welcomed,
            now.monotonicMilliseconds - welcomed >= ClientLimits.stableMilliseconds
        {
            backoff.reset()
        }
        // The server that sent us elsewhere is asked again if nobody is there.
        if session.welcomedMilliseconds == nil { redirect = nil }
        loseSession()
        let delay = backoff.nextDelay(using: &generator)
        enter(
            .waiting(
                untilMilliseconds: max(now.deadline(after: delay), notBeforeMilliseconds)))
    }

    private mutating func loseSession() {
        session = ClientSession()
        outbox.loseConnection()
        presence = nil
        hostPassesAtMilliseconds = nil
        emit(.changed)
    }

    private mutating func stop(after closeCode: UInt16, now: ClientTime) {
        let isOut = closeCode == SyncCloseCode.kicked || closeCode == SyncCloseCode.left
        if isOut, !outbox.pending.isEmpty, !hasFlushed {
            hasFlushed = true
            return reconnect(now: now)
        }
        let isShutOut = closeCode == SyncCloseCode.signedOut || closeCode == SyncCloseCode.badToken
        if isShutOut, session.credentials != credentials { return reconnect(now: now) }
        loseSession()
        enter(.stopped(stopReason(closeCode)))
    }

    private func stopReason(_ closeCode: UInt16) -> StopReason {
        switch closeCode {
        case SyncCloseCode.kicked: .kicked
        case SyncCloseCode.left: .left
        case SyncCloseCode.signedOut: .signedOut
        default: lastNotice.map(StopReason.refused) ?? .closed(code: closeCode)
        }
    }
}
