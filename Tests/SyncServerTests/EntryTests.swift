import Documents
import Lobby
import Log
import SyncServer
import Testing
import Wire

@Suite("Who gets in")
struct EntryTests {
    let shell = FakeShell()

    private func expect(
        _ refusal: Refusal, closing code: UInt16, _ device: FakeDevice,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(device.error?.number == refusal.rawValue, sourceLocation: sourceLocation)
        #expect(device.error?.name == refusal.name, sourceLocation: sourceLocation)
        #expect(device.error?.sentence == refusal.sentence, sourceLocation: sourceLocation)
        #expect(device.closeCode == code, sourceLocation: sourceLocation)
        #expect(device.wire?.isGone == true, sourceLocation: sourceLocation)
    }

    @Test("A member is known by the token, without a ticket")
    func identity() throws {
        let game = Game(shell, players: 1)
        let player = game.players[0]
        player.wire?.hangUp()
        let welcome = try #require(player.resume(withTicket: false))
        #expect(welcome.admission == .member(MemberNumber(2)))
    }

    @Test("Whoever takes a seat is looked after before newcomers, and nobody else is")
    func seated() throws {
        let game = Game(shell, players: 2)
        let seats = (game.players + [game.host]).compactMap { $0.wire?.number }
        #expect(Set(shell.shards[0].seated) == Set(seats))
        #expect(shell.shards[0].seated.count == 3)
        let stranger = FakeDevice(shell)
        stranger.enter(.member(game.id, ticket: nil))
        #expect(stranger.error?.number == Refusal.notInvited.rawValue)
        #expect(shell.shards[0].seated.count == 3)
    }

    @Test("A creator is welcomed to nothing, creates the lobby, and gets its code in the event")
    func creation() {
        let device = FakeDevice(shell)
        let welcome = device.enter(.create(device.ownLobby))
        #expect(welcome?.admission == .creator)
        #expect(welcome?.top == 0 && welcome?.lastNumber == 0)
        device.create()
        #expect(device.acknowledged == 1)
        #expect(device.lobby?.code != nil)
        #expect(device.presence?.members == [MemberNumber(1)])
        #expect(shell.store.lobby(device.lobbyID!)?.epoch == welcome?.epoch)
    }

    @Test("To create a lobby that exists is to come back to it")
    func createAgain() {
        let game = Game(shell)
        game.host.wire?.hangUp()
        #expect(game.host.enter(.create(game.id))?.admission == .member(MemberNumber(1)))
    }

    @Test("An op that isn't create is refused while there is no lobby, and uses up its number")
    func opBeforeCreate() {
        let device = FakeDevice(shell)
        device.enter(.create(device.ownLobby))
        device.perform(.leave)
        #expect(device.refusals[1] == .noLobby)
        device.create()
        #expect(device.acknowledged == 2)
        #expect(device.lobby != nil)
    }

    @Test("An unknown lobby is refused with the advice to try again")
    func unknownLobby() {
        let device = FakeDevice(shell)
        device.enter(.member(LobbyID(shell.identifier()), ticket: nil), as: .player, name: "A")
        expect(.unknownLobby, closing: 4000, device)
        #expect(device.error?.mayRetry == true)
        #expect(shell.shards[0].server.lobbyCount == 0)
    }

    @Test("Several sessions that wait for the same unknown lobby are all refused")
    func unknownLobbyTwice() {
        shell.holdsStore = true
        let id = LobbyID(shell.identifier())
        let devices = (0..<3).map { _ in FakeDevice(shell) }
        for device in devices { device.enter(.member(id, ticket: nil), as: .player, name: "A") }
        shell.holdsStore = false
        shell.answerStore()
        for device in devices { expect(.unknownLobby, closing: 4000, device) }
    }

    @Test("One who waits beside a creator is refused, the creator welcomed, in either order")
    func waitingBesideCreator() {
        for createsFirst in [true, false] {
            shell.holdsStore = true
            let (creator, other) = (FakeDevice(shell), FakeDevice(shell))
            let id = creator.ownLobby
            if createsFirst { creator.enter(.create(id)) }
            other.enter(.member(id, ticket: nil), as: .player, name: "A")
            if !createsFirst { creator.enter(.create(id)) }
            shell.holdsStore = false
            shell.answerStore()
            expect(.unknownLobby, closing: 4000, other)
            creator.create()
            #expect(creator.lobby != nil)
        }
    }

    @Test("A creator who connects again before creating replaces the dead connection")
    func creatorTwice() {
        let device = FakeDevice(shell)
        device.enter(.create(device.ownLobby))
        let first = device.wire!
        device.enter(.create(device.ownLobby))
        #expect(first.closeCode == 4505)
        device.create()
        #expect(device.lobby != nil)
    }

    @Test("When one of two creators has created the lobby, the other has to come in by the door")
    func twoCreators() {
        let (one, two) = (FakeDevice(shell), FakeDevice(shell))
        let id = one.ownLobby
        one.enter(.create(id))
        two.enter(.create(id))
        one.create()
        #expect(two.closeCode == 4000)
        #expect(two.lobby == nil)
        two.enter(.create(id))
        expect(.notInvited, closing: 4502, two)
    }

    @Test("A wrong code, an expired code and what can't be a code are answered equally")
    func wrongCodes() {
        let game = Game(shell, isPlaying: true)
        let code = game.code
        game.lock()
        #expect(game.stored.code == nil)
        var answers: Set<[ServerMessage<Lobby>]> = []
        for code in [JoinCode("AAAAAA"), code, nil] {
            let device = FakeDevice(shell)
            device.enter(.code(code), as: .player, name: "A")
            expect(.wrongCode, closing: 4502, device)
            answers.insert(device.wire!.take())
        }
        #expect(answers.count == 1)
    }

    @Test("After ten wrong codes in a minute an address has to wait, right code or not")
    func codeBudget() {
        let game = Game(shell)
        for _ in 0..<10 {
            FakeDevice(shell).enter(.code(JoinCode("AAAAAA")), as: .player, name: "A")
        }
        let device = FakeDevice(shell)
        device.enter(.code(game.code), as: .player, name: "A")
        #expect(device.error?.number == SessionError.tooManyAttempts.rawValue)
        #expect(device.error?.retryMilliseconds == 6_000)
        #expect(device.closeCode == 4005)
        let elsewhere = FakeDevice(shell)
        elsewhere.network = ClientNetwork(high: 2, low: 2)
        #expect(elsewhere.enter(.code(game.code), as: .player, name: "B") != nil)
        shell.wait(6_000)
        #expect(device.enter(.code(game.code), as: .player, name: "A") != nil)
    }

    @Test("An invitation opens the lobby it belongs to, and no other")
    func invitations() {
        let game = Game(shell)
        let right = FakeDevice(shell)
        right.enter(.invitation(game.id, Game.invitation), as: .player, name: "A")
        #expect(right.welcome?.admission == .member(MemberNumber(2)))
        let wrong = FakeDevice(shell)
        wrong.enter(.invitation(game.id, shell.identifier()), as: .player, name: "A")
        expect(.notInvited, closing: 4502, wrong)
        let stranger = FakeDevice(shell)
        stranger.enter(.member(game.id, ticket: shell.identifier()), as: .player, name: "A")
        expect(.notInvited, closing: 4502, stranger)
    }

    @Test("After the start a new player is refused, may watch, and gets in if late join is on")
    func lateJoin() {
        let game = Game(shell, isPlaying: true)
        let late = game.newPlayer("Late")
        expect(.gameStarted, closing: 4502, late)
        late.enter(.code(game.code), as: .spectator)
        #expect(late.welcome?.admission == .spectator)
        late.wire?.hangUp()
        game.host.perform(.allowLateJoin(true))
        late.enter(.code(game.code), as: .player, name: "Late")
        #expect(late.welcome?.admission == .member(MemberNumber(2)))
    }

    @Test("A full card takes no more players")
    func fullLobby() {
        let game = Game(shell, players: LobbyLimits.playersMax - 1)
        #expect(game.players.allSatisfy { $0.isSeated })
        expect(.lobbyFull, closing: 4502, game.newPlayer("One too many"))
    }

    @Test("A lobby with as many sessions as allowed takes no more")
    func tooManySessions() {
        let shell = FakeShell { $0.sessionsPerLobbyMax = 2 }
        let game = Game(shell, players: 2)
        #expect(game.players[1].error?.number == SessionError.tooManySessions.rawValue)
        #expect(game.players[1].closeCode == 4005)
    }

    @Test("A name that can't be shown is refused, and nobody has joined")
    func badName() {
        let game = Game(shell)
        let device = FakeDevice(shell)
        device.enter(.code(game.code), as: .player, name: " ")
        expect(.badText, closing: 4502, device)
        #expect(game.stored.members.count == 1)
    }

    @Test("A person has eight replicas, and a refused one leaves no trace")
    func replicasPerPerson() {
        let game = Game(shell)
        for _ in 1..<DocumentLimits.replicasPerPersonMax {
            game.host.wire?.hangUp()
            renew(game.host)
            game.host.resume()
            game.host.perform(.leave)
            game.host.resume(as: .player)
        }
        renew(game.host)
        game.host.resume()
        expect(.tooManyReplicas, closing: 4502, game.host)
    }

    @Test("Devices that came in together don't get past the number of replicas a person may have")
    func replicasAtOnce() throws {
        let game = Game(shell, isPlaying: true)
        let devices = (0..<DocumentLimits.replicasPerPersonMax).map { _ in
            let device = FakeDevice(shell)
            device.credentials = game.host.credentials
            device.enter(.invitation(game.id, Game.invitation))
            return device
        }
        for device in devices { device.score(3, of: PlayerID(7)) }
        #expect(devices.dropLast().filter(\.isSeated).count == devices.count - 1)
        let last = try #require(devices.last)
        expect(.tooManyReplicas, closing: 4502, last)
        #expect(shell.store.lobbies[game.id]?.replicas.count == DocumentLimits.replicasPerPersonMax)
    }

    private func renew(_ device: FakeDevice) {
        device.replica = ReplicaID(shell.identifier())
        device.journal = []
    }

    @Test("A replica belongs to one person, and a refused newcomer hasn't joined")
    func replicaTaken() {
        let game = Game(shell)
        let thief = FakeDevice(shell)
        thief.replica = game.host.replica
        thief.enter(.code(game.code), as: .player, name: "Thief")
        expect(.replicaTaken, closing: 4502, thief)
        let twin = FakeDevice(shell)
        twin.replica = ReplicaID(
            Identifier128(high: game.host.replica.value.high, low: 1))
        twin.enter(.code(game.code), as: .player, name: "Twin")
        expect(.replicaTaken, closing: 4502, twin)
        #expect(game.stored.members.count == 1)
    }

    @Test(
        "Who loses the race for a replica's tag is told on sending, and nothing of it is taken"
    )
    func replicaTakenMeanwhile() {
        let game = Game(shell, isPlaying: true)
        let (first, second) = (FakeDevice(shell), FakeDevice(shell))
        second.replica = ReplicaID(Identifier128(high: first.replica.value.high, low: 1))
        for device in [first, second] {
            device.credentials = game.host.credentials
            device.enter(.invitation(game.id, Game.invitation))
        }
        first.score(3)
        let seq = game.stored.seq
        second.score(4, hole: 2)
        expect(.replicaTaken, closing: 4502, second)
        #expect(game.stored.seq == seq)
        // Under another name the same journal is taken.
        second.replica = ReplicaID(shell.identifier())
        second.resume()
        second.flush()
        #expect(second.acknowledged == 1)
        #expect(game.stored.seq == seq + 1)
    }

    @Test("The same journal on a second connection replaces the first")
    func replaced() {
        let game = Game(shell, players: 1)
        let first = game.host.wire!
        game.host.resume()
        #expect(first.closeCode == 4505)
        #expect(game.host.isSeated)
        #expect(game.host.presence?.members == [MemberNumber(1), MemberNumber(2)])
        #expect(game.host.presence?.hostPassesInMilliseconds == nil)
    }

    @Test("A kicked person is refused, however it comes")
    func kicked() {
        let game = Game(shell, players: 1)
        let player = game.players[0]
        game.host.perform(.kick(player.person))
        expect(.kicked, closing: 4503, player)
        for part in [nil, Hello.Part.player, .spectator] {
            player.resume(as: part)
            expect(.kicked, closing: 4503, player)
            player.resume(as: part, withTicket: false)
            expect(.kicked, closing: 4503, player)
            player.enter(.code(game.code), as: part, name: "Again")
            expect(.kicked, closing: 4503, player)
        }
    }

    @Test("Who was kicked doesn't go on watching")
    func kickedSpectator() {
        let game = Game(shell, players: 1)
        let tablet = FakeDevice(shell)
        tablet.credentials = game.players[0].credentials
        tablet.enter(.code(game.code), as: .spectator)
        #expect(tablet.welcome?.admission == .spectator)
        game.host.perform(.kick(tablet.person))
        expect(.kicked, closing: 4503, tablet)
    }

    @Test("Who has left stays out without asking to play again, even with a ticket")
    func leftAndBack() {
        let game = Game(shell, players: 1)
        let player = game.players[0]
        player.perform(.leave)
        #expect(player.acknowledged == 1)
        #expect(player.closeCode == 4504)
        player.resume()
        expect(.notMember, closing: 4504, player)
        #expect(game.stored.members[1].standing == .left)
        player.resume(as: .player)
        #expect(player.welcome?.admission == .member(MemberNumber(2)))
        #expect(game.stored.members[1].standing == .active)
    }

    @Test("A ticket lets a member back in whom the store has lost, whatever the stage")
    func ticketAfterLoss() {
        let game = Game(shell)
        let copy = shell.store
        let player = game.newPlayer("Paul")
        game.start()
        shell.store = copy
        shell.start()
        game.host.resume()
        game.host.flush()
        #expect(game.stored.members.count == 1)
        #expect(game.stored.stage.phase == .playing)
        player.resume(withTicket: false)
        expect(.notInvited, closing: 4502, player)
        player.resume()
        #expect(player.welcome?.admission == .member(MemberNumber(2)))
    }

    @Test("A damaged lobby stays closed, and the operator is told")
    func damaged() {
        let game = Game(shell)
        shell.damaged = [game.id]
        shell.start()
        game.host.resume()
        #expect(game.host.error?.number == SessionError.lobbyDamaged.rawValue)
        #expect(game.host.closeCode == 4507)
        #expect(shell.reports.count == 1)
        shell.damaged = []
        #expect(game.host.resume() != nil)
    }

    @Test("A log that can't be read is damage, not a crash")
    func unreadableLog() {
        let game = Game(shell)
        shell.store.lobbies[game.id]?.records[0].body = Array("[]".utf8)
        shell.start()
        game.host.resume()
        #expect(game.host.closeCode == 4507)
        shell.store.lobbies[game.id]?.records = []
        game.host.resume()
        #expect(game.host.closeCode == 4507)
    }

    @Test("While the store can't be read, clients are asked to come again")
    func storeUnavailable() {
        let game = Game(shell)
        let code = game.code
        shell.start()
        shell.isStoreUnavailable = true
        game.host.resume()
        let player = FakeDevice(shell)
        player.enter(.code(code), as: .player, name: "A")
        for device in [game.host, player] {
            #expect(device.error?.number == SessionError.storage.rawValue)
            #expect(device.error?.retryMilliseconds == 2_000)
            #expect(device.closeCode == 4003)
        }
        shell.isStoreUnavailable = false
        #expect(game.host.resume() != nil)
    }

    @Test("An address creates so many lobbies an hour, and may then wait for one more")
    func creationLimit() {
        let shell = FakeShell(lobbiesPerAddressPerHourMax: 2)
        for _ in 0..<2 { _ = Game(shell) }
        let device = FakeDevice(shell)
        device.enter(.create(device.ownLobby))
        device.create()
        #expect(device.error?.number == SessionError.tooManyLobbies.rawValue)
        #expect(device.error?.retryMilliseconds == 1_800_000)
        #expect(device.closeCode == 4005)
        shell.wait(1_800_000)
        device.enter(.create(device.lobbyID!))
        device.flush()
        #expect(device.lobby != nil)
    }

    @Test("Without a code in reserve a creation is to be sent again, and costs no budget")
    func codeShortage() {
        let shell = FakeShell(lobbiesPerAddressPerHourMax: 1)
        let other = FakeShell(lobbiesPerAddressPerHourMax: 1)
        other.givesCodes = false
        other.start()
        _ = shell
        let device = FakeDevice(other)
        device.enter(.create(device.ownLobby))
        device.create()
        #expect(device.error?.number == SessionError.storage.rawValue)
        #expect(device.error?.retryMilliseconds == 2_000)
        #expect(device.isSeated)
        other.givesCodes = true
        other.wait(2_000)
        device.flush()
        #expect(device.lobby?.code != nil)
    }

    @Test("A store that has no codes isn't asked again and again")
    func codeReservationRests() {
        shell.givesCodes = false
        shell.start()
        shell.holdsStore = true
        for _ in 0..<5 {
            shell.turn(0)
            while !shell.requests.isEmpty { shell.answerFirst() }
        }
        var asked = 0
        for _ in 0..<4 {
            shell.wait(1_000)
            asked += shell.requests.count
            while !shell.requests.isEmpty { shell.answerFirst() }
        }
        #expect((1...2).contains(asked))
    }
}
