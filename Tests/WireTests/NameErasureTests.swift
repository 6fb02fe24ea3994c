import Documents
import Lobby
import Log
import Testing

@testable import Wire

@Suite("A person's name is taken out of a game, and nothing else changes")
struct NameErasureTests {
    private func stored(_ game: Game) -> StoredLobby {
        var records: [LogRecord] = []
        var last: [ReplicaTag: OpNumber] = [:]
        for event in game.log {
            let hash = records.last?.hash ?? RollingHash.empty
            records.append(LogCoding<Lobby>.record(event, after: hash))
            guard let origin = event.origin else { continue }
            last[origin.replica] = max(last[origin.replica] ?? 0, origin.number)
        }
        let replicas = last.map { tag, number in
            ReplicaRow(
                replica: ReplicaID(Identifier128(high: UInt64(tag.value) << 32, low: 1)),
                person: Game.person(1), lastNumber: number, fingerprint: 0)
        }
        return StoredLobby(
            lobby: game.lobby.id, epoch: game.lobby.epoch, code: nil, records: records,
            replicas: replicas)
    }

    private func erase(_ person: UInt64, from stored: StoredLobby) throws -> StoredLobby {
        var stored = stored
        let texts = try NameErasure.texts(without: Game.person(person), in: stored)
        for place in stored.records.indices {
            stored.records[place].texts =
                texts[stored.records[place].seq] ?? stored.records[place].texts
        }
        return stored
    }

    private func texts(of stored: StoredLobby) -> String {
        stored.records.map { String(decoding: $0.texts, as: UTF8.self) }.joined()
    }

    @Test("The name under which one joined is gone, and so is what others called the column")
    func joined() throws {
        var game = try Game.playing(people: 3)
        let name = CellKey(player: PlayerID(2), field: .name)
        try game.perform(.set(name, .text("Benni"), confirms: false), by: 2)
        try game.perform(.set(name, .text("Big Ben"), confirms: false), by: 1)
        try game.score(4, player: 2, by: 2)
        let before = stored(game)
        let after = try erase(2, from: before)
        for gone in ["Person 2", "Benni", "Big Ben"] {
            #expect(texts(of: before).contains(gone) && !texts(of: after).contains(gone))
        }
        for kept in ["Person 1", "Person 3"] { #expect(texts(of: after).contains(kept)) }
        let lobby = try LogCoding<Lobby>.document(after)
        #expect(lobby.player(PlayerID(2)).map(lobby.name) == "Player 2")
        #expect(lobby.cell(.score(round: 1, player: PlayerID(2), hole: 1)).value == .number(4))
        #expect(lobby.member(of: Game.person(2)) != nil)
    }

    @Test("The maker's name is gone, whatever else the maker typed stays")
    func maker() throws {
        var game = try Game.playing(people: 2)
        let course = CellKey(field: .course)
        try game.perform(.set(course, .text("Klambratún"), confirms: false), by: 1)
        let after = try erase(1, from: stored(game))
        #expect(!texts(of: after).contains("Person 1"))
        let lobby = try LogCoding<Lobby>.document(after)
        #expect(lobby.player(PlayerID(1)).map(lobby.name) == "Player 1")
        #expect(lobby.cell(course).value == .text("Klambratún"))
    }

    @Test("The notes that somebody wrote are gone, wherever they stand, and those of others stay")
    func notes() throws {
        var game = try Game.playing(people: 3)
        func note(_ text: String, of player: UInt32, by person: UInt64) throws {
            let key = CellKey(round: 1, player: PlayerID(player), hole: 1, field: .note)
            try game.perform(.set(key, .text(text), confirms: false), by: person)
        }
        try note("in the creek", of: 3, by: 2)
        try note("my best drive", of: 2, by: 1)
        try game.perform(.removePlayer(PlayerID(3)), by: 1)
        // Of a column that is gone it waits for the host.
        try note("by the oak", of: 3, by: 2)
        let signed = CellKey(round: 1, player: PlayerID(2), field: .signed)
        try game.perform(.set(signed, .text("4,-,-;0"), confirms: false), by: 2)
        let before = stored(game)
        let after = try erase(2, from: before)
        for gone in ["in the creek", "by the oak"] {
            #expect(texts(of: before).contains(gone) && !texts(of: after).contains(gone))
        }
        let lobby = try LogCoding<Lobby>.document(after)
        let kept = CellKey(round: 1, player: PlayerID(2), hole: 1, field: .note)
        #expect(lobby.cell(kept).value == .text("my best drive"))
        #expect(lobby.cell(signed).value == .text("4,-,-;0"))
    }

    @Test("A column that was taken over loses the name that it had as a guest's")
    func claimed() throws {
        var game = try Game.playing(people: 2)
        try game.perform(.addPlayer(PlayerID(9), name: "Grandma"), by: 1)
        try game.perform(.addPlayer(PlayerID(8), name: "Uncle"), by: 1)
        try game.perform(.claim(PlayerID(9)), by: 2)
        let after = try erase(2, from: stored(game))
        #expect(!texts(of: after).contains("Grandma") && !texts(of: after).contains("Person 2"))
        #expect(texts(of: after).contains("Uncle"))
    }

    @Test("Nothing is replaced for somebody who was never there, nor a second time")
    func nothing() throws {
        let stored = stored(try Game.playing(people: 2))
        #expect(try NameErasure.texts(without: Game.person(7), in: stored).isEmpty)
        let once = try erase(2, from: stored)
        #expect(try NameErasure.texts(without: Game.person(2), in: once).isEmpty)
    }

    @Test(
        "In drawn games bodies, hashes and everybody else's names stay as they were",
        arguments: 300..<340 as Range<UInt64>)
    func drawn(seed: UInt64) throws {
        var drawn = try RandomGame(seed: seed)
        drawn.play(steps: 250, isAbsurd: false)
        let before = stored(drawn.game)
        let after = try erase(2, from: before)
        let (old, new) = (drawn.game.lobby, try LogCoding<Lobby>.document(after))
        for (left, right) in zip(before.records, after.records) {
            #expect(left.body == right.body && left.hash == right.hash)
        }
        let number = old.member(of: Game.person(2))?.number
        for player in old.players where player.member != number {
            #expect(new.player(player.id).map(new.name) == old.name(of: player), "seed \(seed)")
        }
        for player in new.players where player.member == number && number != nil {
            #expect(new.name(of: player) == "Player \(number?.value ?? 0)", "seed \(seed)")
        }
        for (key, cell) in old.cells where key.field != .name {
            #expect(new.cells[key] == cell, "seed \(seed)")
        }
    }
}
