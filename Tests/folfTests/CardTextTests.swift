import Documents
import Formats
import Lobby
import SyncClient
import Testing
import Wire

@testable import folf

struct CardTextTests {
    private func lines(_ view: GameView, now: UInt64 = 0) -> [String] {
        CardText(view: view, nowMilliseconds: now) { "minute \($0 / 60_000)" }.lines
    }

    @Test("A card shows course, code, stage, scores, totals, disputes and late entries")
    func whole() throws {
        var view = try Sample.view()
        view.connection = .live
        view.presence = Presence(members: [MemberNumber(1)], spectatorCount: 2)
        #expect(
            lines(view) == [
                "Meadow · code K7MPQX · round 1",
                "",
                "Hole                   1   2 10A  Total      ±",
                "Par                    3   4   3     10",
                "1 ● Anna (host, you)   4   4   -      8     +1",
                "2 ○ Ben               3!   -   -      3      E",
                "3   Grandma (guest)    -   -   -      0",
                "",
                "! Ben, hole 1: 3 (Ben, minute 2) or 2 (Anna, minute 1)",
                "Late #8: Ben, hole 10A: 5 from Ben, who was removed",
                "Connected · 2 watching",
            ])
    }

    @Test("A score that somebody else has to enter too has a question mark")
    func unsure() throws {
        var lobby = Sample.lobby()
        let trust = Trust(number: 1, since: 10, need: 2)
        lobby.apply(lobby.event(.trust(trust), received: lobby.start))
        #expect(lines(try Sample.view(lobby))[4].contains("  4?  4?   -"))
    }

    @Test("What is played besides stands under the card, with who leads and by how much")
    func otherGames() throws {
        var lobby = Sample.lobby()
        let sides = [Side("1"), Side(id: "b", members: ["2", "3"])]
        let games = [
            FormatGame(id: "", .skins(Skins())),
            FormatGame(id: "", .match(MatchPlay()), sides: sides),
            FormatGame(id: "", .match(MatchPlay())),
            FormatGame(id: "", .stableford(Stableford())),
            FormatGame(id: "", .nassau(Nassau(scoring: .stroke))),
        ]
        for (place, game) in games.enumerated() {
            let id = UInt8(place + 1)
            let change = Change.game(id, LobbyGame(id: id, number: 1, settings: game))
            lobby.apply(lobby.event(change, received: lobby.start))
        }
        let text = lines(try Sample.view(lobby))
        #expect(
            Array(text[8..<13]) == [
                "Skins",
                "Match: Ben & Grandma 1 up, 2 holes to play",
                "Match: can't be worked out for these players",
                "Points: Anna 3, Ben 2",
                "Nassau: first half: undecided · second half: undecided · all: undecided",
            ])
    }

    @Test("The numbers of ten and more players stand in line")
    func manyPlayers() throws {
        var lobby = Sample.lobby()
        for number in UInt32(4)...10 {
            let player = Player(id: PlayerID(100 + number), member: nil, name: "Guest \(number)")
            lobby.apply(lobby.event(.playerAdded(player), received: lobby.start))
        }
        let lines = lines(try Sample.view(lobby))
        #expect(lines[4].hasPrefix(" 1   Anna"))
        #expect(lines[13].hasPrefix("10   Guest 10"))
        #expect(lines[4].count == lines[5].count)
    }

    @Test("Entries that the server hasn't confirmed have a star")
    func pending() throws {
        var view = try Sample.view()
        view.entryStates = [
            Sample.score(Sample.anna, 1): .savedOnThisDevice,
            Sample.score(Sample.anna, 2): .confirmed,
        ]
        view.pendingCount = 1
        let lines = lines(view)
        #expect(lines[4].contains("  4*   4"))
        #expect(lines.last == "* 1 entry is saved on this device and waits for the server.")
        view.connection = .live
        view.pendingCount = 2
        #expect(self.lines(view).last == "* 2 entries are on their way.")
    }

    @Test("From the second round on, the round's total stands beside the game's")
    func rounds() throws {
        var lobby = Sample.lobby()
        lobby.apply(
            lobby.event(.stage(Stage(.roundEnded, round: 1)), received: lobby.start))
        lobby.apply(lobby.event(.stage(Stage(.playing, round: 2)), received: lobby.start))
        let lines = lines(try Sample.view(lobby))
        #expect(lines[2].hasSuffix("  Round  Total      ±"))
        #expect(lines[4].hasSuffix("-      0      8     +1"))
        #expect(lines.contains { $0.contains("Ben, hole 1, round 1: 3") })
    }

    @Test("Waiting counts down in whole seconds")
    func countdown() throws {
        var view = try Sample.view()
        view.connection = .waiting(untilMilliseconds: 12_300)
        view.hostPassesAtMilliseconds = 50_000
        view.problem = "No signal."
        let lines = lines(view, now: 10_000)
        #expect(lines.contains("No connection, next try in 3 s · No signal."))
        #expect(lines.contains("The host is away; someone else becomes host in 40 s."))
        #expect(self.lines(view, now: 60_000).contains { $0.hasSuffix("becomes host now.") })
    }

    @Test("A game that is deleted says so below its name, and how it comes back")
    func deleted() throws {
        var lobby = Sample.lobby()
        #expect(!lines(try Sample.view(lobby)).contains { $0.hasPrefix("Deleted") })
        lobby.apply(lobby.event(.deleted(lobby.start), received: lobby.start))
        #expect(
            lines(try Sample.view(lobby))[1] == "Deleted. Its owner can `restore` it for 30 days.")
    }

    @Test("What the operator says stands there while everything is well; other problems don't")
    func announcement() throws {
        var view = try Sample.view()
        view.connection = .live
        view.problem = "We stop at nine."
        #expect(lines(view).contains("Connected"))
        view.notice = ErrorNotice(
            number: 122, name: "announcement", sentence: "We stop at nine.", mayRetry: false)
        #expect(lines(view).contains("Connected · We stop at nine."))
    }

    @Test("Before anything is known, it says what it waits for")
    func nothing() throws {
        var view = try Sample.view()
        view.lobby = nil
        view.card = nil
        #expect(lines(view) == ["Waiting for the server…", "Offline"])
    }

    @Test("A game without a code goes by the beginning of its id")
    func withoutCode() throws {
        var lobby = Sample.lobby()
        lobby.apply(lobby.event(.stage(Stage(.ended, round: 1)), received: lobby.start))
        lobby.apply(lobby.event(.stage(Stage(.locked, round: 1)), received: lobby.start))
        #expect(lines(try Sample.view(lobby))[0] == "Meadow · id abcdef01 · locked")
    }

    @Test("Names can't command the terminal")
    func escapes() throws {
        var lobby = Sample.lobby()
        lobby.apply(
            lobby.event(
                .playerAdded(Player(id: PlayerID(9), member: nil, name: "\u{1B}[2Jx\r\n\u{9B}")),
                received: lobby.start))
        for line in lines(try Sample.view(lobby)) {
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test("Scores stand in relation to par", arguments: [(0, "E"), (3, "+3"), (-2, "-2")])
    func overPar(number: Int64, text: String) { #expect(CardText.overPar(number) == text) }
}
