import Club
import ClubDesk
import Documents
import EventStore
import Host
import Passkeys
import Reactor
import Secrets
import SyncServer

/// The desk of accounts in the running server, and what it shares with the loops.
struct ClubService {
    let desk: ClubDesk
    private let speakers: SharedSpeakers

    init(
        _ options: Options, _ store: EventStore, _ mailboxes: Mailboxes, _ doors: Doors,
        _ doorkeeper: SharedDoorkeeper, _ mail: MailDesk?
    ) throws {
        let speakers = SharedSpeakers(Speakers(try store.speakers()))
        var settings = options.club
        settings.serverName = options.name
        settings.relyingParty = options.relyingParty(
            isSecured: doors.isSecured, port: doors.port)
        settings.letterAddress = mail == nil ? nil : options.mail?.address
        settings.restoredAt = store.restoredAt
        let host = ClubHost(
            wall: { WallTime(milliseconds: WallClock.milliseconds()) },
            monotonic: MonotonicClock.milliseconds, recall: mailboxes.recall,
            reread: mailboxes.reread, countCreation: doorkeeper.countCreation,
            send: { mail?.send($0) ?? false })
        self.speakers = speakers
        desk = try ClubDesk(store, speakers, try Passwords(cost: .usual), settings, host)
    }

    /// Lends who may act as whom to a loop.
    var lendSpeakers: @Sendable ((Speakers) -> Void) -> Void {
        { [speakers] body in speakers.lend { body($0) } }
    }
}

extension Options {
    /// Passkeys are for the server's name, whatever a client calls it; without a name they can be
    /// tried on this machine.
    ///
    /// - Parameters:
    ///   - isSecured: whether the front door is.
    ///   - port: of the front door.
    func relyingParty(isSecured: Bool, port: UInt16) -> RelyingParty? {
        guard let name else {
            return RelyingParty(id: "localhost", origins: ["http://localhost:\(port)"])
        }
        let suffix = isSecured && port != 443 ? ":\(port)" : ""
        return RelyingParty(id: name, origins: ["https://\(name)\(suffix)"] + origins)
    }
}

extension Mailboxes {
    /// Has all sockets closed of those who act as these persons.
    @Sendable func recall(_ persons: [PersonID]) {
        for loop in 0..<loopCount {
            visit(loop) { host, now in host.server.recall(persons: Set(persons), now: now) }
        }
    }

    /// Has a lobby read anew, whose log was changed.
    @Sendable func reread(_ lobby: LobbyID) {
        visit(lobby.shard(of: loopCount)) { host, now in host.server.reread(lobby, now: now) }
    }
}
