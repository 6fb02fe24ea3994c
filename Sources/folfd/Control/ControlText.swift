import Documents
import Structures
import SyncServer

/// Lobbies for programs and for a terminal.
enum ControlText {
    static func json(_ lobbies: [LobbyOverview]) -> String {
        "{\"lobbies\":[" + lobbies.map(object).joined(separator: ",") + "]}\n"
    }

    private static func object(_ lobby: LobbyOverview) -> String {
        "{\"lobby\":\"\(lobby.lobby.value)\",\"stage\":\"\(lobby.stage)\",\"seq\":\(lobby.seq),"
            + "\"members\":\(lobby.memberCount),\"present\":\(lobby.presentCount),"
            + "\"sessions\":\(lobby.sessionCount),\"bytes\":\(lobby.bytes)}"
    }

    static func json(_ report: LobbyReport) -> String {
        let sessions = report.sessions.map { session in
            "{\"session\":\"\(session.session.rawValue)\",\"as\":\"\(session.part)\","
                + "\"member\":\(session.member.value)}"
        }
        let tail = report.tail.map { "{\"seq\":\($0.seq),\"kind\":\"\($0.kind)\"}" }
        return "{\"lobby\":\(object(report.overview)),"
            + "\"sessions\":[\(sessions.joined(separator: ","))],"
            + "\"tail\":[\(tail.joined(separator: ","))]}\n"
    }

    static func table(_ lobbies: [LobbyOverview]) -> String {
        table(
            ["lobby", "stage", "seq", "members", "present", "sessions", "bytes"],
            lobbies.map { lobby in
                [
                    "\(lobby.lobby.value)", lobby.stage.isEmpty ? "-" : lobby.stage,
                    "\(lobby.seq)", "\(lobby.memberCount)", "\(lobby.presentCount)",
                    "\(lobby.sessionCount)", "\(lobby.bytes)",
                ]
            })
    }

    static func table(_ report: LobbyReport) -> String {
        let sessions = report.sessions.map { session in
            [
                "\(session.session.rawValue)", session.part,
                session.member.value == 0 ? "-" : "\(session.member.value)",
            ]
        }
        let tail = report.tail.map { ["\($0.seq)", $0.kind] }
        return table([report.overview]) + "\n" + table(["session", "as", "member"], sessions)
            + "\n" + table(["seq", "event"], tail)
    }

    /// Columns as wide as what stands in them.
    static func table(_ head: [String], _ rows: [[String]]) -> String {
        let all = [head] + rows
        let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            var line = ""
            for (text, width) in zip(row, widths) {
                line += text + String(repeating: " ", count: width - text.count + 2)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

extension ControlText {
    /// A stranger's text, without signs that would command the terminal.
    static func visible(_ text: some StringProtocol) -> String {
        let signs = text.unicodeScalars.map { sign -> Unicode.Scalar in
            switch sign.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
            default: sign
            }
        }
        return String(String.UnicodeScalarView(signs))
    }
}
