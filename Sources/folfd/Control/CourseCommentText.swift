import Club
import ClubDesk
import Documents
import EventStore

/// What people say of courses, once somebody has asked for it to be looked at, for programs and for
/// a terminal.
enum CourseCommentText {
    static func table(_ comments: [MarkedComment]) -> String {
        comments.map { each in
            let day = CalendarDate(daysSince1970: DayNumber(of: each.comment.at).value)
            let hole = each.comment.hole.map { ", hole \(ControlText.visible($0.label))" } ?? ""
            let head = """
                \(each.comment.id)  \(day)  \(each.comment.state.name)  \
                \(ControlText.visible(each.course)) \(each.comment.course)\(hole), \
                by \(each.by ?? "nobody any more")
                """
            let lines = each.comment.text.split(separator: "\n")
            return ([head] + lines.map { "    \(ControlText.visible($0))" })
                .joined(separator: "\n") + "\n"
        }.joined()
    }

    static func json(_ comments: [MarkedComment]) -> String {
        let items = comments.map { each -> JSONValue in
            var json: JSONObject = [
                "id": .text("\(each.comment.id)"), "course": .text("\(each.comment.course)"),
                "name": .text(each.course), "by": each.by.map(JSONValue.text) ?? .nothing,
                "at": .integer(each.comment.at.milliseconds),
                "state": .text(each.comment.state.name), "text": .text(each.comment.text),
            ]
            json["hole"] = each.comment.hole.map { .text($0.label) }
            return .object(json)
        }
        let json: JSONValue = ["comments": .array(items)]
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }
}
