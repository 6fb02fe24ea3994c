import Documents
import Lobby
import Testing

/// Joining, leaving, hosts and guests.
struct PeopleTests {
    @Test("A person who joins gets the next number and a column of their own")
    func join() throws {
        var game = try Game()
        try game.join(7)
        let member = try #require(game.lobby.member(of: Game.person(7)))
        #expect(member.number == MemberNumber(2))
        #expect(member.player == PlayerID(7))
        #expect(game.lobby.columns.map(\.name) == ["Person 1", "Person 7"])
        #expect(try game.lobby.join(Game.person(7), name: "Again") == nil)
    }

    @Test("A column's id that is taken, or 0, gives way to the next free one")
    func takenColumn() throws {
        var game = try Game()
        try game.perform(.addPlayer(PlayerID(7), name: "Guest"), by: 1)
        try game.join(7)
        #expect(game.lobby.member(of: Game.person(7))?.player == PlayerID(8))
        try game.join(UInt64(1) << 32)
        #expect(game.lobby.members.last?.player == PlayerID(2))
    }

    @Test("Once started, only an invited latecomer, a vouched one or one who left gets in")
    func lateJoin() throws {
        var game = try Game.playing(people: 2)
        let stranger = Game.person(9)
        #expect(throws: Refusal.gameStarted) { try game.lobby.join(stranger, name: "A") }
        #expect(try game.lobby.join(stranger, name: "A", isVouched: true) != nil)
        try game.perform(.leave, by: 2)
        #expect(try game.lobby.join(Game.person(2), name: "A") != nil)
        try game.perform(.allowLateJoin(true), by: 1)
        #expect(try game.lobby.join(stranger, name: "A") != nil)
        #expect(throws: Refusal.stale) { try game.perform(.allowLateJoin(true), by: 1) }
    }

    @Test("A locked game takes nobody in")
    func lockedJoin() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.leave, by: 2)
        try game.move(.ended, round: 1)
        try game.move(.locked, round: 1)
        #expect(throws: Refusal.locked) { try game.lobby.join(Game.person(9), name: "A") }
        #expect(throws: Refusal.locked) { try game.lobby.join(Game.person(2), name: "A") }
    }

    @Test("A vouched person gets back into a locked game, so that nothing typed is lost")
    func vouchedIntoLocked() throws {
        var game = try Game.playing(people: 2)
        try game.move(.ended, round: 1)
        try game.move(.locked, round: 1)
        let change = try game.lobby.join(Game.person(9), name: "A", isVouched: true)
        game.apply(try #require(change))
        try game.score(3, player: 1, by: 9)
        #expect(game.lobby.quarantine.map(\.reason) == [.locked])
    }

    @Test("A full card keeps strangers out, but not a vouched person")
    func fullCard() throws {
        var game = try Game()
        for number in 2...UInt64(LobbyLimits.playersMax) { try game.join(number) }
        let next = Game.person(99)
        #expect(throws: Refusal.lobbyFull) { try game.lobby.join(next, name: "A") }
        #expect(throws: Refusal.tooManyPlayers) {
            try game.perform(.addPlayer(PlayerID(99), name: "Guest"), by: 1)
        }
        #expect(try game.lobby.join(next, name: "A", isVouched: true) != nil)
    }

    @Test("Members and columns are bounded, vouched for or not")
    func bounds() throws {
        var game = try Game()
        for number in 2...UInt64(DocumentLimits.membersMax) {
            try game.join(number)
            try game.perform(.leave, by: number)
        }
        #expect(game.lobby.members.count == DocumentLimits.membersMax)
        #expect(throws: Refusal.lobbyFull) {
            try game.lobby.join(Game.person(999), name: "A", isVouched: true)
        }
    }

    @Test("In setup who leaves takes the column along, and brings it back on return")
    func leaveAndReturn() throws {
        var game = try Game()
        try game.join(2)
        try game.perform(.leave, by: 2)
        #expect(game.lobby.columns.map(\.id) == [PlayerID(1)])
        try game.join(2)
        #expect(game.lobby.columns.map(\.id) == [PlayerID(1), PlayerID(2)])
        #expect(game.lobby.members.count == 2)
    }

    @Test("After the start the column of who leaves stays")
    func leaveWhilePlaying() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.leave, by: 2)
        #expect(game.lobby.columns.count == 2)
    }

    @Test("Who was kicked can't come back, and nobody kicks the host")
    func kick() throws {
        var game = try Game.playing(people: 2)
        #expect(throws: Refusal.notHost) { try game.perform(.kick(Game.person(1)), by: 2) }
        #expect(throws: Refusal.notYours) { try game.perform(.kick(Game.person(1)), by: 1) }
        #expect(throws: Refusal.noSuchPerson) { try game.perform(.kick(Game.person(9)), by: 1) }
        try game.perform(.kick(Game.person(2)), by: 1)
        #expect(throws: Refusal.stale) { try game.perform(.kick(Game.person(2)), by: 1) }
        #expect(throws: Refusal.kicked) { try game.lobby.join(Game.person(2), name: "A") }
        #expect(throws: Refusal.kicked) {
            try game.lobby.join(Game.person(2), name: "A", isVouched: true)
        }
    }

    @Test("The host hands the role over, naming who has it")
    func passHost() throws {
        var game = try Game.playing(people: 3)
        let (one, two, three) = (Game.person(1), Game.person(2), Game.person(3))
        #expect(throws: Refusal.stale) { try game.perform(.passHost(from: two, to: three), by: 1) }
        try game.perform(.passHost(from: one, to: two), by: 1)
        #expect(game.lobby.host == MemberNumber(2))
        #expect(game.lobby.owner == MemberNumber(2))
        #expect(throws: Refusal.notHost) { try game.perform(.passHost(from: two, to: one), by: 1) }
    }

    @Test("While the host is away the first present member acts, and gives the role back")
    func substitution() throws {
        var game = try Game.playing(people: 3)
        let (one, two, three) = (MemberNumber(1), MemberNumber(2), MemberNumber(3))
        #expect(game.lobby.substituteHost(present: [one, two]) == nil)
        #expect(game.lobby.substituteHost(present: []) == nil)
        game.apply(try #require(game.lobby.substituteHost(present: [two, three])))
        #expect(game.lobby.host == two)
        #expect(game.lobby.owner == one)
        #expect(game.lobby.substituteHost(present: [two]) == nil)
        #expect(game.lobby.returnHost(present: [two, three]) == nil)
        #expect(throws: Refusal.notYours) { try game.perform(.kick(Game.person(1)), by: 2) }
        game.apply(try #require(game.lobby.returnHost(present: [one, two])))
        #expect(game.lobby.host == one)
        #expect(game.lobby.returnHost(present: [one, two]) == nil)
    }

    @Test("A host who left for good is succeeded as owner too")
    func succession() throws {
        var game = try Game.playing(people: 3)
        try game.perform(.leave, by: 1)
        let two = MemberNumber(2)
        let change = game.lobby.substituteHost(present: [MemberNumber(1), two])
        #expect(change == .host(two, owner: two))
    }

    @Test("Guests have columns without members; their ids are never given twice")
    func guests() throws {
        var game = try Game()
        let guest = PlayerID(50)
        #expect(throws: Refusal.malformed) {
            try game.perform(.addPlayer(PlayerID(0), name: "Zero"), by: 1)
        }
        try game.perform(.addPlayer(guest, name: "Guest"), by: 1)
        #expect(game.lobby.player(guest)?.member == nil)
        try game.perform(.removePlayer(guest), by: 1)
        #expect(throws: Refusal.noSuchPlayer) { try game.perform(.removePlayer(guest), by: 1) }
        #expect(throws: Refusal.playerExists) {
            try game.perform(.addPlayer(guest, name: "Guest"), by: 1)
        }
    }

    @Test("The host moves columns: before another, or to the end")
    func places() throws {
        var game = try Game.playing(people: 3)
        let ids = { (game: Game) in game.lobby.columns.map(\.id.value) }
        #expect(ids(game) == [1, 2, 3])
        try game.perform(.placePlayer(PlayerID(3), before: PlayerID(1)), by: 1)
        #expect(ids(game) == [3, 1, 2])
        try game.perform(.placePlayer(PlayerID(3), before: PlayerID(2)), by: 1)
        #expect(ids(game) == [1, 3, 2])
        try game.perform(.placePlayer(PlayerID(1), before: nil), by: 1)
        #expect(ids(game) == [3, 2, 1])
        try game.perform(.placePlayer(PlayerID(2), before: PlayerID(2)), by: 1)
        #expect(ids(game) == [3, 2, 1])
        #expect(throws: Refusal.notHost) {
            try game.perform(.placePlayer(PlayerID(1), before: nil), by: 2)
        }
        for (id, next) in [(9, 1), (1, 9)] as [(UInt32, UInt32)] {
            #expect(throws: Refusal.noSuchPlayer) {
                try game.perform(.placePlayer(PlayerID(id), before: PlayerID(next)), by: 1)
            }
        }
        try game.perform(.removePlayer(PlayerID(2)), by: 1)
        #expect(throws: Refusal.noSuchPlayer) {
            try game.perform(.placePlayer(PlayerID(1), before: PlayerID(2)), by: 1)
        }
    }

    @Test("A column that isn't there is placed nowhere, and before one that isn't there is last")
    func unknownPlaces() throws {
        var lobby = try Game.playing(people: 2).lobby
        place(PlayerID(9), before: PlayerID(1), in: &lobby)
        #expect(lobby.players.map(\.id.value) == [1, 2])
        place(PlayerID(1), before: PlayerID(9), in: &lobby)
        #expect(lobby.players.map(\.id.value) == [2, 1])
    }

    private func place(_ id: PlayerID, before next: PlayerID, in lobby: inout Lobby) {
        lobby.apply(lobby.event(.playerPlaced(id, before: next), received: lobby.start))
    }

    @Test("Appointing someone who has the role already is stale")
    func appointing() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.appoint(Game.person(2), .scorekeeper), by: 1)
        #expect(throws: Refusal.stale) {
            try game.perform(.appoint(Game.person(2), .scorekeeper), by: 1)
        }
        #expect(game.lobby.member(MemberNumber(2))?.role == .scorekeeper)
    }

    @Test("Events that name unknown members or columns change nothing but the seq")
    func unknownReferences() throws {
        let game = try Game()
        for number in [0, 2, .max] as [UInt16] {
            for change: Change in [
                .standing(MemberNumber(number), .kicked), .role(MemberNumber(number), .scorekeeper),
                .playerRemoved(PlayerID(99)),
            ] {
                var lobby = game.lobby
                lobby.apply(lobby.event(change, received: game.received))
                #expect(lobby.members == game.lobby.members)
                #expect(lobby.players == game.lobby.players)
                #expect(lobby.seq == game.lobby.seq + 1)
            }
        }
    }

    @Test("An event out of order is our own fault and stops the program")
    func outOfOrder() async {
        await #expect(processExitsWith: .failure) {
            var game = try Game()
            game.lobby.apply(game.log[0])
        }
    }

    @Test(
        "Names that are empty, blank, too long or have control characters are refused",
        arguments: ["", " \u{A0}\t", "a\nb", "\u{0}", "a\u{85}", String(repeating: "é", count: 33)])
    func badNames(name: String) throws {
        let game = try Game()
        #expect(throws: Refusal.badText) { try game.lobby.join(Game.person(2), name: name) }
    }

    @Test(
        "Names of any script up to the limit are fine",
        arguments: ["Å", "李", "👩‍👩‍👧‍👦", "O'Neil \"X\" \\", String(repeating: "é", count: 32)])
    func goodNames(name: String) throws {
        let game = try Game()
        #expect(try game.lobby.join(Game.person(2), name: name) != nil)
    }

    @Test("The host lets in whoever knocks, though the game has begun, but not the kicked")
    func admit() throws {
        var game = try Game.playing(people: 3)
        let stranger = Game.person(9)
        #expect(throws: Refusal.notHost) {
            try game.perform(.admit(stranger, name: "A"), by: 2)
        }
        #expect(throws: Refusal.badText) { try game.perform(.admit(stranger, name: " "), by: 1) }
        try game.perform(.admit(stranger, name: "Nina"), by: 1)
        let member = try #require(game.lobby.member(of: stranger))
        #expect(member.number == MemberNumber(4) && member.player == PlayerID(9))
        #expect(game.lobby.columns.last?.name == "Nina")
        #expect(throws: Refusal.stale) { try game.perform(.admit(stranger, name: "A"), by: 1) }
        try game.perform(.leave, by: 9)
        try game.perform(.admit(stranger, name: "A"), by: 1)
        #expect(game.lobby.member(of: stranger)?.standing == .active)
        try game.perform(.kick(stranger), by: 1)
        #expect(throws: Refusal.stale) { try game.perform(.admit(stranger, name: "A"), by: 1) }
        try game.move(.ended, round: 1)
        try game.move(.locked, round: 1)
        #expect(throws: Refusal.locked) {
            try game.perform(.admit(Game.person(8), name: "A"), by: 1)
        }
    }

    @Test("A full card takes in nobody who knocks")
    func admitToFullCard() throws {
        var game = try Game.playing(people: UInt64(LobbyLimits.playersMax))
        #expect(throws: Refusal.tooManyPlayers) {
            try game.perform(.admit(Game.person(99), name: "A"), by: 1)
        }
    }

    @Test("A guest's column becomes a member's own, with its scores, and the empty one goes")
    func claim() throws {
        var game = try Game.playing(people: 3)
        try game.perform(.addPlayer(PlayerID(50), name: "Ben"), by: 1)
        try game.score(4, player: 50, by: 1)
        try game.perform(.claim(PlayerID(50)), by: 2)
        #expect(game.lobby.member(MemberNumber(2))?.player == PlayerID(50))
        #expect(game.lobby.player(PlayerID(50))?.member == MemberNumber(2))
        #expect(game.lobby.player(PlayerID(2))?.isRemoved == true)
        #expect(game.cell(player: 50).value == .number(4))
        try game.score(5, player: 50, hole: 2, by: 2)
        #expect(game.cell(player: 50, hole: 2).shown?.rank == .own)
        #expect(throws: Refusal.notYours) { try game.perform(.claim(PlayerID(50)), by: 3) }
        #expect(throws: Refusal.noSuchPlayer) { try game.perform(.claim(PlayerID(2)), by: 3) }
        try game.perform(.addPlayer(PlayerID(51), name: "Guest"), by: 1)
        #expect(throws: Refusal.hasScores) { try game.perform(.claim(PlayerID(51)), by: 2) }
        try game.move(.ended, round: 1)
        try game.perform(.claim(PlayerID(51)), by: 3)
        try game.perform(.addPlayer(PlayerID(52), name: "Guest"), by: 1)
        try game.move(.locked, round: 1)
        #expect(throws: Refusal.locked) { try game.perform(.claim(PlayerID(52)), by: 3) }
    }

    @Test("A score that was taken back isn't in the way of a claim")
    func claimAfterClearing() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.addPlayer(PlayerID(50), name: "Ben"), by: 1)
        let event = try game.score(4, player: 2, by: 2)
        try game.score(3, player: 2, by: 1)
        try game.score(nil, player: 2, by: 2, seen: event.seq)
        #expect(throws: Refusal.hasScores) { try game.perform(.claim(PlayerID(50)), by: 2) }
        try game.score(nil, player: 2, by: 1, seen: game.lobby.seq)
        try game.perform(.claim(PlayerID(50)), by: 2)
        #expect(game.lobby.columns.map(\.id) == [PlayerID(1), PlayerID(50)])
    }
}
