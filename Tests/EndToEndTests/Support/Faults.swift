import Foundation
import Glibc
import TestSupport

/// System calls of a child process that fail as the test says: `Tests/Preload/faults.c`, compiled
/// and preloaded, and the file that it shares with the test.
final class Faults: Sendable {
    /// The numbers in the shared file, in the order of the C file: first what is to happen; from
    /// `interrupted` on, how often it has; from `sends` on, the calls that there were.
    enum Number: Int, CaseIterable {
        case seed
        case interruptedPercent
        case shortPercent
        case acceptFailedPercent
        case acceptDelayMicroseconds
        case syncsToFail
        case syncError
        case clockOffsetMilliseconds
        case signalsToSend
        case acceptsHang
        case syncsHang
        /// The program is killed just before the last of so many that change a file or sync it.
        case fileCallsLeft
        case interrupted
        case shortened
        case acceptsFailed
        case syncsFailed
        case clockReadingsShifted
        case signalsHandled
        case hangs
        case sends
        case receives
        case waits
        case wakes
        case fileWrites
        case syncs
    }

    struct Unusable: Error { var code: Int32 }

    private static let folder = try? TemporaryFolder()

    /// The compiled library; nil without clang.
    static let library: String? = {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Preload/faults.c")
        guard let library = folder?.url.appendingPathComponent("faults.so").path,
            let clang = try? Child(
                "/usr/bin/env",
                ["clang", "-O1", "-shared", "-fPIC", "-pthread", "-o", library, source.path]),
            clang.wait().status == 0
        else { return nil }
        return library
    }()

    /// A sanitizer wants to be the first library, and watches the same calls.
    static let isSanitized = Programs.folder.path.contains("/sanitize-")

    private let folder: TemporaryFolder
    private let descriptor: Int32

    /// - Parameter numbers: what is to happen from the start.
    init(_ numbers: [Number: Int64] = [:]) throws {
        folder = try TemporaryFolder()
        descriptor = unsafe open(Self.path(in: folder), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0,
            ftruncate(descriptor, off_t(Number.allCases.count * 8)) == 0
        else { throw Unusable(code: errno) }
        for (number, value) in numbers { self[number] = value }
    }

    deinit { close(descriptor) }

    private static func path(in folder: TemporaryFolder) -> String {
        folder.url.appendingPathComponent("faults").path
    }

    /// The environment of the process in which the faults are to happen.
    var environment: [String: String] {
        ["LD_PRELOAD": Self.library ?? "", "FOLF_FAULTS": Self.path(in: folder)]
    }

    subscript(number: Number) -> Int64 {
        get {
            var value: Int64 = 0
            _ = unsafe pread(descriptor, &value, 8, off_t(number.rawValue * 8))
            return value
        }
        set {
            var value = newValue
            _ = unsafe pwrite(descriptor, &value, 8, off_t(number.rawValue * 8))
        }
    }

    /// Waits until it has happened that often; false if it hasn't for minutes.
    func waits(for number: Number, toReach count: Int64) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(180)
        while self[number] < count {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}
