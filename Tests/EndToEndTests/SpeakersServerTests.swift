import Foundation
import TestSupport
import Testing

@Suite("The real server believes whom Tests/Vectors/speakers.json says")
struct SpeakersServerTests {
    /// All traces go through the same backup and the same restore: they don't know of each other.
    @Test("After each step of all traces, each device may act as just these persons")
    func traces() async throws {
        try await onOwnThread {
            let server = try TestServer(["--trusted-proxy", "127.0.0.1"])
            let copies = try TemporaryFolder()
            let copy = copies.url.appendingPathComponent("copy").path
            let plays = try SpeakerPlay.all(at: server)
            #expect(plays.contains { $0.trace.steps.contains("restore") })
            for play in plays { try play.play(upTo: "back_up") }

            let backup = try server.run(["backup", copy])
            try #require(backup.status == 0, "\(backup.errors)")
            for play in plays {
                try play.note("back_up")
                try play.play(upTo: "restore")
            }

            server.stop()
            let restore = try server.run(["restore", copy, "--replace"])
            try #require(restore.status == 0, "\(restore.errors)")
            try server.start()
            for play in plays {
                try play.note("restore")
                try play.play()
            }
        }
    }
}
