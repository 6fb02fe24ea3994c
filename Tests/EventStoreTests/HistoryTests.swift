import Documents
import Log
import LogContract
import Testing

@testable import EventStore

@Suite("Reading the past")
struct HistoryTests {
    let folder = try! ScratchFolder()

    /// A lobby of 11 events in several commits, of which the last ones wait to be sorted.
    private func filled(_ store: EventStore) async -> BatchScript {
        var script = BatchScript(1, code: "ABC234")
        var other = BatchScript(2)
        _ = await store.commit(script.batch("Ann", "", "Ben"), other.batch("Someone else"))
        for step in 0..<4 {
            let replica = ReplicaRow.test(1, last: UInt64(step))
            _ = await store.commit(script.batch("text \(step)", "", replicas: [replica]))
            _ = await store.commit(other.batch(""))
        }
        return script
    }

    @Test(
        "Any part of the past is read as it was committed, sorted or not, in long rows or short",
        arguments: [1, 2, 4, 1_000], [1, 120, 16_384])
    func parts(unsortedBatchesMax: Int, eventRowBytesMax: Int) async throws {
        var limits = StoreLimits()
        limits.unsortedBatchesMax = unsortedBatchesMax
        limits.eventRowBytesMax = eventRowBytesMax
        let store = try EventStore(folder: folder.data, limits: limits)
        let script = await filled(store)
        let records = script.expected.records
        #expect(records.count == 11)
        for after in 0...13 {
            for eventsMax in [1, 2, 5, 11, 100] {
                let part = Array(records.dropFirst(after).prefix(eventsMax))
                let read = await store.readHistory(
                    of: script.lobby, after: Seq(after), eventsMax: eventsMax)
                #expect(read == .events(part, top: 11), "after \(after), \(eventsMax)")
            }
        }
        store.close()
    }

    @Test("A lobby that isn't there has no past, and a closed store tells none")
    func absent() async throws {
        let store = try EventStore(folder: folder.data)
        #expect(await store.readHistory(of: .test(9), after: 0, eventsMax: 5) == .absent)
        store.close()
        let closed = await store.readHistory(of: .test(9), after: 0, eventsMax: 5)
        guard case .unavailable = closed else {
            Issue.record("\(closed)")
            return
        }
    }

    @Test(
        "Damage is told where it lies in the part that is read, and nowhere else",
        arguments: [
            ("UPDATE events SET body = x'00' WHERE seq = 5 AND", 4, 3),
            ("UPDATE events SET hash = hash + 1 WHERE seq = 5 AND", 4, 3),
            ("UPDATE texts SET body = x'00' WHERE seq = 6 AND", 5, 4),
            ("DELETE FROM events WHERE seq = 5 AND", 4, 3),
            ("DELETE FROM events WHERE seq = 11 AND", 8, 7),
        ])
    func damage(sql: String, after: Int, soundThrough: Int) async throws {
        var limits = StoreLimits()
        limits.eventRowBytesMax = 1
        let first = try EventStore(folder: folder.data, limits: limits)
        let script = await filled(first)
        first.close()
        let id = script.lobby.value
        try folder.edit(sql + " lobby = x'\(id)'")
        let store = try EventStore(folder: folder.data)
        let hit = await store.readHistory(of: script.lobby, after: Seq(after), eventsMax: 5)
        guard case .corrupt = hit else {
            Issue.record("\(hit)")
            return
        }
        let sound = await store.readHistory(of: script.lobby, after: 0, eventsMax: soundThrough)
        let records = Array(script.expected.records.prefix(soundThrough))
        #expect(sound == .events(records, top: 11))
        store.close()
    }
}
