import Foundation
import Glibc
import TestSupport
import Testing

@testable import folfd

@Suite("Other programs that are run")
struct ProgramTests {
    @Test("What a program says and ends with is told, and it finds what it is to read")
    func whole() {
        let (ending, output) = Program.run(
            ["cat"], input: "a\u{0}b", secondsMax: 60, outputBytesMax: 100)
        #expect(ending == .exited(0) && output == [97, 0, 98])
        #expect(Helper.run("exit 3", input: "") == .exited(3))
        #expect(Helper.run("kill -TERM $$", input: "") == .exited(128 + SIGTERM))
        let missing = Program.run(["/nowhere/folf-program"], input: "", secondsMax: 60)
        #expect(missing.ending == .notStarted)
    }

    @Test("Who reads nothing of much that it is given keeps nobody waiting")
    func unread() {
        let much = String(repeating: "x", count: 1 << 20)
        #expect(Helper.run("true", input: much) == .exited(0))
        #expect(Helper.run("test $(wc -c) = 1048576", input: much) == .exited(0))
    }

    @Test("Who has more to say than is kept ends, and no more is kept than one piece beyond")
    func endlessOutput() {
        let (ending, output) = Program.run(
            ["yes"], input: "", secondsMax: 60, outputBytesMax: 1_000)
        #expect(ending == .exited(128 + SIGPIPE))
        #expect((1_000..<1_000 + 16 * 1024).contains(output.count))
    }

    @Test("A program that never ends is ended when its time is over, with all that it has started")
    func endless() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("id").path
        let command = "trap '' TERM; sleep 1000 & echo $! > \(file); sleep 1000"
        #expect(Helper.run(command, input: "", secondsMax: 1) == .outOfTime)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let child = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // Whoever takes care of orphans may not have done so with this one.
        func isRunning() -> Bool {
            let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            return state.map { !$0.contains(") Z ") } ?? false
        }
        let end = ContinuousClock.now + .seconds(60)
        while isRunning(), ContinuousClock.now < end { sched_yield() }
        #expect(!isRunning())
        let silent = Program.run(["sleep", "1000"], input: "", secondsMax: 1, outputBytesMax: 10)
        #expect(silent.ending == .outOfTime && silent.output.isEmpty)
    }
}
