package import Documents
import Log
import Structures
import Wire

/// An action that an operator asks of a lobby in memory.
package enum OperatorAction: Hashable, Sendable {
    /// Ends all its connections; clients come back by themselves.
    case close
    /// Ends one of them.
    case disconnect(SessionID)
    /// Removes a member for good, as the host can.
    case kick(MemberNumber)
    /// Ends the game and locks it, as the host can.
    case lock
    /// Deletes it, as its owner can.
    case delete
    /// Takes a deletion back, as its owner can.
    case undelete
}

/// A reason why it can't be done.
package enum OperatorFailure: Error, Sendable {
    /// There is no such lobby in memory, nor such a session or member in it.
    case absent
    /// It can't be done as the lobby is now.
    case refused
    /// Not now.
    case busy
}

/// What an operator can see and do. To be called between two turns; what follows from it happens in
/// the next.
extension SyncServer {
    package mutating func overviews() -> [LobbyOverview] {
        lobbies.ids.map { lobbies[$0].overview() }
    }

    /// A lobby in memory; nil if it isn't there.
    package mutating func report(on lobby: LobbyID) -> LobbyReport? {
        guard let slot = slots[lobby] else { return nil }
        let sessions = lobbies[slot].sessions.compactMap { id -> SessionOverview? in
            guard self.sessions.contains(id), let seat = self.sessions[id].seat else { return nil }
            return SessionOverview(
                session: id, part: seat.admission.name, member: seat.member ?? MemberNumber(0))
        }
        return LobbyReport(
            overview: lobbies[slot].overview(), sessions: sessions, tail: lobbies[slot].log.tail)
    }

    /// Reads a lobby into memory, if it isn't there: nobody needs to have it open.
    ///
    /// - Returns: whether the log is still being asked.
    package mutating func fetch(_ lobby: LobbyID) -> Bool {
        guard lobby.canName(Kind.kind) else { return false }
        return lobbies[slots[lobby] ?? bringIn(lobby)].isLoading
    }

    /// Whether the log is being asked for a lobby.
    package func isLoading(_ lobby: LobbyID) -> Bool {
        slots[lobby].map { lobbies[$0].isLoading } ?? false
    }

    /// Takes note that a lobby was erased from the log: nobody uses it any more.
    package mutating func erased(_ lobby: LobbyID, now: ServerTime) {
        guard let slot = slots[lobby], !lobbies[slot].isLoading else { return }
        drop(slot, SessionEnd(.gone), now: now)
    }

    /// Forgets a lobby whose log was changed from outside; its clients come back at once, and it is
    /// read anew. It gets a new epoch then, also if a commit of the old one has come in between: so
    /// that every client is sent all of it.
    package mutating func reread(_ lobby: LobbyID, now: ServerTime) {
        guard let slot = slots[lobby] else { return }
        rereading[lobby] = lobbies[slot].isLoading
        guard !lobbies[slot].isLoading else { return }
        drop(slot, SessionEnd(notice: nil, closeCode: SyncCloseCode.again), now: now)
    }

    /// - Returns: nil if it is done.
    package mutating func operate(
        _ action: OperatorAction, on lobby: LobbyID, now: ServerTime
    ) -> OperatorFailure? {
        guard let slot = slots[lobby], lobbies[slot].exists else { return .absent }
        switch action {
        case .close:
            for id in lobbies[slot].sessions { send(away: id, now: now) }
            return nil
        case .disconnect(let id):
            guard lobbies[slot].sessions.contains(id) else { return .absent }
            send(away: id, now: now)
            return nil
        case .kick(let number): return kick(number, from: slot, now: now)
        case .lock: return record(lobbies[slot].lockingChanges(), in: slot, now: now)
        case .delete:
            let change = lobbies[slot].deletion(at: now.wall)
            return record(change.map { [$0] } ?? [], in: slot, now: now)
        case .undelete:
            return record(lobbies[slot].restoration().map { [$0] } ?? [], in: slot, now: now)
        }
    }

    /// Tells all who have a seat what an operator says.
    ///
    /// - Returns: how many.
    package mutating func announce(_ text: String) -> Int {
        let error = SessionError.announcement
        let notice = ErrorNotice(
            number: error.rawValue, name: error.name, sentence: text, mayRetry: false)
        let seated = sessions.seated
        effects.append(.broadcast(seated, ServerMessage<Kind>.error(notice).frame()))
        return seated.count
    }

    /// Ends a connection whose client is to come back by itself.
    mutating func send(away id: SessionID, now: ServerTime) {
        end(id, SessionEnd(notice: nil, closeCode: SyncCloseCode.again), now: now)
    }

    private mutating func kick(
        _ number: MemberNumber, from slot: SlotID, now: ServerTime
    ) -> OperatorFailure? {
        guard lobbies[slot].person(number) != nil else { return .absent }
        guard let change = lobbies[slot].dismissal(of: number) else { return .refused }
        guard storageFault == nil, !codes.isEmpty else { return .busy }
        record(change, in: slot, now: now)
        react(to: Kind.meaning(of: change), in: slot, now: now)
        return nil
    }

    private mutating func record(
        _ changes: [Kind.Change], in slot: SlotID, now: ServerTime
    ) -> OperatorFailure? {
        guard !changes.isEmpty else { return .refused }
        guard storageFault == nil else { return .busy }
        for change in changes { record(change, in: slot, now: now) }
        return nil
    }
}

extension Room {
    fileprivate mutating func overview() -> LobbyOverview {
        LobbyOverview(
            lobby: id, stage: stageName, isDeleted: isDeleted, seq: seq,
            memberCount: activePeople.count,
            presentCount: presentCount, sessionCount: sessionCount, bytes: snapshotBytesExpected)
    }
}

extension LogTail {
    /// The events that are at hand, by number and kind.
    fileprivate var tail: [(seq: Seq, kind: String)] {
        numbers.map { ($0, Self.kind(of: event($0))) }
    }

    /// The kind of an event is the text that its array begins with.
    private static func kind(of event: ArraySlice<UInt8>) -> String {
        let text = event.dropFirst().prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "]") }
        return String(decoding: text.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
}

extension Welcome.Admission {
    fileprivate var name: String {
        switch self {
        case .member: "member"
        case .creator: "creator"
        case .spectator: "spectator"
        case .outsider: "outsider"
        }
    }
}
