import CLinux
import Glibc
import SystemCalls

/// A call of `folfd` to the server that runs on a data folder, by its socket there.
struct ControlCall: Equatable {
    let method: String
    let path: String
    /// The body of a POST.
    var form = ""
    var type = "application/x-www-form-urlencoded"

    private static let answerBytesMax = 16 << 20

    /// Why a call has no answer, in words.
    struct Failure: Error { let words: String }

    /// Makes the call, prints the answer, and returns the exit code of the process.
    func run(_ folder: String, json: Bool) -> Int32 {
        do throws(Failure) {
            let answer = try answer(folder, json: json)
            _ = SystemCalls.write(String(decoding: answer, as: UTF8.self), to: STDOUT_FILENO)
            return 0
        } catch {
            Logger.print("folfd: \(error.words)", to: STDERR_FILENO)
            return 1
        }
    }

    /// Makes the call, and gives the answer.
    func answer(_ folder: String, json: Bool) throws(Failure) -> [UInt8] {
        let number = unsafe clinux_local_connect(folder, ControlDesk.socketName)
        guard number >= 0 else {
            let reason =
                errno == EACCES
                ? "only its owner and root may ask the server on \(folder)"
                : "no server runs on \(folder)"
            throw Failure(words: reason)
        }
        let socket = Descriptor(number)
        let request = """
            \(method) \(path) HTTP/1.1\r
            Host: localhost\r
            Accept: \(json ? "application/json" : "text/plain")\r
            Connection: close\r
            \(method == "POST" ? head : "")\r
            \(form)
            """
        let gone = Failure(words: "the server has hung up")
        guard SystemCalls.write(request, to: socket.number) else { throw gone }
        let answer = Self.read(socket.number)
        guard let end = Self.endOfHead(answer) else { throw gone }
        let status = String(
            decoding: answer.dropFirst("HTTP/1.1 ".utf8.count).prefix(3), as: UTF8.self)
        guard status == "200" else { throw Failure(words: sentence(status)) }
        return Array(answer[end...])
    }

    /// Why there is no other answer than this status.
    private func sentence(_ status: String) -> String {
        switch status {
        case "404" where path.hasPrefix("/accounts"): "nobody here has that name"
        case "404" where path.hasPrefix("/changes"): "there is no such change"
        case "404" where path.hasPrefix("/comments"): "there is no such comment"
        case "404" where path.hasPrefix("/courses"): "no such course, or nobody of that name"
        case "412" where path.hasPrefix("/changes"):
            "that is decided already, or the course has changed since"
        case "404": "no such lobby is in the server's memory, or no such member or session in it"
        case "400": "a text has 1 to 240 bytes, on one line"
        case "412": "that can't be done as the game stands"
        case "503": "that can't be done at the moment; try again"
        default: "the server refuses that (\(status))"
        }
    }

    private var head: String {
        "Content-Type: \(type)\r\nContent-Length: \(form.utf8.count)\r\n"
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while all.count < answerBytesMax {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            all += buffer[..<count]
        }
        return all
    }

    /// The place behind the blank line.
    private static func endOfHead(_ answer: [UInt8]) -> Int? {
        let blank = Array("\r\n\r\n".utf8)
        guard answer.count >= blank.count else { return nil }
        let start = (0...answer.count - blank.count).first {
            answer[$0..<$0 + blank.count].elementsEqual(blank)
        }
        return start.map { $0 + blank.count }
    }
}

extension ControlCall {
    /// The call that a command stands for; nil if it is none of these.
    ///
    /// - Parameter value: the next argument, or the reason why there is none.
    init?(
        _ command: String, _ value: () throws(OptionError) -> String
    ) throws(OptionError) {
        switch command {
        case "status": self.init(method: "GET", path: "/status")
        case "lobbies": self.init(method: "GET", path: "/lobbies")
        case "lobby": self.init(method: "GET", path: "/lobbies/\(try Self.word(try value()))")
        case "close", "lock", "delete", "undelete":
            self.init(method: "POST", path: "/lobbies/\(try Self.word(try value()))/\(command)")
        case "say":
            self.init(
                method: "POST", path: "/announcement", form: "text=" + Self.encoded(try value()))
        case "kick", "disconnect":
            let lobby = try Self.word(try value())
            let number = try Self.word(try value())
            let name = command == "kick" ? "member" : "session"
            self.init(
                method: "POST", path: "/lobbies/\(lobby)/\(command)", form: "\(name)=\(number)")
        case "suggestions": self.init(method: "GET", path: "/suggestions")
        case "account": try self.init(account: try value(), value)
        case "course": try self.init(course: try value(), value)
        default: return nil
        }
    }

    private init(
        account command: String, _ value: () throws(OptionError) -> String
    ) throws(OptionError) {
        switch command {
        case "list": self.init(method: "GET", path: "/accounts")
        case "reset":
            let name = Self.encoded(try value())
            self.init(method: "POST", path: "/accounts/\(name)/reset")
        default: throw OptionError(reason: "folfd account list, or account reset NAME")
        }
    }

    private init(
        course command: String, _ value: () throws(OptionError) -> String
    ) throws(OptionError) {
        switch command {
        case "changes": self.init(method: "GET", path: "/changes")
        case "accept":
            self.init(
                method: "POST", path: "/changes/\(try Self.word(try value()))/accept")
        case "comments": self.init(method: "GET", path: "/comments")
        case "keep", "remove":
            let comment = try Self.word(try value())
            self.init(method: "POST", path: "/comments/\(comment)/\(command)")
        case "refuse", "undo":
            let change = try Self.word(try value())
            self.init(
                method: "POST", path: "/changes/\(change)/\(command)",
                form: "reason=" + Self.encoded(try value()))
        case "steward", "dismiss":
            let course = try Self.word(try value())
            let name = Self.encoded(try value())
            let list = command == "steward" ? "stewards" : "dismissed"
            self.init(method: "POST", path: "/courses/\(course)/\(list)/\(name)")
        default:
            throw OptionError(
                reason: "folfd course changes, accept CHANGE, refuse CHANGE REASON, "
                    + "undo CHANGE REASON, comments, keep COMMENT, remove COMMENT, "
                    + "steward COURSE NAME, or dismiss COURSE NAME")
        }
    }

    /// A text as it stands in a form (RFC 3986 section 2.1).
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    /// An id or a number: nothing that means something in a request.
    private static func word(_ text: String) throws(OptionError) -> String {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { throw OptionError(reason: "\(text) is neither a lobby's id nor a number") }
        return text
    }
}
