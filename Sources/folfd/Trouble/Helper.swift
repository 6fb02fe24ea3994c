/// What other programs do for this one: curl speaks to other servers, whose weight nobody carries
/// who has none to speak to.
enum Helper {
    /// The time that a command has that somebody else has written.
    static let commandSecondsMax = 60
    /// Other addresses that an answer may lead to, one behind the other.
    static let redirectsMax = 5
    private static let timeoutSeconds = 10
    /// The time behind its own limit after which curl is ended.
    private static let graceSeconds = 5

    /// Posts JSON to an address. What it is stays out of the list of processes, because an address
    /// may hold a secret.
    ///
    /// - Returns: whether it was taken. Who names another address instead hasn't taken it.
    static func post(_ json: String, to url: String) -> Bool {
        isGood([("url", url), ("data", json), ("header", "Content-Type: application/json")])
    }

    /// Asks for an address, and for those that it leads to.
    ///
    /// - Returns: whether the last answer was a good one.
    static func get(_ url: String) -> Bool {
        isGood([("url", url), ("location", ""), ("max-redirs", "\(redirectsMax)")])
    }

    /// Has the shell run a command that finds `input` on its standard input.
    static func run(
        _ command: String, input: String, secondsMax: Int = commandSecondsMax
    ) -> Program.Ending {
        Program.run(["/bin/sh", "-c", command], input: input, secondsMax: secondsMax).ending
    }

    /// Whether the status of the last answer says that it is as was asked for.
    private static func isGood(_ settings: [(name: String, value: String)]) -> Bool {
        let common = [
            ("proto", "=http,https"), ("output", "/dev/null"), ("write-out", "%{http_code}"),
        ]
        let (ending, status) = curl(
            settings + common, timeoutSeconds: timeoutSeconds, outputBytesMax: 16)
        return ending == .exited(0) && status.count == 3 && status[0] == UInt8(ascii: "2")
    }

    static func curl(
        _ settings: [(name: String, value: String)], attachment: [UInt8]? = nil,
        timeoutSeconds: Int, outputBytesMax: Int
    ) -> (ending: Program.Ending, output: [UInt8]) {
        let common = "silent\nmax-time = \(timeoutSeconds)\n"
        let lines = settings.map { "\($0.name) = \(quoted($0.value))\n" }
        return Program.run(
            ["curl", "--config", "-"], input: common + lines.joined(), attachment: attachment,
            secondsMax: timeoutSeconds + graceSeconds, outputBytesMax: outputBytesMax)
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
}

extension Helper {
    /// Why there is no answer, in words.
    struct Failure: Error {
        let reason: String

        /// - Parameter ending: curl's (its exit codes are in curl(1)).
        init(_ ending: Program.Ending) {
            reason =
                switch ending {
                case .notStarted, .exited(127): "curl can't be run; is it installed?"
                case .exited(6): "its name isn't known"
                case .exited(7): "it can't be connected to"
                case .exited(23): "the answer is too long"
                case .exited(28), .outOfTime: "it takes too long"
                case .exited(35): "there is no secure connection with it"
                case .exited(60): "it can't prove that it is who it should be"
                case .exited(let code): "curl fails (\(code))"
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
        let (ending, answer) = curl(
            settings + [("include", ""), ("proto", "=https")], timeoutSeconds: timeoutSeconds,
            outputBytesMax: bytesMax)
        guard ending == .exited(0) else { throw Failure(ending) }
        return answer
    }
}
