import ProtocolDocument

/// A transcript of `Protocol.md` as steps; [§27] there explains the lines.
struct Transcript {
    enum Step {
        case send(client: String, json: String)
        case receive(client: String, json: String)
        /// The server closes the connection with this code.
        case closed(client: String, code: UInt16)
        /// The connection breaks, unseen by the client's own doing.
        case cut(client: String)
        case pass(seconds: UInt64)
        case copy
        case restore
        case unknown
    }

    struct Line {
        var step: Step
        var number: Int
    }

    var title: String
    var lines: [Line]

    /// What the document's table says of names.
    static let given: [String: String] = {
        let rows = (try? ProtocolDocument())?.rows(under: "Transcripts") ?? []
        return Dictionary(
            uniqueKeysWithValues: rows.map { (String($0.cells[0].dropFirst()), $0.cells[1]) })
    }()

    /// The transcripts of a document, with the lines of the beginnings that they name.
    static func all(in document: ProtocolDocument) -> [Transcript] {
        var beginnings: [String: [Line]] = [:]
        var transcripts: [Transcript] = []
        for block in document.blocks where block.language.hasPrefix("transcript") {
            let transcript = Transcript(block, beginnings: beginnings)
            if block.language == "transcript" {
                transcripts.append(transcript)
            } else {
                beginnings[transcript.title] = transcript.lines
            }
        }
        return transcripts
    }

    private init(_ block: ProtocolDocument.Block, beginnings: [String: [Line]]) {
        title = block.words.joined(separator: " ")
        var texts: [(text: String, number: Int)] = []
        for (index, line) in block.lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            if line.hasPrefix(" "), !texts.isEmpty {
                texts[texts.count - 1].text += "\n" + line
            } else {
                texts.append((line, block.line + 1 + index))
            }
        }
        lines = texts.flatMap { text, number in
            let name = text.wholeMatch(of: /-- as in (.+)/).map { String($0.1) }
            return name.flatMap { beginnings[$0] }
                ?? Self.lines(text).map { Line(step: Self.step($0), number: number) }
        }
    }

    /// One line for each of several clients that get the same.
    private static func lines(_ text: String) -> [String] {
        guard let match = text.wholeMatch(of: /(\w+(?:, \w+)+)(<[\s\S]+)/) else { return [text] }
        return match.1.split(separator: ", ").map { String($0 + match.2) }
    }

    private static func step(_ text: String) -> Step {
        if let match = text.wholeMatch(of: /(\w+)< closed (\d{4})/), let code = UInt16(match.2) {
            return .closed(client: String(match.1), code: code)
        }
        if let match = text.wholeMatch(of: /(\w+)([<>]) ([\s\S]+)/) {
            let client = String(match.1)
            let json = minified(String(match.3))
            return match.2 == ">"
                ? .send(client: client, json: json) : .receive(client: client, json: json)
        }
        if let match = text.wholeMatch(of: /-- (\w+) is cut off/) {
            return .cut(client: String(match.1))
        }
        if let match = text.wholeMatch(of: /-- (\d+) s pass/), let seconds = UInt64(match.1) {
            return .pass(seconds: seconds)
        }
        switch text {
        case "-- the log is copied": return .copy
        case "-- the server restarts from the copy": return .restore
        default: return .unknown
        }
    }
}
