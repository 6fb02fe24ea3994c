import API
import Club
import Documents
import EventStore
import HTTP
import Lobby
import Log
import Wire

/// Making a game by a request. It goes into the log like any other; who comes to it by a socket
/// finds it there.
extension Clerk {
    private static let codeLength = JoinCode.lengthDefault

    func createGame(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let key = try call.bearer()
        let person = try actingPerson(key)
        let id = LobbyID(try call.path.value("lobby") { $0.identifier })
        let nonce = try call.body.value("nonce") { $0.identifier }
        // Only its maker can make it, and again only the same one.
        guard id == LobbyID(maker: person, nonce: nonce) else {
            throw APIProblem(.badField, field: "lobby")
        }
        if let known = try game(id) {
            guard known.lobby.members.first?.person == person else { throw APIProblem(.exists) }
            return .json(.object(Self.card(known.lobby, isMember: true)))
        }
        if let wait = host.countCreation(call.network) {
            throw APIProblem(.tooManyTries, retryMilliseconds: wait)
        }
        let setup = try setup(call)
        for _ in 0..<Self.triesMax {
            let lobby = try newLobby(id, setup, person)
            switch commit(lobby) {
            case .committed:
                return .json(.object(Self.card(lobby.lobby, isMember: true)), status: .created)
            // Somebody was faster: with the code, or with the game itself.
            case .failed(.codeTaken): continue
            case .failed(.conflict): throw APIProblem(.stale)
            case .failed(.full): throw APIProblem(.storageFull)
            case .failed: throw APIProblem(.storage)
            }
        }
        throw APIProblem(.busy)
    }

    /// The person as whom the holder of a key makes a game.
    private func actingPerson(_ key: DeviceKey) throws(APIProblem) -> PersonID {
        let (account, isRetired) = speakers.ask { ($0.account(of: key), $0.isRetired(key)) }
        guard !isRetired else { throw APIProblem(.signedOut) }
        guard let id = account else { return key.person }
        return try self.account(id).mainPerson
    }

    private func setup(_ call: APICall) throws(APIProblem) -> GameSetup {
        let body = call.body
        let holes = try body.value("holes") { $0.elements }
        let name = try body.value("name") { $0.string }
        let setup = GameSetup(
            course: body["course"]?.string,
            holes: holes.map { hole in
                Hole(label: hole["label"]?.string ?? "", par: hole["par"]?.integer ?? 0)
            },
            allowsLateJoin: body["late_join"]?.truth ?? false,
            invitation: try body.value("invitation") { $0.identifier },
            watch: try body.value("watch") { $0.identifier }, hostName: name,
            hostPlayer: PlayerID(UInt32(truncatingIfNeeded: randomIdentifier().low) | 1))
        do throws(Refusal) {
            try Lobby.check(setup)
        } catch {
            throw APIProblem(.badField, field: Self.badPart(of: setup))
        }
        return setup
    }

    /// The part by which a setup was refused: signs that only a game knows to be unseen.
    private static func badPart(of setup: GameSetup) -> String {
        func isBad(_ text: String?) -> Bool {
            guard let text else { return false }
            return (try? Lobby.checkText(text, bytesMax: text.utf8.count)) == nil
        }
        return isBad(setup.hostName) ? "name" : isBad(setup.course) ? "course" : "holes"
    }

    private struct NewLobby {
        let lobby: Lobby
        let batch: LobbyBatch
    }

    private func newLobby(
        _ id: LobbyID, _ setup: GameSetup, _ person: PersonID
    ) throws(APIProblem) -> NewLobby {
        let codes = Handed<[JoinCode]>()
        store.ask(.reserveCodes(1, length: Self.codeLength) { codes.give($0) })
        guard let code = codes.wait().first else { throw APIProblem(.storage) }
        let now = host.wall()
        let creation = Creation(setup: setup, host: person, start: now, code: code)
        let event = Event(
            seq: 1, by: MemberNumber(1), received: now, origin: nil, change: .created(creation))
        let record = LogCoding<Lobby>.record(event, after: RollingHash.empty)
        let epoch = Epoch(randomIdentifier().low | 1)
        return NewLobby(
            lobby: Lobby(id: id, epoch: epoch, creation: creation),
            batch: LobbyBatch(
                lobby: id, epoch: epoch, previousSeq: 0, previousHash: RollingHash.empty,
                code: code, records: [record], joined: [person]))
    }

    private func commit(_ new: NewLobby) -> CommitOutcome {
        let outcome = Handed<CommitOutcome>()
        store.ask(.commit([new.batch], now: host.wall()) { outcome.give($0) })
        return outcome.wait()
    }
}
