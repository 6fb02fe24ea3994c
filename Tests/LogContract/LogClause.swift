import Documents
import Log

/// A clause of the contract that every log has to keep, as `EventLog` says it. Each
/// implementation's tests try all clauses, each on a new and empty log.
package enum LogClause: String, CaseIterable, Sendable {
    case readsAsWritten = "A lobby is read as it was written"
    case createsOnce = "A lobby is created once, with an event"
    case continuesExactly = "A batch goes in behind exactly the event it was made for"
    case refusesContradictions = "A batch that contradicts itself is not written"
    case allOrNothing = "Of a commit with one bad batch nothing is written"
    case buildsOnItself = "Batches of one commit build on each other"
    case failsAlone = "A commit that is at fault fails alone"
    case seesEarlierCommits = "A request sees the commits that were asked for before it"
    case answersInOrder = "Requests are answered in their order, each once"
    case ownsCodes = "A code finds its lobby until it is cleared, and belongs to one lobby"
    case passesCodesOn = "A code that is given up can be another lobby's in the same commit"
    case reservesApart = "Reserved codes are no lobby's, nor anybody else's"
    case tellsHistory =
        "Events of the past are told from where they are asked for, as many as may be"
    case replacesRows = "The last row of each replica counts"
    case keepsSeats = "Who joins with a batch has a seat in its lobby"

    /// Tries the clause on `log`, which must be empty, and returns what is wrong.
    package func faults(of log: some SeatedLog) async -> [String] {
        var log = AskedLog(log)
        switch self {
        case .readsAsWritten: await checkReading(&log)
        case .createsOnce: await checkCreation(&log)
        case .continuesExactly: await checkContinuity(&log)
        case .refusesContradictions: await checkConsistency(&log)
        case .allOrNothing: await checkWholeness(&log)
        case .buildsOnItself: await checkChains(&log)
        case .failsAlone: await checkIndependence(&log)
        case .seesEarlierCommits: await checkVisibility(&log)
        case .answersInOrder: await checkOrder(&log)
        case .ownsCodes: await checkCodes(&log)
        case .passesCodesOn: await checkPassingOn(&log)
        case .reservesApart: await checkReservations(&log)
        case .tellsHistory: await checkHistory(&log)
        case .replacesRows: await checkRows(&log)
        case .keepsSeats: await checkSeats(&log)
        }
        return log.faults
    }

    private func checkReading<L>(_ log: inout AskedLog<L>) async {
        var script = BatchScript(1, code: "ABC234")
        log.expect(await log.load(script.lobby), .absent)
        log.expect(await log.commit([script.batch("Ann", "")]), .committed)
        script.epoch = Epoch(9)
        script.code = nil
        log.expect(await log.commit([script.batch("Bo")]), .committed)
        log.expect(await log.load(script.lobby), .lobby(script.expected))
        log.expect(await log.load(BatchScript(2).lobby), .absent)
    }

    private func checkCreation<L>(_ log: inout AskedLog<L>) async {
        var script = BatchScript(1)
        var empty = BatchScript(2)
        log.expect(await log.commit([empty.batch()]), .failed(.malformed(empty.lobby)))
        let first = script.batch("")
        log.expect(await log.commit([first]), .committed)
        log.expect(await log.commit([first]), .failed(.conflict(script.lobby)))
        var unborn = BatchScript(3)
        _ = unborn.batch("")
        log.expect(
            await log.commit([unborn.batch("")]), .failed(.conflict(unborn.lobby)))
    }

    private func checkContinuity<L>(_ log: inout AskedLog<L>) async {
        var script = BatchScript(1)
        log.expect(await log.commit([script.batch("")]), .committed)
        var stale = script
        var forked = script
        forked.hash ^= 1
        log.expect(await log.commit([script.batch("")]), .committed)
        let conflict = CommitOutcome.failed(.conflict(script.lobby))
        log.expect(await log.commit([stale.batch("")]), conflict)
        log.expect(await log.commit([forked.batch("")]), conflict)
        var ahead = script
        _ = ahead.batch("")
        log.expect(await log.commit([ahead.batch("")]), conflict)
        log.expect(await log.load(script.lobby), .lobby(script.expected))
    }

    private func checkConsistency<L>(_ log: inout AskedLog<L>) async {
        var script = BatchScript(1)
        let good = script.batch("", "")
        var gap = good
        gap.records[1].seq = 3
        var wrongHash = good
        wrongHash.records[0].hash ^= 1
        var wrongStart = good
        wrongStart.previousHash ^= 1
        for batch in [gap, wrongHash, wrongStart] {
            log.expect(await log.commit([batch]), .failed(.malformed(script.lobby)))
        }
        log.expect(await log.load(script.lobby), .absent)
    }

    private func checkWholeness<L>(_ log: inout AskedLog<L>) async {
        var script = BatchScript(1)
        log.expect(await log.commit([script.batch("")]), .committed)
        let before = script.expected
        var stale = BatchScript(1)
        var neighbour = BatchScript(2, code: "ABC234")
        let commit = [
            neighbour.batch("Bo"), script.batch(""), stale.batch(""),
        ]
        log.expect(await log.commit(commit), .failed(.conflict(stale.lobby)))
        log.expect(await log.load(neighbour.lobby), .absent)
        log.expect(await log.find("ABC234"), .absent)
        log.expect(await log.load(before.lobby), .lobby(before))
    }

    private func checkChains<L>(_ log: inout AskedLog<L>) async {
        var script = BatchScript(1)
        let first = script.batch("")
        script.epoch = Epoch(9)
        log.expect(await log.commit([first, script.batch("", "")]), .committed)
        log.expect(await log.load(script.lobby), .lobby(script.expected))
    }

    private func checkIndependence<L>(_ log: inout AskedLog<L>) async {
        var (good, bad, other) = (BatchScript(1), BatchScript(2), BatchScript(3))
        let outcomes = await log.commitTogether([
            [good.batch("")], [bad.batch()], [other.batch("")],
        ])
        log.expect(outcomes, [.committed, .failed(.malformed(bad.lobby)), .committed])
        log.expect(await log.load(good.lobby), .lobby(good.expected))
        log.expect(await log.load(other.lobby), .lobby(other.expected))
    }

    private func checkVisibility<L>(_ log: inout AskedLog<L>) async {
        var script = BatchScript(1, code: "ABC234")
        log.start([script.batch("Ann")])
        log.expect(await log.find("ABC234"), .lobby(script.lobby))
        log.start([script.batch("")])
        log.expect(await log.load(script.lobby), .lobby(script.expected))
        log.start([script.batch("")])
        log.expect(
            await log.readHistory(of: script.lobby, after: 2, eventsMax: 9),
            .events([script.expected.records[2]], top: 3))
    }

    private func checkOrder<L>(_ log: inout AskedLog<L>) async {
        log.expect(await log.orderOfAnswers(count: 30), Array(0..<30))
    }

    private func checkCodes<L>(_ log: inout AskedLog<L>) async {
        var first = BatchScript(1, code: "ABC234")
        log.expect(await log.find("ABC234"), .absent)
        log.expect(await log.commit([first.batch("")]), .committed)
        log.expect(await log.find("abc-234"), .lobby(first.lobby))
        var second = BatchScript(2, code: "ABC234")
        let taken = CommitFailure.codeTaken(second.lobby, JoinCode("ABC234")!)
        log.expect(await log.commit([second.batch("")]), .failed(taken))
        log.expect(await log.load(second.lobby), .absent)
        first.code = JoinCode("DEF567")
        log.expect(await log.commit([first.batch("")]), .committed)
        log.expect(await log.find("ABC234"), .absent)
        log.expect(await log.find("DEF567"), .lobby(first.lobby))
        first.code = nil
        log.expect(await log.commit([first.batch("")]), .committed)
        log.expect(await log.find("DEF567"), .absent)
    }

    private func checkPassingOn<L>(_ log: inout AskedLog<L>) async {
        var first = BatchScript(1, code: "ABC234")
        log.expect(await log.commit([first.batch("")]), .committed)
        first.code = nil
        var second = BatchScript(2, code: "ABC234")
        let commit = [first.batch(""), second.batch("")]
        log.expect(await log.commit(commit), .committed)
        log.expect(await log.find("ABC234"), .lobby(second.lobby))
    }

    private func checkReservations<L>(_ log: inout AskedLog<L>) async {
        let first = await log.reserveCodes(200, length: 6)
        let second = await log.reserveCodes(200, length: 12)
        log.expect(Set(first + second).count, 400)
        log.expect(first.allSatisfy { $0.description.count == 6 }, true)
        log.expect(second.allSatisfy { $0.description.count == 12 }, true)
        for code in first.prefix(5) { log.expect(await log.find(code.description), .absent) }
    }

    private func checkHistory<L>(_ log: inout AskedLog<L>) async {
        var script = BatchScript(1)
        log.expect(
            await log.readHistory(of: script.lobby, after: 0, eventsMax: 9), .absent)
        for _ in 0..<4 {
            log.expect(await log.commit([script.batch("", "Ann", "")]), .committed)
        }
        let records = script.expected.records
        for (after, eventsMax) in [(0, 1), (0, 99), (3, 5), (11, 2), (12, 2), (40, 2)] {
            let expected = Array(records.dropFirst(after).prefix(eventsMax))
            log.expect(
                await log.readHistory(of: script.lobby, after: Seq(after), eventsMax: eventsMax),
                .events(expected, top: 12))
        }
    }

    private func checkRows<L>(_ log: inout AskedLog<L>) async {
        var script = BatchScript(1)
        let rows = [ReplicaRow.test(2, last: 1), ReplicaRow.test(1, last: .max)]
        log.expect(await log.commit([script.batch("", replicas: rows)]), .committed)
        var later = ReplicaRow.test(2, last: 3)
        later.refused = [RefusedOp(2, .locked), RefusedOp(3, .readOnly)]
        log.expect(await log.commit([script.batch(replicas: [later])]), .committed)
        log.expect(await log.load(script.lobby), .lobby(script.expected))
    }

    private func checkSeats<L: SeatedLog>(_ log: inout AskedLog<L>) async {
        let persons = (1...4).map { PersonID(Identifier128(high: 3, low: $0)) }
        var (first, second) = (BatchScript(1), BatchScript(2))
        var created = first.batch("Ann")
        created.joined = [persons[0], persons[1]]
        log.expect(await log.commit([created]), .committed)
        var again = first.batch("Bo")
        again.joined = [persons[1], persons[2]]
        var other = second.batch("")
        other.joined = [persons[0]]
        log.expect(await log.commit([again, other]), .committed)
        var stale = again
        stale.joined = [persons[3]]
        log.expect(await log.commit([stale]), .failed(.conflict(first.lobby)))
        let seats: [Set<LobbyID>] = [
            [first.lobby, second.lobby], [first.lobby], [first.lobby], [],
        ]
        for (person, expected) in zip(persons, seats) {
            log.expect(await log.lobbies(of: person), expected)
        }
    }
}
