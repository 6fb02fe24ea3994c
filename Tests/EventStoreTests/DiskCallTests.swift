import Documents
import Log
import LogContract
import Testing

@testable import EventStore

/// The calls with which SQLite uses the disk, counted instead of timed.
@Suite("Calls to the disk")
struct DiskCallTests {
    private let folder = try! ScratchFolder(inMemory: true)

    private static func callsToOpen(games: UInt64) async throws -> Int64 {
        let folder = try ScratchFolder(inMemory: true)
        let disk = FaultyDisk(folder.path)
        let store = try EventStore(folder: folder.data)
        for number in 1...games {
            var script = BatchScript(number)
            #expect(await store.commit(script.batch("Ann", "Bo")) == .committed)
        }
        store.close()
        disk.arm(0, .error)
        let again = try EventStore(folder: folder.data)
        let calls = disk.calls
        withExtendedLifetime(disk) { again.close() }
        return calls
    }

    @Test("Opening asks as little of a file of many games as of one of few")
    func opening() async throws {
        let few = try await Self.callsToOpen(games: 3)
        let many = try await Self.callsToOpen(games: 400)
        #expect(few > 0)
        #expect(many == few)
    }

    @Test("Reading a game takes the locks once, however many of its batches wait")
    func loading() async throws {
        let disk = FaultyDisk(folder.path)
        let store = try EventStore(folder: folder.data)
        var (still, busy) = (BatchScript(1), BatchScript(2))
        #expect(await store.commit(still.batch("Ann"), busy.batch("Bo")) == .committed)
        for _ in 1...20 { #expect(await store.commit(busy.batch("Cy")) == .committed) }
        var calls: [Int64] = []
        for script in [still, busy] {
            // The first reading fetches the pages.
            for _ in 1...2 {
                disk.arm(0, .error)
                #expect(await store.load(script.lobby) == .lobby(script.expected))
            }
            calls.append(disk.calls)
        }
        #expect(calls[0] > 0)
        #expect(calls[1] == calls[0])
        withExtendedLifetime(disk) { store.close() }
    }

    @Test("Drawing many codes takes the locks once")
    func reserving() async throws {
        let disk = FaultyDisk(folder.path)
        let store = try EventStore(folder: folder.data)
        var calls: [Int64] = []
        for count in [1, 1, 500] {
            disk.arm(0, .error)
            #expect(await store.reserveCodes(count).count == count)
            calls.append(disk.calls)
        }
        #expect(calls[1] > 0)
        #expect(calls[2] == calls[1])
        withExtendedLifetime(disk) { store.close() }
    }
}
