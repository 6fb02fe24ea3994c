import Club
import ClubDesk
import Courses
import Documents

/// What people want courses to be, for programs and for a terminal.
enum CourseChangeText {
    static func table(_ changes: [WaitingCourseChange]) -> String {
        changes.map { each in
            let keeper =
                switch (each.hasKeeper, each.isOverdue) {
                case (false, _): ""
                case (true, false): " (somebody looks after it)"
                case (true, true): " (who looks after it has been silent for 14 days)"
                }
            let day = CalendarDate(daysSince1970: DayNumber(of: each.at).value)
            let head = """
                \(each.id)  \(day)  \(ControlText.visible(each.name)) \(each.course), \
                by \(each.by ?? "nobody any more")\(keeper)
                """
            return ([head] + lines(each.change).map { "    \($0)" }).joined(separator: "\n") + "\n"
        }.joined()
    }

    private static func lines(_ change: CourseChange?) -> [String] {
        guard let change else { return ["to be in the catalogue"] }
        return change.parts.map { part in
            switch part.subject {
            case .field(let field):
                "\(field.rawValue): \(told(part.before)) -> \(told(part.after))"
            case .layout:
                "layout: \(layout(part.before)) -> \(layout(part.after))"
            }
        }
    }

    private static func layout(_ json: JSONValue) -> String {
        guard let name = json["name"]?.string else { return "none" }
        let (holes, par) = (json["holes"]?.integer ?? 0, json["par"]?.integer ?? 0)
        let series = json["series"]?.integer ?? 0
        return "\(ControlText.visible(name)), \(holes) holes, par \(par), series \(series), "
            + (json["status"]?.string ?? "")
    }

    private static func told(_ value: JSONValue) -> String {
        switch value {
        case .nothing: "nothing"
        case .text(let text): ControlText.visible(text)
        default: String(decoding: value.bytes, as: UTF8.self)
        }
    }

    static func json(_ changes: [WaitingCourseChange]) -> String {
        let items = changes.map { each -> JSONValue in
            [
                "id": .text("\(each.id)"), "course": .text("\(each.course)"),
                "name": .text(each.name), "by": each.by.map(JSONValue.text) ?? .nothing,
                "at": .integer(each.at.milliseconds), "has_keeper": .truth(each.hasKeeper),
                "overdue": .truth(each.isOverdue),
                "parts": each.change?.json ?? .nothing,
            ]
        }
        let json: JSONValue = ["changes": .array(items)]
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }
}
