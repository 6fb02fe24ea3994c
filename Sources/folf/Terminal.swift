import Glibc
import SystemCalls

/// The program's standard streams.
enum Terminal {
    static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 }
    static var isInputInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func printError(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// Writes a text as it is. A reader who is gone ends the program.
    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
        guard SystemCalls.write(text, to: descriptor) else { exit(ExitCode.failed.rawValue) }
    }

    /// Puts the lines in the place of the whole screen (ECMA-48: cursor home, erase to the end of
    /// each line and of the display).
    static func redraw(_ lines: [String]) {
        write("\u{1B}[H" + lines.joined(separator: "\u{1B}[K\n") + "\u{1B}[K\u{1B}[J")
    }

    /// Puts the lines in the place of those above the one with the cursor, which stays where it is
    /// (DECSC, DECRC): what is being typed isn't disturbed.
    static func redrawAbove(_ lines: [String]) {
        write("\u{1B}7\u{1B}[H" + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}8")
    }

    static func clear() { write("\u{1B}[H\u{1B}[2J") }

    /// The time of day here, as in 14:05.
    static func timeOfDay(milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return "?" }
        return unsafe two(parts.tm_hour) + ":" + two(parts.tm_min)
    }

    /// The date here, as in 2026-11-20.
    static func date(milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return "?" }
        return unsafe "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }

    private static func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
