import Glibc
import SystemCalls

@main
enum FolfLab {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let laboratory = Laboratory(
            print: { print($0, to: STDOUT_FILENO) }, complain: { print($0, to: STDERR_FILENO) })
        exit(laboratory.run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Prints a line; a reader who is gone ends the program.
    private static func print(_ line: String, to descriptor: Int32) {
        guard write(line + "\n", to: descriptor) else { exit(ExitCode.failed.rawValue) }
    }
}
