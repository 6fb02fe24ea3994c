import Glibc
import SystemCalls

/// Has strace(1) count the system calls of all threads of a process.
struct Tracer {
    private static let attachSecondsMax: UInt64 = 10
    private static let pollMicroseconds: UInt32 = 2_000
    private static let tableBytesMax = 65_536

    private let process: pid_t
    /// The end of a pipe at which its table comes out.
    private let output: Int32

    /// Attaches strace, and returns once all threads are being traced.
    init(_ account: ProcessAccount) throws(LoadError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw .system(SystemError(code: errno, call: "pipe"))
        }
        output = ends[0]
        defer { close(ends[1]) }
        process = try Self.spawn(account.process, printingTo: ends[1])
        let deadline = monotonicNanoseconds() + Self.attachSecondsMax * 1_000_000_000
        while try !account.isTraced() {
            var status: Int32 = 0
            let hasEnded = unsafe waitpid(process, &status, WNOHANG) == process
            guard !hasEnded, monotonicNanoseconds() < deadline else {
                if !hasEnded { kill(process, SIGKILL) }
                throw .stuck("strace can't attach to process \(account.process).")
            }
            usleep(Self.pollMicroseconds)
        }
    }

    private static func spawn(
        _ traced: Int32, printingTo output: Int32
    ) throws(LoadError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        let words = ["strace", "-f", "-c", "-p", String(traced)]
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for place in words.indices { unsafe free(arguments[place]) } }
        var process: pid_t = 0
        guard
            unsafe posix_spawnp(&process, "strace", &actions, nil, &arguments, environ) == 0
        else { throw .stuck("System calls are counted by strace, which isn't there.") }
        return process
    }

    /// Ends the count, and returns how many calls of each name there were.
    func stop() throws(LoadError) -> [String: Int] {
        kill(process, SIGTERM)
        var table: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: Self.tableBytesMax)
        while case let count = unsafe read(output, &bytes, bytes.count), count > 0 {
            table += bytes[..<count]
        }
        close(output)
        var status: Int32 = 0
        _ = unsafe waitpid(process, &status, 0)
        let counts = CallCounts.parse(String(decoding: table, as: UTF8.self))
        guard !counts.isEmpty else { throw .stuck("strace has counted nothing.") }
        return counts
    }
}
