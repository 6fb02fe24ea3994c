import Club
import ClubDesk
import Documents

/// Accounts and suggestions for programs and for a terminal.
enum AccountText {
    static func table(_ list: AccountList) -> String {
        let rows = list.accounts.map { account in
            [
                account.handle, "\(CalendarDate(daysSince1970: account.created.day))",
                account.lastSeen.map { "\(CalendarDate(daysSince1970: $0.value))" } ?? "-",
                "\(account.deviceCount)", ways(account).joined(separator: ","),
            ]
        }
        let missing = list.count - list.accounts.count
        return ControlText.table(["name", "since", "last seen", "devices", "ways in"], rows)
            + (missing > 0 ? "and \(missing) more\n" : "")
    }

    static func json(_ list: AccountList) -> String {
        let accounts = list.accounts.map { account -> JSONValue in
            [
                "handle": .text(account.handle), "created": .integer(account.created.milliseconds),
                "last_seen_day": account.lastSeen.map { .integer($0.value) } ?? .nothing,
                "devices": .integer(Int64(account.deviceCount)),
                "ways_in": .array(ways(account).map(JSONValue.text)),
            ]
        }
        return line(["accounts": .array(accounts), "count": .integer(Int64(list.count))])
    }

    static func json(link: String) -> String { line(["link": .text(link)]) }

    static func table(_ suggestions: [Suggestion]) -> String {
        suggestions.map { suggestion in
            let day = CalendarDate(daysSince1970: suggestion.at.day)
            let language = suggestion.language.map { " (\($0))" } ?? ""
            return "\(day)\(language)\n\(shown(suggestion.text))\n"
        }.joined(separator: "\n")
    }

    static func json(_ suggestions: [Suggestion]) -> String {
        let items = suggestions.map { suggestion -> JSONValue in
            [
                "id": .text("\(suggestion.id)"), "at": .integer(suggestion.at.milliseconds),
                "language": suggestion.language.map(JSONValue.text) ?? .nothing,
                "text": .text(suggestion.text),
            ]
        }
        return line(["suggestions": .array(items)])
    }

    private static func ways(_ account: AccountOverview) -> [String] {
        [
            (account.hasPasskey, "passkey"), (account.hasPassword, "password"),
            (account.hasVerifiedEmail, "e-mail"),
        ].filter(\.0).map(\.1)
    }

    private static func line(_ object: JSONValue) -> String {
        String(decoding: object.bytes, as: UTF8.self) + "\n"
    }

    /// A stranger's text, indented, without signs that would command the terminal.
    private static func shown(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            "  " + ControlText.visible(line)
        }.joined(separator: "\n")
    }
}

extension WallTime {
    /// The days since 1970, in UTC.
    fileprivate var day: Int64 { DayNumber(of: self).value }
}
