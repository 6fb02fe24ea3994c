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
        settings.relyingParty = Self.relyingParty(options, doors)
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

    /// Passkeys are for the server's name, whatever a client calls it; without a name they can be
    /// tried on this machine.
    private static func relyingParty(_ options: Options, _ doors: Doors) -> RelyingParty? {
        guard let name = options.name else {
            return RelyingParty(id: "localhost", origins: ["http://localhost:\(doors.port)"])
        }
        let port = doors.isSecured && doors.port != 443 ? ":\(doors.port)" : ""
        return RelyingParty(id: name, origins: ["https://\(name)\(port)"] + options.origins)
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
