import Foundation
import TestSupport
import Testing

@testable import SyncServer

/// What the idle may cost, in bytes that the allocator hands out; counted, not timed. The release
/// server's resident memory is beyond that the reactor's connections and the store's batches.
@Suite struct MemoryTests {
    @Test("An idle game and its people stay within their budgets")
    func budgets() throws {
        let counted = try count()
        guard !counted.isEmpty else { return }
        let member = try #require(counted["member"])
        let spectator = try #require(counted["spectator"])
        // The host is a member like the others.
        let lobby = try #require(counted["lobbyWithHost"]) - member
        let card = try #require(counted["fullCard"])
        #expect((1...400).contains(spectator))
        #expect((1...450).contains(member))
        #expect((1...2_048).contains(lobby), "18 holes")
        #expect((1...12_288).contains(card), "72 cells and the last 32 events on top")
    }

    @Test("A session in its slot takes few cache lines")
    func layout() {
        #expect(MemoryLayout<Session>.size <= 152)
        #expect(MemoryLayout<Session>.size < MemoryLayout<Arrival>.size, "what boxes are for")
        #expect(MemoryLayout<Boxed<Arrival>>.size == MemoryLayout<Int>.size)
    }

    @Test("A copy of a box has a value of its own, and an emptied box has none")
    func boxes() {
        var box = Boxed([1])
        var copy = box
        copy.value.append(2)
        #expect(box.value == [1])
        #expect(copy.take() == [1, 2])
        #expect(copy.isEmpty && copy.take() == nil)
        #expect(box.take() == [1])
    }

    /// Empty if the allocator doesn't count, as those of sanitizers.
    private func count() throws -> [String: Int] {
        let output = try Child("memory-count").wait()
        #expect(output.status == 0)
        let text = output.text
        guard text != "uncounted\n" else { return [:] }
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), Int($0[1]) ?? 0) })
    }
}
