import TestSupport
import Testing

@Suite("Requests that are hidden in others, on the real server")
struct SmuggledRequestTests {
    @Test(
        "A second request that is hidden in another is never answered, by a proxy or without",
        arguments: [[], ["--trusted-proxy", "127.0.0.1"]])
    func neverAnswered(options: [String]) async throws {
        try await onOwnThread {
            let server = try TestServer(options)
            let ambiguousCount = SmuggledRequests.ambiguous.count
            let all = SmuggledRequests.ambiguous + SmuggledRequests.untaken
            for (place, (name, text)) in all.enumerated() {
                let client = try RawClient(port: server.port)
                client.send(Array((text + SmuggledRequests.hidden).utf8))
                let answer = String(decoding: try client.readToEnd(), as: UTF8.self)
                let statuses = SmuggledRequests.statuses(in: answer)
                let isRefused =
                    place < ambiguousCount
                    ? [[400], [501]].contains(statuses)
                    : statuses.count == 1 && statuses[0] >= 400
                #expect(isRefused, "\(name): \(answer)")
            }
        }
    }
}
