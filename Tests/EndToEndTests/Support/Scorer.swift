import Documents
import Lobby
import SyncClient
import TestSupport
import Testing
import Wire

/// Someone who enters scores without a break, and remembers every one of them.
actor Scorer {
    struct Entry: Equatable {
        var key: CellKey
        var value: CellValue
    }

    /// The end of the log that the phone knows, and how many of its entries it was told are in the
    /// log.
    struct History {
        var position: LogPosition
        var acknowledged: Int
        var member: MemberNumber
    }

    /// Entries that may wait for the server; then the scorer waits too.
    static let pendingMax = 8

    let phone: Phone
    private let columns: [PlayerID]
    private let holes: Int
    private var random: SeededGenerator
    /// In order; the last one may not be in the phone's journal yet.
    private(set) var entries: [Entry] = []
    private var isDone = false

    init(_ phone: Phone, columns: [PlayerID], holes: Int = 9, seed: UInt64) {
        self.phone = phone
        self.columns = columns
        self.holes = holes
        random = SeededGenerator(seed: seed)
    }

    func stop() { isDone = true }

    func run() async throws {
        while !isDone {
            let column = random.pick(columns)
            let hole = Int.random(in: 1...holes, using: &random)
            let count = Int64.random(in: 1...99, using: &random)
            let key = CellKey.score(round: 1, player: column, hole: UInt8(hole))
            entries.append(Entry(key: key, value: .number(count)))
            try await phone.game.score(column, hole: hole, throws: count)
            try await phone.waits(for: "an answer") { $0.pendingCount < Self.pendingMax }
        }
    }

    /// Waits until the phone has noticed that its server died, and returns what it was shown and
    /// told before. Nothing more comes then, and the scorer has entered as much as may wait.
    func historyAfterLoss() async throws -> History {
        let view = try await phone.waits(for: "the loss of the server") {
            $0.connection != .live && $0.pendingCount == Self.pendingMax
        }
        return History(
            position: view.confirmed, acknowledged: entries.count - Self.pendingMax,
            member: try #require(view.me))
    }
}
