import Documents
import Scoring
import SyncClient
import Testing
import Wire

/// A game in which everybody scores everybody without a break, and what its log was at the last
/// look.
final class ScoredGame: @unchecked Sendable {
    let group: Group
    private let id: LobbyID
    private let scorers: [Scorer]
    private let streams: [Task<Void, any Error>]
    private var log: LoggedGame?
    /// Acknowledged entries that were looked for in the log.
    private(set) var checkedCount = 0

    init(_ names: [String], at server: TestServer, seed: UInt64) async throws {
        group = try await Group(names, at: server)
        let view = await group.host.game.view
        id = try #require(view.lobbyID)
        let columns = try names.map { try #require(view.line($0)).player }
        scorers = group.phones.enumerated().map { place, phone in
            Scorer(phone, columns: columns, seed: seed &* 16 &+ UInt64(place))
        }
        streams = scorers.map { scorer in Task { try await scorer.run() } }
    }

    /// To be called after the server has died and before it is started again: nothing that anyone
    /// was shown or told is missing from the log, and nothing is there twice or out of order.
    func checkAfterKill(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var histories: [Scorer.History] = []
        for scorer in scorers { histories.append(try await scorer.historyAfterLoss()) }
        let log = try LoggedGame(id, on: group.server)
        if let earlier = self.log {
            #expect(
                log.continues(earlier), "the log has lost what it had",
                sourceLocation: sourceLocation)
        }
        self.log = log
        for (scorer, history) in zip(scorers, histories) {
            let name = scorer.phone.name
            let shown = history.position
            try #require(
                log.seq >= shown.seq, "\(name) was shown event \(shown.seq) of \(log.seq)",
                sourceLocation: sourceLocation)
            #expect(
                log.leads(to: shown), "\(name) was shown something else",
                sourceLocation: sourceLocation)
            let count = try await check(scorer, history.member, in: log, sourceLocation)
            #expect(
                count >= history.acknowledged,
                "\(name) was told \(history.acknowledged) entries are safe, and \(count) are",
                sourceLocation: sourceLocation)
            checkedCount += history.acknowledged
        }
    }

    /// The scorer's entries in the log: how many there are. They are the first of those entered.
    private func check(
        _ scorer: Scorer, _ member: MemberNumber, in log: LoggedGame,
        _ sourceLocation: SourceLocation
    ) async throws -> Int {
        let (entries, numbers) = log.entries(of: member)
        let entered = await scorer.entries
        #expect(
            entries.elementsEqual(entered.prefix(entries.count)),
            "\(scorer.phone.name)'s entries are not those entered", sourceLocation: sourceLocation)
        #expect(
            zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 },
            "\(scorer.phone.name)'s ops are not there once and in order",
            sourceLocation: sourceLocation)
        return entries.count
    }

    /// Everybody stops; all entries arrive, and all phones show the log's card.
    func end(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for scorer in scorers {
            await scorer.stop()
            await scorer.phone.game.wake()
        }
        for stream in streams { try await stream.value }
        let view = try await group.agree(sourceLocation: sourceLocation)
        #expect(view.refused.isEmpty, sourceLocation: sourceLocation)
        let log = try LoggedGame(id, on: group.server)
        #expect(view.card == Scorecard(log.lobby), sourceLocation: sourceLocation)
        #expect(log.leads(to: view.confirmed), sourceLocation: sourceLocation)
        #expect(view.confirmed.seq == log.seq, sourceLocation: sourceLocation)
        for scorer in scorers {
            let member = try #require(await scorer.phone.game.view.me)
            let count = try await check(scorer, member, in: log, sourceLocation)
            let entered = await scorer.entries.count
            #expect(count == entered, sourceLocation: sourceLocation)
        }
    }

    /// Waits until one of the phones has seen that many more events.
    func goesOn(by count: UInt64) async throws {
        let seq = await group.host.game.view.confirmed.seq
        try await group.host.waits(for: "more scores") { $0.confirmed.seq >= seq + count }
    }

    func wake() async { for phone in group.phones { await phone.game.wake() } }
}
