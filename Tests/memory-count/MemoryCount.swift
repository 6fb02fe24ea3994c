import CLinux

/// Counts what a server allocates for people and games that are idle, and prints it in bytes, a
/// figure a line. A program of its own, because the count is the whole process's.
@main
enum MemoryCount {
    private static let lobbyCount = 100

    static func main() {
        guard isCounted else { return print("uncounted") }
        let once = count(lobbies: lobbyCount)
        let twice = count(lobbies: 2 * lobbyCount)
        for (less, more) in zip(once, twice) {
            let each = (more.bytes - less.bytes) / (lobbyCount * less.perLobby)
            print("\(less.name) \(each)")
        }
    }

    /// Counts the bytes that each step of filling a server adds, `perLobby` times for each of its
    /// lobbies.
    private static func count(lobbies: Int) -> [(name: String, perLobby: Int, bytes: Int)] {
        var counts: [(name: String, perLobby: Int, bytes: Int)] = []
        counts.reserveCapacity(8)
        var server = IdleServer(lobbies: lobbies)
        var before = allocatedBytes
        func note(_ name: String, perLobby: Int = 1) {
            let after = allocatedBytes
            counts.append((name, perLobby, after - before))
            before = after
        }
        server.enterHosts()
        server.settle()
        note("lobbyWithHost")
        server.enterMembers()
        server.settle()
        note("member", perLobby: IdleServer.membersPerLobby - 1)
        server.enterSpectators()
        server.settle()
        note("spectator")
        server.fillCards()
        server.settle()
        note("fullCard")
        return counts
    }

    /// The bytes that the allocator has handed out, in pieces of a heap or in mappings of their
    /// own.
    private static var allocatedBytes: Int {
        let info = mallinfo2()
        return Int(info.uordblks) + Int(info.hblkhd)
    }

    /// Sanitizers bring allocators of their own.
    private static var isCounted: Bool {
        let before = allocatedBytes
        let block = [UInt8](repeating: 1, count: 4_096)
        return withExtendedLifetime(block) { allocatedBytes - before >= 4_096 }
    }
}
