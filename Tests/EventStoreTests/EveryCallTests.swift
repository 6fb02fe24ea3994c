import Testing

@testable import EventStore

/// Each call of SQLite to the disk fails once: whatever was acknowledged is there afterwards, once
/// and in order, and so is what was tried again.
@Suite("Every call fails once")
struct EveryCallTests {
    private struct Report: Sendable {
        var calls: Int64 = 0
        var runs = 0
        var failures = 0
        var problems: [String] = []
    }

    /// A run in which nothing fails, and the calls in it that can fail in the given way.
    private static func soundRun(_ fault: FaultyDisk.Fault) throws -> (FaultRun, [Int64]) {
        var run = try FaultRun()
        run.disk.arm(0, fault)
        run.play()
        let calls = run.disk.callsThatCanFail(fault)
        run.disk.arm(0, fault)
        run.checkEverything()
        return (run, calls)
    }

    private static func faultyRun(
        _ fault: FaultyDisk.Fault, at call: Int64, into report: inout Report
    ) throws {
        var run = try FaultRun()
        run.disk.arm(call, fault)
        run.play()
        let failed = run.disk.failedCall
        let hasFailed = run.disk.failures > 0
        let failures = run.failures
        run.disk.arm(0, fault)
        run.checkEverything()
        report.runs += 1
        report.failures += failures
        let name = "call \(call), \(failed), \(fault)"
        if !hasFailed { report.problems.append("\(name): never came") }
        if fault != .lasting, failures > 1 {
            report.problems.append("\(name): one fault, \(failures) failures")
        }
        report.problems += run.problems.map { "\(name): \($0)" }
    }

    @Test(
        "What was acknowledged is there once, what failed is unknown until it is read again",
        arguments: FaultyDisk.Fault.allCases)
    func everyCall(_ fault: FaultyDisk.Fault) async throws {
        let result = await onOwnThread {
            Result { () throws in
                let (sound, calls) = try Self.soundRun(fault)
                var report = Report(calls: Int64(calls.count), problems: sound.problems)
                if sound.failures > 0 { report.problems.append("fails without a fault") }
                if sound.committed != 12 || sound.backups != 2 {
                    report.problems.append("\(sound.committed) commits, \(sound.backups) backups")
                }
                for call in calls where report.problems.count < 10 {
                    try Self.faultyRun(fault, at: call, into: &report)
                }
                return report
            }
        }
        let report = try result.get()
        #expect(report.problems.isEmpty, "\(report.problems.joined(separator: "\n"))")
        #expect(report.runs > 5)
        #expect(report.runs == report.calls)
        #expect(report.failures > 5)
        print("every call, \(fault): \(report.runs) runs, \(report.failures) answers of failure")
    }
}
