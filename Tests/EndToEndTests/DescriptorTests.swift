import Documents
import Scoring
import SyncClient
import Testing
import Wire

@Suite("The server runs out of file descriptors")
struct DescriptorTests {
    static let descriptorsMax = 64

    @Test(
        "Who is in goes on scoring, newcomers are turned away, and let in once others leave",
        arguments: [1, 2, 4])
    func exhausted(loops: Int) async throws {
        // The occupants answer no pings.
        let server = try TestServer(
            ["--loops", "\(loops)", "--ping", "3600"], descriptorsMax: Self.descriptorsMax)
        let group = try await Group(at: server)
        let occupants = try await Occupants.filling(
            server, try await group.invitation, countMax: Self.descriptorsMax)
        #expect(occupants.players.count > 8)
        let late = try Phone("Eve", at: server)
        try await late.watch(code: group.code)

        var awayCount = 0
        for hole in 1...3 {
            awayCount += try await occupants.grow(by: 200)
            for phone in group.phones {
                let column = try await phone.player(phone.name)
                try await phone.game.score(column, hole: hole, throws: Int64(hole))
            }
            let seen = try await group.agree()
            #expect(group.phones.allSatisfy { seen.score($0.name, hole) == Int64(hole) })
        }
        #expect(awayCount > 300)
        #expect(server.errorText.contains("error descriptors_exhausted"))

        occupants.disperse()
        await late.game.wake()
        let seen = try await late.waits(for: "being let in") { $0.lobby != nil }
        #expect(seen.line("Anna")?.total == 6)
        try group.checkLog()
    }
}
