import Club
import Documents
import Log
import Structures
import Wire

/// The essence of a server: all that decides what it will do, except time, budgets, who has been
/// told who is here, random bits and reserved codes. Two servers with the same essence behave
/// alike. It is for a proof that visits every state once.
package struct ServerEssence<Kind: ServedDocument>: Hashable {
    struct Seated: Hashable {
        var name: Int
        var phase: Session.Phase
        var hello: Hello?
        var person: PersonID?
        var account: AccountID?
        var replica: ReplicaID?
        var admission: Welcome.Admission?
        var numbers: [OpNumber] = []
        var awaitsAnswer = false
        var awaitsHistory = false
    }

    struct Row: Hashable {
        var replica: ReplicaID
        var person: PersonID
        var number: OpNumber
        var fingerprint: UInt32
        var refused: [RefusedOp]
    }

    struct Live: Hashable {
        var id: LobbyID
        var document: Kind?
        var epoch: Epoch
        var hash: UInt64
        var flags: [Bool]
        var rows: Set<Row>
        var subscribers: [Int]
        var watchers: [Int]
        var knocks: [Knock]
        var outsiders: [Int]
        var waiting: [Int]
        var present: [MemberNumber: Int]
        var pendingCommitCount: Int
        var held: [HeldEssence]
    }

    var sessions: [Seated]
    var lobbies: [Live]
    /// The lobbies in memory that each commit on its way concerns.
    var commits: [[LobbyID]]
    var fault: UInt16?
}

struct HeldEssence: Hashable {
    /// The number of commits that have to be answered first.
    var commitCount: Int
    var kind: Int
    var names: [Int]
    var bytes: [UInt8]
    var closeCode: UInt16?
}

extension SyncServer {
    /// - Parameters:
    ///   - name: stands for a session, the same in all states in which it plays the same part;
    ///     nil for one that has ended, to which nothing can happen any more.
    ///   - isAside: whether a frame is of no interest.
    package func essence(
        name: (SessionID) -> Int?, isAside: ([UInt8]) -> Bool
    ) -> ServerEssence<Kind> {
        precondition(commits.activeCount == 0 && effects.isEmpty, "looked at between turns")
        precondition(gateway.count == 0, "all that are connected have a WebSocket")
        let tickets = commits.unanswered.map(\.ticket)
        return ServerEssence<Kind>(
            sessions: sessions.ids.map { seated($0, name: name($0) ?? -1) }
                .sorted { $0.name < $1.name },
            lobbies: lobbies.ids.map { lobbies[$0].essence(tickets, name, isAside) },
            commits: commits.unanswered.map { commit in
                commit.lobbies.filter { lobbies.contains($0) }.map { lobbies[$0].id }
            },
            fault: storageFault?.error.rawValue)
    }

    private func seated(_ id: SessionID, name: Int) -> ServerEssence<Kind>.Seated {
        let session = sessions[id]
        var seated = ServerEssence<Kind>.Seated(name: name, phase: session.phase)
        seated.hello = session.greeting?.hello
        seated.account = session.greeting?.account
        seated.person = session.greeting?.person ?? session.seat?.person
        guard let seat = session.seat else { return seated }
        seated.replica = seat.replica
        seated.admission = seat.admission
        seated.numbers = [seat.numberAnnounced, seat.numberWithoutRow]
        seated.awaitsAnswer = session.isOpMessageInFlight
        seated.awaitsHistory = seat.awaitsHistory
        return seated
    }
}

extension Room {
    fileprivate func essence(
        _ tickets: [UInt64], _ name: (SessionID) -> Int?, _ isAside: ([UInt8]) -> Bool
    ) -> ServerEssence<Kind>.Live {
        ServerEssence<Kind>.Live(
            id: id, document: document, epoch: epoch, hash: log.hash,
            flags: [isLoading, hostPassesAt != nil],
            rows: Set(
                replicas.values.map {
                    ServerEssence<Kind>.Row(
                        replica: $0.replica, person: $0.person, number: $0.lastNumber,
                        fingerprint: $0.fingerprint, refused: $0.refused)
                }),
            subscribers: seating.subscribers.compactMap(name),
            watchers: seating.watchers.compactMap(name),
            knocks: seating.knocks.map(\.knock),
            outsiders: seating.outsiders.compactMap(name),
            waiting: waiting.compactMap(name),
            present: Dictionary(
                uniqueKeysWithValues: zip(seating.presence.keys, seating.presence.values)),
            pendingCommitCount: waitCount(held.pendingTicket, tickets),
            held: held.waiting.map { $0.output.essence(waitCount($0.ticket, tickets), name) }
                .filter { !$0.names.isEmpty && !isAside($0.bytes) })
    }

    private func waitCount(_ ticket: UInt64, _ tickets: [UInt64]) -> Int {
        ticket <= held.durableTicket ? 0 : tickets.count { $0 <= ticket }
    }
}

extension Output {
    fileprivate func essence(
        _ count: Int, _ name: (SessionID) -> Int?
    ) -> HeldEssence {
        func held(_ kind: Int, _ ids: [SessionID], _ bytes: [UInt8]) -> HeldEssence {
            HeldEssence(
                commitCount: count, kind: kind, names: ids.compactMap(name), bytes: bytes,
                closeCode: nil)
        }
        switch self {
        case .broadcast(let ids, let frame): return held(0, ids, frame)
        case .send(let id, let frame, true): return held(1, [id], frame)
        case .send(let id, let frame, false): return held(2, [id], frame)
        case .restart(let id, let frame): return held(3, [id], frame)
        case .ack(let id, let frame, readAt: _): return held(4, [id], frame)
        case .close(let id, let end):
            var output = held(5, [id], [])
            output.closeCode = end.closeCode
            return output
        }
    }
}
