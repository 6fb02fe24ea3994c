import Documents
import Foundation
import Lobby
import Log
import Wire

@testable import EventStore

/// A store with real games, whose files are damaged in their place and opened again.
struct FlippedStore {
    /// The findings in a damaged store.
    struct Findings {
        /// Opening, loading or replaying told of damage.
        var noticed = false
        /// Only `verify` tells of it.
        var noticedByVerifyOnly = false
        /// The number of transactions that the log holds; nil if something was noticed.
        var transactions: Int?
        var problems: [String] = []
    }

    private static let codes = ["ABC234", "DEF567", "GHJ892", "KMN345"]
    private static let logName = "-wal"

    private let folder: ScratchFolder
    private var games: [RealGame] = []
    /// Each game after each transaction, the first in `checkpointed` ones are in the database.
    private var states: [[StoredLobby?]] = []
    private(set) var checkpointed = 0
    private(set) var database: [UInt8] = []
    private(set) var log: [UInt8] = []

    var transactions: Int { states.count - 1 }

    /// Two thirds of the games' ops are in the database, the rest in the write-ahead log.
    init() throws {
        folder = try ScratchFolder(inMemory: true)
        states = [Self.codes.map { _ in nil }]
        var store = try WaitingStore(folder: folder.data)
        for (index, code) in Self.codes.enumerated() {
            let (game, batch) = try RealGame.create(UInt64(index) + 1, code: JoinCode(code)!)
            games.append(game)
            try commit(batch, to: store)
        }
        try play(rounds: 0..<6, store)
        store.close()
        checkpointed = transactions
        store = try WaitingStore(folder: folder.data)
        try play(rounds: 6..<9, store)
        database = try bytes(folder.database)
        log = try bytes(folder.database + Self.logName)
        store.close()
    }

    private mutating func play(rounds: Range<Int>, _ store: WaitingStore) throws {
        for round in rounds {
            for index in games.indices {
                let command = Self.command(round)
                let device = UInt64((round + index) % 2)
                try commit(games[index].perform(command, device: device), to: store)
            }
        }
    }

    private static func command(_ round: Int) -> Command {
        switch round {
        case 0: .addPlayer(PlayerID(2), name: "Grandma")
        case 1: .move(from: .setup, to: Stage(.playing, round: 1))
        default:
            .set(
                .score(round: 1, player: PlayerID(UInt32(round % 2) + 1), hole: UInt8(round)),
                .number(Int64(round)), confirms: false)
        }
    }

    private mutating func commit(_ batch: LobbyBatch, to store: WaitingStore) throws {
        let outcome = store.commit([batch])
        guard outcome == .committed else { throw StoreError.corrupt("\(outcome)") }
        let created = games.map { Optional($0.stored) }
        states.append(created + Self.codes.dropFirst(created.count).map { _ in nil })
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Puts the files into their place, where the database keeps its identity.
    func lay(database: [UInt8], log: [UInt8]?) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.database))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(database))
        try handle.close()
        for name in [Self.logName, "-shm"] {
            try? FileManager.default.removeItem(atPath: folder.database + name)
        }
        guard let log else { return }
        try Data(log).write(to: URL(fileURLWithPath: folder.database + Self.logName))
    }

    /// Opens what lies there and looks at everything, as a server and its operator would. The log
    /// may hold as many transactions as `allowed` says, and nothing else.
    func examine(_ allowed: ClosedRange<Int>) -> Findings {
        var findings = Findings()
        var loaded: [StoredLobby?] = []
        var isMissing = false
        do {
            let store = try WaitingStore(folder: folder.data)
            defer { store.close() }
            for (index, game) in games.enumerated() {
                let lobby = load(index, from: store, allowed, &findings)
                loaded.append(lobby)
                guard lobby != nil else { continue }
                switch store.find(JoinCode(Self.codes[index])!) {
                case .lobby(game.stored.lobby): break
                case .unavailable: findings.noticed = true
                case .absent: isMissing = true
                case .lobby(let other):
                    findings.problems.append("code \(index) finds \(other)")
                }
            }
        } catch {
            findings.noticed = true
            return findings
        }
        if !findings.noticed {
            findings.transactions = allowed.last { states[$0] == loaded }
            if findings.transactions == nil { findings.problems.append("a state that never was") }
        }
        verify(&findings, isMissing: isMissing)
        return findings
    }

    /// The game as the server would serve it; nil if there is none.
    private func load(
        _ index: Int, from store: WaitingStore, _ allowed: ClosedRange<Int>,
        _ findings: inout Findings
    ) -> StoredLobby? {
        let game = games[index]
        switch store.load(game.stored.lobby) {
        case .absent, .erased: return nil
        case .corrupt, .unavailable:
            findings.noticed = true
            return nil
        case .lobby(var stored):
            guard (try? LogCoding<Lobby>.document(stored)) != nil else {
                findings.noticed = true
                return nil
            }
            // One whose identity was damaged is taken for a copy.
            if store.store.wasRestored { stored.epoch = game.stored.epoch }
            let isKnown = allowed.contains { states[$0][index] == stored }
            if !isKnown { findings.problems.append("\(stored.lobby) is changed silently") }
            return stored
        }
    }

    private func verify(_ findings: inout Findings, isMissing: Bool) {
        let report = try? EventStore.verify(folder: folder.data) { stored in
            (try? LogCoding<Lobby>.document(stored)) == nil ? "can't be replayed" : nil
        }
        let isSound = report?.isSound == true
        if isSound, findings.noticed || isMissing {
            findings.problems.append("sound for verify, not for the server")
        }
        findings.noticedByVerifyOnly = !isSound && !findings.noticed
    }
}
