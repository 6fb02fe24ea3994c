import Glibc
import SystemCalls

/// The amount that is told; each level tells what those before it do.
enum LogLevel: String, CaseIterable {
    case error
    case info
    case debug

    var severity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Lines for the operator, on standard error: time in UTC, level, text.
struct Logger: Sendable {
    var level: LogLevel

    func error(_ text: @autoclosure () -> String) { write(.error, text) }
    func info(_ text: @autoclosure () -> String) { write(.info, text) }
    func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

    private func write(_ level: LogLevel, _ text: () -> String) {
        guard level.severity <= self.level.severity else { return }
        Self.print("\(Self.timestamp()) \(level.rawValue) \(text())", to: STDERR_FILENO)
    }

    /// Writes a line by one `write`, so that lines of several threads don't mix.
    static func print(_ line: String, to descriptor: Int32) {
        _ = SystemCalls.write(line + "\n", to: descriptor)
    }

    private static func timestamp() -> String {
        var now = time(nil)
        var parts = unsafe tm()
        unsafe gmtime_r(&now, &parts)
        let date = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
        let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
        func joined(_ numbers: [Int32], by sign: String) -> String {
            numbers.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: sign)
        }
        return joined(date, by: "-") + "T" + joined(clock, by: ":") + "Z"
    }
}
