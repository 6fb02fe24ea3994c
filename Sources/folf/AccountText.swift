import ClientPlatform
import Documents
import SyncClient

/// What is printed of an account and of the people whom it knows.
enum AccountText {
    /// Signs of an id that are shown, and have to be typed.
    static let idSignsShown = 8

    static func id(_ id: Identifier128) -> String { String("\(id)".prefix(idSignsShown)) }

    /// The only one whose id begins with what was typed.
    ///
    /// - Parameters:
    ///   - what: a word for one.
    ///   - command: lists them.
    static func only<Item>(
        _ items: [Item], _ id: (Item) -> Identifier128, _ text: String, _ what: String,
        _ command: String
    ) throws(Failure) -> Item {
        let start = text.lowercased()
        let fitting = start.isEmpty ? [] : items.filter { "\(id($0))".hasPrefix(start) }
        guard fitting.count == 1 else {
            throw Failure("“\(text)” isn't the id of one \(what); \(command) lists them.")
        }
        return fitting[0]
    }

    /// A server as people know it.
    static func address(_ server: ServerAddress) -> String {
        "\(server.isSecure ? "https" : "http")://\(server.authority)"
    }

    /// A person by both names.
    static func name(_ person: Acquaintance) -> String {
        "\(person.name.safe) (\(person.handle.safe))"
    }

    static func devices(
        _ devices: [AccountDevice], date: (_ milliseconds: Int64) -> String
    ) -> [String] {
        devices.map { device in
            // Noon is on the same day for nearly everybody.
            let seen = date(device.seenDay &* 86_400_000 &+ 43_200_000)
            return "  \(id(device.id))  \(device.label.safe.ifEmpty("no name")), "
                + (device.isThis ? "this one" : "last seen \(seen)")
        }
    }

    static func games(
        _ games: [AccountGame], date: (_ milliseconds: Int64) -> String
    ) -> [String] {
        games.map { game in
            let names = game.names.map(\.safe).joined(separator: ", ")
            return "  \(id(game.lobby.value))  "
                + [date(game.since.milliseconds), names].filter { !$0.isEmpty }
                .joined(separator: ", ")
        }
    }

    static func friends(
        _ friends: [Acquaintance], requests: [Acquaintance], blocked: [Acquaintance]
    ) -> [String] {
        let width = friends.map(\.handle.count).max() ?? 0
        let lines = friends.map { $0.handle.safe.padded(to: width + 2) + $0.name.safe }
        return (lines.isEmpty ? ["You have no friends here yet; folf friends ask NAME."] : lines)
            + requests.map(request) + blocked.map { "Blocked: \(name($0))" }
    }

    static func inbox(_ inbox: AccountInbox) -> [String] {
        let lines = inbox.invitations.map(invitation) + inbox.requests.map(request)
        return lines.isEmpty ? ["Nothing waits for you."] : lines
    }

    private static func request(_ person: Acquaintance) -> String {
        "\(name(person)) wants to be friends: folf friends accept \(person.handle.safe)"
    }

    private static func invitation(_ invitation: GameInvitation) -> String {
        let game = invitation.course.isEmpty ? "a game" : invitation.course.safe
        let id = id(invitation.id)
        return invitation.secret == nil
            ? "\(name(invitation.from)) invited you to \(game), which has begun without you: "
                + "folf inbox decline \(id)"
            : "\(name(invitation.from)) invites you to \(game): folf join \(id)"
    }

    /// How many of something, as in "1 game" and "2 games".
    static func count(_ count: Int, _ one: String, _ several: String) -> String {
        "\(count) \(count == 1 ? one : several)"
    }

    /// A time as people say it, rounded up.
    static func time(_ milliseconds: Int64) -> String {
        let seconds = max(1, milliseconds / 1_000 + (milliseconds % 1_000 > 0 ? 1 : 0))
        guard seconds > 90 else { return count(Int(seconds), "second", "seconds") }
        let minutes = (seconds + 59) / 60
        return minutes > 90 ? "\((minutes + 59) / 60) hours" : "\(minutes) minutes"
    }

    /// Names as they are listed in a sentence.
    static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension JSONValue {
    init(_ people: [Acquaintance]) {
        self = .array(
            people.map { person in
                [
                    "account": .text("\(person.account)"), "handle": .text(person.handle),
                    "name": .text(person.name),
                ]
            })
    }
}
