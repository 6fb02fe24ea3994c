import CLinux
import Glibc
import SystemCalls

/// Another program that does something for this one: curl speaks to other servers, whose weight
/// nobody carries who has none to speak to.
enum Helper {
    private static let timeoutSeconds = 10

    /// Posts JSON to an address. What it is stays out of the list of processes, because an address
    /// may hold a secret.
    ///
    /// - Returns: whether it was taken.
    static func post(_ json: String, to url: String) -> Bool {
        curl([("url", url), ("data", json), ("header", "Content-Type: application/json")])
    }

    /// Asks for an address.
    ///
    /// - Returns: whether the answer was a good one.
    static func get(_ url: String) -> Bool { curl([("url", url)]) }

    /// Has the shell run a command that finds `input` on its standard input.
    static func run(_ command: String, input: String) -> Bool {
        start(["/bin/sh", "-c", command], input: input) == 0
    }

    private static func curl(_ settings: [(name: String, value: String)]) -> Bool {
        let common = "fail\nsilent\nmax-time = \(timeoutSeconds)\noutput = /dev/null\n"
        let lines = settings.map { "\($0.name) = \(quoted($0.value))\n" }
        return start(["curl", "--config", "-"], input: common + lines.joined()) == 0
    }

    /// A value as curl's files of settings have it.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for sign in text.unicodeScalars {
            switch sign {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            default: quoted.unicodeScalars.append(sign)
            }
        }
        return quoted + "\""
    }

    /// Runs a program to its end, and returns its exit code; -1 if it can't be run.
    private static func start(_ arguments: [String], input: String) -> Int32 {
        var end: Int32 = -1
        let process = unsafe launch(arguments) { unsafe clinux_start(&$0, &end, nil) }
        guard process > 0 else { return -1 }
        _ = SystemCalls.write(input, to: end)
        close(end)
        return exitCode(of: process)
    }

    private static func launch(
        _ arguments: [String], _ start: (inout [UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
        var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { for place in 0...arguments.count { unsafe free(pointers[place]) } }
        return unsafe start(&pointers)
    }

    private static func exitCode(of process: Int32) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }
}

extension Helper {
    /// Why there is no answer, in words.
    struct Failure: Error {
        let reason: String

        /// - Parameter code: curl's exit code (curl(1)); -1 if it can't be run.
        init(code: Int32) {
            reason =
                switch code {
                case -1: "curl can't be run; is it installed?"
                case 6: "its name isn't known"
                case 7: "it can't be connected to"
                case 23: "the answer is too long"
                case 28: "it takes too long"
                case 35: "there is no secure connection with it"
                case 60: "it can't prove that it is who it should be"
                default: "curl fails (\(code))"
                }
        }
    }

    /// Asks for something by https, and returns the answer with its head, whatever its status.
    ///
    /// - Parameters:
    ///   - settings: of curl, each with its value.
    ///   - bytesMax: the length from which on an answer is one too long.
    static func exchange(
        _ settings: [(name: String, value: String)], timeoutSeconds: Int, bytesMax: Int
    ) throws(Failure) -> [UInt8] {
        var input: Int32 = -1
        var output: Int32 = -1
        let process = unsafe launch(["curl", "--config", "-"]) {
            unsafe clinux_start(&$0, &input, &output)
        }
        guard process > 0 else { throw Failure(code: -1) }
        let common = "silent\ninclude\nproto = \"=https\"\nmax-time = \(timeoutSeconds)\n"
        let lines = settings.map { "\($0.name) = \(quoted($0.value))\n" }
        _ = SystemCalls.write(common + lines.joined(), to: input)
        close(input)
        let answer = readToEnd(of: output, bytesMax: bytesMax)
        // Whoever has more to say is ended by it.
        close(output)
        let code = exitCode(of: process)
        guard code == 0 else { throw Failure(code: code) }
        return answer
    }

    private static func readToEnd(of descriptor: Int32, bytesMax: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count < bytesMax {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }
}
