import CLinux
import Glibc
import SystemCalls

/// The forms that a line of the log can have.
enum LogFormat: String, CaseIterable {
    case text
    case json
}

/// Lines for the operator, on standard error. See `LogLine`.
struct Logger: Sendable {
    private let level: LogLevel
    private let format: LogFormat
    /// Whether the system's journal reads along: it wants a priority, and knows the time.
    private let isJournal: Bool

    /// - Parameter journal: device and inode of what the system's journal reads (systemd.exec(5),
    ///   `JOURNAL_STREAM`); nil if it doesn't.
    init(level: LogLevel, format: LogFormat, journal: String?) {
        self.level = level
        self.format = format
        isJournal = journal != nil && journal == Self.standardError()
    }

    init(_ options: Options) {
        self.init(
            level: options.logLevel, format: options.logFormat,
            journal: unsafe getenv("JOURNAL_STREAM").map { unsafe String(cString: $0) })
    }

    /// Writes a line; its values are only made if it is told.
    func log(_ event: LogEvent, _ fields: @autoclosure () -> LogLine.Fields = [:]) {
        guard event.level.severity <= level.severity else { return }
        let line = LogLine(event: event, fields: fields())
        let time = isJournal ? nil : Self.timestamp()
        let text = format == .json ? line.json(time: time) : line.text(time: time)
        Self.print(isJournal ? "<\(event.level.priority)>\(text)" : text, to: STDERR_FILENO)
    }

    /// Writes a line by one `write`, so that lines of several threads don't mix.
    static func print(_ line: String, to descriptor: Int32) {
        _ = SystemCalls.write(line + "\n", to: descriptor)
    }

    /// Device and inode of what standard error leads to, as `JOURNAL_STREAM` has them.
    private static func standardError() -> String? {
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino)"
    }

    /// A time in UTC, such as "2026-07-01T09:30:00.042Z".
    ///
    /// - Parameter now: milliseconds since 1970.
    static func timestamp(_ now: Int64 = milliseconds(on: CLOCK_REALTIME)) -> String {
        var seconds = time_t(now / 1_000)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        let date = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
        let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
        func joined(_ numbers: [Int32], by sign: String) -> String {
            numbers.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: sign)
        }
        let fraction = String(1_000 + now % 1_000).dropFirst()
        return joined(date, by: "-") + "T" + joined(clock, by: ":") + ".\(fraction)Z"
    }
}
