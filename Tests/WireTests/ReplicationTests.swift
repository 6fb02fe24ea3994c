import Documents
import Lobby
import Log
import TestSupport
import Testing

@testable import Wire

/// A client's lobby is the server's, whichever way it got there.
struct ReplicationTests {
    private func game(_ seed: UInt64, steps: Int = 250) throws -> Game {
        var drawn = try RandomGame(seed: seed)
        drawn.play(steps: steps, isAbsurd: false)
        return drawn.game
    }

    private func created(_ game: Game) throws -> Lobby {
        guard case .created(let creation)? = game.log.first?.change else { throw Refusal.noLobby }
        return Lobby(id: game.lobby.id, epoch: game.lobby.epoch, creation: creation)
    }

    private static let proof = PositionProof(hash: 5, seal: 6)

    /// Sends `events` in messages of drawn length and carries them out on `lobby`.
    private func deliver(
        _ events: ArraySlice<Event>, to lobby: inout Lobby, using random: inout SeededGenerator
    ) throws {
        var rest = events
        while let first = rest.first {
            let part = rest.prefix(Int.random(in: 1...20, using: &random))
            rest = rest.dropFirst(part.count)
            let sent = ServerMessage<Lobby>.events(
                first: first.seq, proof: Self.proof,
                encoded: Array(
                    part.map { ServerMessage<Lobby>.encode($0.change) }.joined(separator: [0x2C]))[
                        ...])
            guard
                case .events(let seq, Self.proof, let changes)? = try ServerMessage<Lobby>.decode(
                    sent)
            else {
                throw Refusal.malformed
            }
            #expect(seq == first.seq)
            #expect(changes == part.map(\.change))
            for change in changes {
                lobby.apply(lobby.event(change, received: WallTime(milliseconds: 0)))
            }
        }
    }

    private func throughSnapshot(_ lobby: Lobby) throws -> Lobby {
        let sent = ServerMessage<Lobby>.snapshot(lobby, proof: Self.proof).encode()
        guard case .snapshot(let received, Self.proof)? = try ServerMessage<Lobby>.decode(sent)
        else {
            throw Refusal.malformed
        }
        return received
    }

    @Test(
        "Events and snapshots lead to the same lobby, byte for byte",
        arguments: 0..<60 as Range<UInt64>)
    func snapshotEqualsEvents(seed: UInt64) throws {
        let game = try game(seed)
        var random = SeededGenerator(seed: seed)
        var byEvents = try created(game)
        try deliver(game.log.dropFirst(), to: &byEvents, using: &random)
        let expected = LobbyCoding.encode(game.lobby)
        #expect(LobbyCoding.encode(byEvents) == expected, "seed \(seed)")
        let bySnapshot = try throughSnapshot(game.lobby)
        #expect(bySnapshot == game.lobby, "seed \(seed)")
        #expect(LobbyCoding.encode(bySnapshot) == expected, "seed \(seed)")
    }

    @Test(
        "A snapshot on the way changes nothing about what follows",
        arguments: 100..<140 as Range<UInt64>)
    func snapshotThenEvents(seed: UInt64) throws {
        let game = try game(seed)
        var random = SeededGenerator(seed: seed)
        let place = Int.random(in: 1...game.log.count, using: &random)
        var lobby = try created(game)
        try deliver(game.log[1..<place], to: &lobby, using: &random)
        lobby = try throughSnapshot(lobby)
        try deliver(game.log[place...], to: &lobby, using: &random)
        #expect(lobby == game.lobby, "seed \(seed)")
        #expect(LobbyCoding.encode(lobby) == LobbyCoding.encode(game.lobby), "seed \(seed)")
    }

    @Test(
        "The log gives back its events, and the lobby unless a replica's row is missing or behind",
        arguments: 200..<230 as Range<UInt64>)
    func log(seed: UInt64) throws {
        let game = try game(seed)
        var records: [LogRecord] = []
        for event in game.log {
            let hash = records.last?.hash ?? RollingHash.empty
            let record = LogCoding<Lobby>.record(event, after: hash)
            #expect(try LogCoding<Lobby>.event(record) == event, "seed \(seed)")
            #expect(record.hash == RollingHash.extend(hash, with: record.body))
            records.append(record)
        }
        var stored = StoredLobby(
            lobby: game.lobby.id, epoch: game.lobby.epoch, code: nil, records: records,
            replicas: rows(of: game))
        var changes: [[UInt8]] = []
        let lobby = try LogCoding<Lobby>.document(stored) { _, _, change in
            changes.append(Array(change))
        }
        #expect(lobby == game.lobby, "seed \(seed)")
        #expect(changes == game.log.map { ServerMessage<Lobby>.encode($0.change) }, "seed \(seed)")

        let rows = stored.replicas
        #expect(!rows.isEmpty)
        for index in rows.indices {
            stored.replicas = rows
            stored.replicas[index].lastNumber += 1
            #expect(try LogCoding<Lobby>.document(stored) == game.lobby, "seed \(seed)")
            stored.replicas[index].lastNumber -= 2
            #expect(throws: WireError.missing(field: "replica")) {
                try LogCoding<Lobby>.document(stored)
            }
            stored.replicas.remove(at: index)
            #expect(throws: WireError.missing(field: "replica")) {
                try LogCoding<Lobby>.document(stored)
            }
        }
    }

    /// Rows that cover exactly the ops in the log.
    private func rows(of game: Game) -> [ReplicaRow] {
        var last: [ReplicaTag: OpNumber] = [:]
        for origin in game.log.compactMap(\.origin) {
            last[origin.replica] = max(last[origin.replica] ?? 0, origin.number)
        }
        return last.map { tag, number in
            ReplicaRow(
                replica: ReplicaID(Identifier128(high: UInt64(tag.value) << 32, low: 1)),
                person: Game.person(1), lastNumber: number, fingerprint: 0)
        }
    }

    @Test("With its record, an event comes out as it is sent")
    func changeBesideRecord() throws {
        for event in try game(10).log {
            let (record, change) = LogCoding<Lobby>.encode(event, after: 7)
            #expect(record == LogCoding<Lobby>.record(event, after: 7))
            #expect(Array(change) == ServerMessage<Lobby>.encode(event.change))
        }
    }

    @Test("The body of a log record has no text that a person typed")
    func textsApart() throws {
        let game = try game(8)
        for event in game.log {
            let record = LogCoding<Lobby>.record(event, after: 0)
            let body = String(decoding: record.body, as: UTF8.self)
            for typed in ["Person", "Järva", "Åsa", "Bo\"", "😀", "a/b", "red"] {
                #expect(!body.contains(typed))
            }
        }
    }

    @Test("A log without its first record, with a gap or a damaged record, can't be read")
    func damagedLog() throws {
        let game = try game(9)
        let records = game.log.map { LogCoding<Lobby>.record($0, after: 0) }
        func lobby(_ records: [LogRecord]) throws -> Lobby {
            try LogCoding<Lobby>.document(
                StoredLobby(
                    lobby: game.lobby.id, epoch: game.lobby.epoch, code: nil, records: records,
                    replicas: rows(of: game)))
        }
        #expect(throws: Never.self) { try lobby(records) }
        #expect(throws: WireError.self) { try lobby([]) }
        #expect(throws: WireError.self) { try lobby(Array(records.dropFirst())) }
        var withoutTexts = records
        withoutTexts[0].texts = []
        #expect(throws: WireError.self) { try lobby(withoutTexts) }
        var cut = records
        cut[1].body.removeLast()
        #expect(throws: WireError.self) { try lobby(cut) }
        var withGap = records
        withGap.remove(at: 2)
        #expect(throws: WireError.self) { try lobby(withGap) }
    }

    @Test("The drawn games have every kind of event in them")
    func everyKind() throws {
        var kinds: Set<String> = []
        for seed in 0..<20 as Range<UInt64> {
            for event in try game(seed).log {
                let text = String(
                    decoding: ServerMessage<Lobby>.encode(event.change), as: UTF8.self)
                kinds.insert(String(text.dropFirst(2).prefix { $0 != "\"" }))
            }
        }
        #expect(
            kinds == [
                "new", "layout", "cell", "join", "standing", "add", "remove", "place", "stage",
                "host", "role", "late_join", "trust", "game", "late", "settle", "deleted",
            ])
    }

    @Test("An event takes a later version's additions at its end")
    func laterPositions() throws {
        for event in try game(10).log {
            let encoded = ServerMessage<Lobby>.encode(event.change)
            // A game without a layout ends before its place.
            let isCreation = if case .created = event.change { true } else { false }
            let ending = (isCreation ? ",null" : "") + #",{"new":[1]},"x"]"#
            let longer = encoded.dropLast() + Array(ending.utf8)
            let message = ServerMessage<Lobby>.events(
                first: event.seq, proof: .none, encoded: longer[...])
            #expect(
                try ServerMessage<Lobby>.decode(message)
                    == .events(first: event.seq, proof: .none, [event.change]))
        }
    }
}
