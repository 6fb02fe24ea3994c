import Documents
import Log
import LogContract
import TestSupport
import Testing

struct MemoryLogTests {
    @Test("A log in memory keeps the contract", arguments: LogClause.allCases)
    func contract(_ clause: LogClause) async {
        #expect(await clause.faults(of: MemoryLog(random: SeededGenerator(seed: 3))) == [])
    }

    @Test("A copy of a log goes on by itself")
    func copies() {
        var script = BatchScript(1)
        var log = MemoryLog(random: SeededGenerator(seed: 3))
        #expect(log.commit([script.batch("")]) == .committed)
        let copy = log
        let before = script.expected
        #expect(log.commit([script.batch("")]) == .committed)
        #expect(copy.load(script.lobby) == .lobby(before))
        #expect(log.load(script.lobby) == .lobby(script.expected))
    }

    @Test("A request that can't be answered says so to whoever asked")
    func refusals() {
        let script = BatchScript(1)
        LogRequest.load(script.lobby) { #expect($0 == .unavailable(reason: "away")) }
            .refuse(reason: "away")
        LogRequest.reserveCodes(3, length: 6) { #expect($0 == []) }.refuse(reason: "away")
        LogRequest.commit([], now: WallTime(milliseconds: 1)) {
            #expect($0 == .failed(.unavailable("away")))
        }.refuse(reason: "away")
    }
}
