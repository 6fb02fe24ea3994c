import Documents
import Structures
import SyncServer

/// The operator's page: the status, the lobbies, and a button for each thing that can be done. All
/// that stands in it are numbers, ids and words of ours.
enum ControlPage {
    static func html(_ status: ServerStatus, _ lobbies: [LobbyOverview]) -> String {
        let rows = lobbies.map { lobby in
            let id = "\(lobby.lobby.value)"
            return "<tr><td><a href=\"/lobbies/\(id)\">\(id)</a><td>\(lobby.stage)<td>\(lobby.seq)"
                + "<td>\(lobby.memberCount)<td>\(lobby.presentCount)<td>\(lobby.sessionCount)"
                + "<td>\(lobby.bytes)\n"
        }
        return page(
            "Folf Sync",
            "<pre>\(status.text)</pre>\n<form method=\"post\" action=\"/announcement\">"
                + "<label>Say to all <input name=\"text\" maxlength=\"240\" required></label> "
                + "<button>say</button></form>\n<h2>Lobbies in memory</h2>\n<table>\n<tr><th>lobby"
                + "<th>stage<th>seq<th>members<th>present<th>sessions<th>bytes\n"
                + rows.joined() + "</table>\n")
    }

    static func html(_ report: LobbyReport) -> String {
        let id = "\(report.overview.lobby.value)"
        let sessions = report.sessions.map { session in
            "<tr><td>\(session.session.rawValue)<td>\(session.part)<td>\(session.member.value)<td>"
                + button(id, "disconnect", "session", "\(session.session.rawValue)")
                + (session.member.value > 0
                    ? button(id, "kick", "member", "\(session.member.value)") : "") + "\n"
        }
        let tail = report.tail.map { "<li value=\"\($0.seq)\">\($0.kind)\n" }
        return page(
            "Lobby \(id)",
            "<p><a href=\"/\">All lobbies</a>\n<p>\(report.overview.stage), "
                + "\(report.overview.memberCount) members, "
                + "about \(report.overview.bytes) bytes\n"
                + button(id, "close") + button(id, "lock")
                + button(id, report.overview.isDeleted ? "undelete" : "delete")
                + "\n<h2>Sessions</h2>\n<table>\n<tr><th>session<th>as<th>member<th>\n"
                + sessions.joined() + "</table>\n<h2>Last events</h2>\n<ol>\n" + tail.joined()
                + "</ol>\n")
    }

    private static func button(
        _ lobby: String, _ action: String, _ field: String? = nil, _ value: String = ""
    ) -> String {
        let hidden = field.map { "<input type=\"hidden\" name=\"\($0)\" value=\"\(value)\">" } ?? ""
        return "<form method=\"post\" action=\"/lobbies/\(lobby)/\(action)\">\(hidden)"
            + "<button>\(action)</button></form>"
    }

    private static func page(_ title: String, _ body: String) -> String {
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
            + "<meta name=\"viewport\" content=\"width=device-width\">\n<title>\(title)</title>\n"
            + "<h1>\(title)</h1>\n" + body + "</html>\n"
    }
}
