import CLinux
import Glibc
import Reactor
import SystemCalls

/// Another program, run to its end, or to that of the time that it has: nobody waits for it longer.
enum Program {
    enum Ending: Equatable {
        /// With its exit code, or as shells say it, 128 and the signal that has ended it.
        case exited(Int32)
        /// Its time was over, and it was ended, with all that it has started.
        case outOfTime
        case notStarted
    }

    /// Where a program finds its attachment, which is on no disk.
    static let attachmentPath = "/dev/fd/3"

    /// - Parameters:
    ///   - arguments: the program, which is looked for in PATH, and what it is told.
    ///   - input: what it finds on its standard input.
    ///   - attachment: what it finds in `attachmentPath`; nil: there is no such file.
    ///   - outputBytesMax: bytes of its standard output that are kept; who has more to say finds
    ///     nobody who reads it.
    static func run(
        _ arguments: [String], input: String, attachment: [UInt8]? = nil, secondsMax: Int,
        outputBytesMax: Int = 0
    ) -> (ending: Ending, output: [UInt8]) {
        let deadline = MonotonicClock.milliseconds() + UInt64(secondsMax) * 1_000
        let (process, end) = start(
            arguments, Array(input.utf8), attachment, hasOutput: outputBytesMax > 0)
        guard process > 0 else { return (.notStarted, []) }
        let descriptor = clinux_process_descriptor(process)
        defer { close(descriptor) }
        var output: [UInt8] = []
        if end >= 0 {
            output = read(end, bytesMax: outputBytesMax, until: deadline)
            close(end)
        }
        let hasEnded = isReadable(descriptor, until: deadline)
        if !hasEnded { kill(-process, SIGKILL) }
        let code = exitCode(of: process)
        return (hasEnded ? .exited(code) : .outOfTime, output)
    }

    private static func start(
        _ arguments: [String], _ input: [UInt8], _ attachment: [UInt8]?, hasOutput: Bool
    ) -> (process: Int32, output: Int32) {
        var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { for place in 0...arguments.count { unsafe free(pointers[place]) } }
        var end: Int32 = -1
        let process = unsafe input.withUnsafeBytes { input in
            unsafe (attachment ?? []).withUnsafeBytes { more in
                let input = unsafe clinux_bytes(start: input.baseAddress, count: input.count)
                let more = unsafe clinux_bytes(
                    start: attachment == nil ? nil : more.baseAddress, count: more.count)
                return unsafe hasOutput
                    ? clinux_start(&pointers, input, more, &end)
                    : clinux_start(&pointers, input, more, nil)
            }
        }
        return (process, end)
    }

    private static func read(
        _ descriptor: Int32, bytesMax: Int, until deadline: UInt64
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count < bytesMax, isReadable(descriptor, until: deadline) {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    /// Waits until something can be read, or the end, or the time is over.
    private static func isReadable(_ descriptor: Int32, until deadline: UInt64) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let now = MonotonicClock.milliseconds()
            let left = Int32(clamping: deadline - min(now, deadline))
            let count = unsafe poll(&request, 1, left)
            guard count < 0, errno == EINTR else { return count > 0 }
        }
    }

    private static func exitCode(of process: Int32) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
