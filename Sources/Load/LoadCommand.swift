import Glibc

/// `folf-lab load` and `folf-lab floor-server`, as the program calls them.
package enum LoadCommand {
    /// Runs a command.
    ///
    /// - Parameters:
    ///   - arguments: the command's name first.
    ///   - print: writes a line to standard output.
    ///   - complain: writes a line to standard error.
    /// - Returns: the exit code: 0; 1 if the server broke its word, or it can't be measured; 2 if
    ///   the arguments aren't understood.
    package static func run(
        _ arguments: [String], print: @escaping (String) -> Void,
        complain: (String) -> Void
    ) -> Int32 {
        let rest = Array(arguments.dropFirst())
        if rest.isEmpty || rest.contains("--help") || rest.contains("-h") {
            print(arguments.first == "load" ? help : floorHelp)
            return 0
        }
        do throws(LoadError) {
            if arguments.first == "load" { return try measure(rest, print, complain) }
            try FloorServer.run(try FloorOptions(rest), print)
            return 0
        } catch {
            complain("folf-lab: \(error.sentence)")
            if case .usage = error { return 2 }
            return 1
        }
    }

    private static func measure(
        _ arguments: [String], _ print: @escaping (String) -> Void, _ complain: (String) -> Void
    ) throws(LoadError) -> Int32 {
        let options = try LoadOptions(arguments)
        let report = try Runner(
            options,
            restart: {
                print("restart")
                _ = readLine()
                let began = monotonicNanoseconds()
                let address = readLine() ?? ""
                return Restart(
                    address: address, nanoseconds: monotonicNanoseconds() - began)
            }
        ).run()
        let text = report.text(options.form)
        print(text)
        if let file = options.file { try append(text + "\n", to: file) }
        if let file = options.callsFile {
            let rows = report.callRows.joined(separator: "\n")
            print(rows)
            try append(rows + "\n", to: file)
        }
        guard report.violationCount > 0 else { return 0 }
        complain("folf-lab: the server broke its word \(report.violationCount) times:")
        for violation in report.violations { complain("  \(violation)") }
        return 1
    }

    private static func append(_ text: String, to path: String) throws(LoadError) {
        let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .stuck("\(path) can't be written.") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else {
            throw .stuck("\(path) can't be written.")
        }
    }

    package static var help: String {
        let width = Workload.allCases.map(\.rawValue.count).max() ?? 0
        let workloads = Workload.allCases.map { workload in
            let gap = String(repeating: " ", count: width - workload.rawValue.count + 2)
            return "  " + workload.rawValue + gap + workload.summary
        }
        return """
            Usage: folf-lab load WORKLOAD --server HOST:PORT,PID [OPTIONS]

            Puts a workload on a server and says what it cost: the server's CPU time for each
            delivery (an edit that reached a phone), how long edits took, and whether everything
            came exactly once, in order and acknowledged. If not, it says so and exits with 1.
            The server runs on this machine and lets us: folfd --connections-per-address 100000
            --lobbies-per-hour 3600000.

            \(workloads.joined(separator: "\n"))

            Options:
              --server HOST:PORT,PID         what to measure; PID is whose CPU time counts
              --floor HOST:PORT,PID          a folf-lab floor-server, to run in turn with the
                                             server: the ratio is to the least that the kernel
                                             costs
              --durable-floor HOST:PORT,PID  the same with --file
              --relay HOST:PORT,PID          the same for a relay of WebSocket messages, such as
                                             Tests/uwebsockets-relay
              --durable-relay HOST:PORT,PID  the same with --file
              --other HOST:PORT,PID          the same for another folfd
              --other-lobbies N              how many lobbies that one has [--lobbies]
              --pairs N                      how many runs of each [5]
              --pair-seconds N               how long each of them is [2]
              --seconds N                    how long to run without any of these [10]
              --system-calls FILE            one more run of each under strace: append rows with the
                                             system calls of each delivery
              --lobbies N --members N        [250, 4; others by workload]
              --spectators N                 of all lobbies together
              --slow N                       members who stop reading, at most one a lobby
              --rate N                       edits a second, over all lobbies
              --in-flight N                  saturate: messages of each lobby; in-flight: edits
              --ops N                        edits in a message of saturate [4]
              --missed N                     edits that those who come back haven't seen [20]
              --live N                       resume: more lobbies, which edit at --rate meanwhile
              --restart                      resume: prints "restart", reads "starting" and, of the
                                             server started anew, HOST:PORT,PID; then all come back,
                                             hosts too. The same is how start starts it
              --events N                     start: edits in the database [1000000]
              --resident N                   more lobbies, which the server holds in memory though
                                             their hosts have left
              --json, --row                  print JSON, or a row of a Markdown table
              --title TEXT                   the row's name
              --file FILE                    append the result to a file as well
            """
    }

    package static let floorHelp = """
        Usage: folf-lab floor-server --listen HOST:PORT [--file FILE]

        The least that a server for folf-lab load can do: it moves the same bytes to the same
        sockets and understands nothing. With --file it appends what comes and syncs it, once a
        turn, before it sends. Ends with SIGTERM.
        """
}
