import Testing
import Wire

@Suite("Games that one address creates")
struct CreationTests {
    /// `ServerConfiguration.lobbiesPerAddressPerHourMax`.
    private static let perHourMax = 100

    @Test(
        "In an hour there are no more than there may be, however many loops create them",
        arguments: [1, 4])
    func budget(loops: Int) async throws {
        try await onOwnThread {
            let server = try TestServer(["--loops", "\(loops)"])
            var created = 0
            let refused = #expect(throws: RawPlayer.Ended.self) {
                while created < 4 * Self.perHourMax {
                    _ = try RawPlayer.host(server, holes: 1, isStarted: false)
                    created += 1
                }
            }
            #expect(refused?.notice?.number == SessionError.tooManyLobbies.rawValue)
            #expect(refused?.notice?.retryMilliseconds ?? 0 > 0)
            // On a slow machine some places become free meanwhile.
            #expect((Self.perHourMax..<2 * Self.perHourMax).contains(created))
        }
    }
}
