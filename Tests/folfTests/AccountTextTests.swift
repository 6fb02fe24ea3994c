import ClientPlatform
import Documents
import SyncClient
import Testing

@testable import folf

struct AccountTextTests {
    private let anna = Acquaintance(account: id(1), handle: "anna", name: "Anna\u{1B}[2J")
    private let ben = Acquaintance(account: id(2), handle: "ben_the_first", name: "Ben")

    private static func id(_ number: UInt64) -> Identifier128 {
        Identifier128(high: number << 32, low: 0)
    }

    private func date(_ milliseconds: Int64) -> String { "day \(milliseconds / 86_400_000)" }

    @Test("Friends stand in columns, with those who ask and those who are blocked below")
    func friends() {
        let lines = AccountText.friends([anna, ben], requests: [ben], blocked: [anna])
        #expect(
            lines == [
                "anna           Anna\u{FFFD}[2J",
                "ben_the_first  Ben",
                "Ben (ben_the_first) wants to be friends: folf friends accept ben_the_first",
                "Blocked: Anna\u{FFFD}[2J (anna)",
            ])
        #expect(AccountText.friends([], requests: [], blocked: []).count == 1)
    }

    @Test("What waits is listed with the command that answers it")
    func inbox() {
        func invitation(secret: Identifier128?, course: String) -> GameInvitation {
            GameInvitation(
                id: Self.id(0xABCD_EF01), from: ben, lobby: LobbyID(Self.id(3)), secret: secret,
                course: course)
        }
        let inbox = AccountInbox(
            requests: [ben],
            invitations: [
                invitation(secret: Self.id(4), course: "Meadow"),
                invitation(secret: nil, course: ""),
            ])
        #expect(
            AccountText.inbox(inbox) == [
                "Ben (ben_the_first) invites you to Meadow: folf join abcdef01",
                "Ben (ben_the_first) invited you to a game, which has begun without you: "
                    + "folf inbox decline abcdef01",
                "Ben (ben_the_first) wants to be friends: folf friends accept ben_the_first",
            ])
        let empty = AccountInbox(requests: [], invitations: [])
        #expect(AccountText.inbox(empty) == ["Nothing waits for you."])
    }

    @Test("Devices are listed with the day on which they were seen, games with who plays")
    func possessions() {
        let devices = [
            AccountDevice(id: Self.id(1), label: "", seenDay: 3, isThis: false),
            AccountDevice(id: Self.id(2), label: "phone", seenDay: .max, isThis: true),
        ]
        #expect(
            AccountText.devices(devices, date: date) == [
                "  00000001  no name, last seen day 3", "  00000002  phone, this one",
            ])
        let games = [
            AccountGame(
                lobby: LobbyID(Self.id(3)), since: WallTime(milliseconds: 86_400_000),
                names: ["Anna", "Ben"]),
            AccountGame(lobby: LobbyID(Self.id(4)), since: WallTime(milliseconds: 0), names: []),
        ]
        #expect(
            AccountText.games(games, date: date) == [
                "  00000003  day 1, Anna, Ben", "  00000004  day 0",
            ])
    }

    @Test("An id is meant by its beginning, if that is one's only")
    func only() throws {
        let people = [anna, ben]
        func find(_ text: String) throws(Failure) -> Acquaintance {
            try AccountText.only(people, \.account, text, "friend", "folf friends")
        }
        #expect(try find("00000001") == anna)
        #expect(try find("\(ben.account)".uppercased()) == ben)
        for text in ["", "0", "00000003", "x"] { #expect(throws: Failure.self) { try find(text) } }
    }

    @Test("People are found by user name, or by their name or its beginning")
    func people() throws {
        let people = [anna, ben, Acquaintance(account: Self.id(3), handle: "b", name: "Berta")]
        #expect(try people.place(of: "ANNA") == 0)
        #expect(try people.place(of: "ben") == 1)
        #expect(try people.place(of: "b") == 2)
        #expect(try people.place(of: "carl") == nil)
        #expect(throws: Failure.self) { try people.place(of: "be") }
    }

    @Test(
        "Times are said as people say them",
        arguments: [
            (-1, "1 second"), (0, "1 second"), (1_000, "1 second"), (1_001, "2 seconds"),
            (90_000, "90 seconds"), (90_001, "2 minutes"), (5_400_000, "90 minutes"),
            (5_460_000, "2 hours"), (Int64.max, "2562047788016 hours"),
        ])
    func times(milliseconds: Int64, text: String) {
        #expect(AccountText.time(milliseconds) == text)
    }

    @Test("Names are listed as in a sentence")
    func names() {
        #expect(AccountText.list([]) == "")
        #expect(AccountText.list(["Anna"]) == "Anna")
        #expect(AccountText.list(["Anna", "Ben", "Cleo"]) == "Anna, Ben and Cleo")
    }

    @Test(
        "A password goes without encryption only to this machine",
        arguments: [
            ("http://127.0.0.1:8080", true), ("http://127.9.9.9", true), ("ws://localhost", true),
            ("http://LOCALHOST", true), ("http://[::1]", true), ("http://127.0.0.1.example", false),
            ("http://127.example.0.1", false), ("http://10.0.0.1", false),
            ("http://localhost.example", false), ("http://[::2]", false),
        ])
    func thisMachine(text: String, isHere: Bool) throws {
        #expect(try #require(ServerAddress(text)).isOnThisMachine == isHere)
    }
}
