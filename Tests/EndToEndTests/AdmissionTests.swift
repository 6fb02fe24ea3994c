import Documents
import Foundation
import Lobby
import Scoring
import SyncClient
import Testing
import Wire

@Suite("Who gets in, and what the others are told")
struct AdmissionTests {
    /// Expects entry to be refused with this number, this name and a sentence, and with a close
    /// code that says not to try again.
    private func expectRefusal(
        _ entrance: RawPlayer.Entrance, _ number: UInt16, _ name: String, _ sentence: String,
        closeCode: UInt16 = SyncCloseCode.refused,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .refused(let notice, let code) = entrance else {
            Issue.record("let in", sourceLocation: sourceLocation)
            return
        }
        let expected = ErrorNotice(
            number: number, name: name, sentence: sentence, mayRetry: false)
        #expect(notice == expected, sourceLocation: sourceLocation)
        #expect(code == closeCode, sourceLocation: sourceLocation)
    }

    private func expectEntry(
        _ entrance: RawPlayer.Entrance, as admission: Welcome.Admission,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .welcome(let welcome) = entrance else {
            Issue.record("\(entrance)", sourceLocation: sourceLocation)
            return
        }
        #expect(welcome.admission == admission, sourceLocation: sourceLocation)
    }

    @Test(
        "A code that no game has, or can have, is a wrong code",
        arguments: ["ZZZZZZ", "O0O0O0", ""])
    func wrongCode(code: String) async throws {
        try await onOwnThread {
            let server = try TestServer()
            let player = try RawPlayer(port: server.port)
            expectRefusal(
                try player.enter(.code(JoinCode(code)), as: .player, name: "Ben"),
                300, "wrong_code", "No open game has this code. Check it with your host.")
        }
    }

    @Test("A locked game's code has expired")
    func expiredCode() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let host = try RawPlayer.host(server)
            let code = host.lobby?.code
            try host.perform(.move(from: Stage(.playing, round: 1), to: Stage(.ended, round: 1)))
            try host.perform(.move(from: Stage(.ended, round: 1), to: Stage(.locked, round: 1)))
            let player = try RawPlayer(port: server.port)
            expectRefusal(
                try player.enter(.code(code), as: .player, name: "Ben"),
                300, "wrong_code", "No open game has this code. Check it with your host.")
        }
    }

    @Test("Who comes after the start is refused with the reason, and may watch")
    func startedGame() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let host = try RawPlayer.host(server)
            let late = try RawPlayer(port: server.port)
            let code = Entry.code(host.lobby?.code)
            expectRefusal(
                try late.enter(code, as: .player, name: "Ben"),
                301, "game_started", "The game has started. You can watch it instead.")
            try late.reconnect()
            expectEntry(try late.enter(code, as: .spectator), as: .spectator)
            #expect(late.lobby?.stage == Stage(.playing, round: 1))
            #expect(try late.score(1, hole: 1) == .readOnly)
            try server.checkLog(of: host.code)
        }
    }

    @Test("The host may let players in after the start")
    func lateJoin() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let host = try RawPlayer.host(server)
            try host.perform(.allowLateJoin(true))
            let late = try RawPlayer(port: server.port)
            expectEntry(
                try late.enter(.code(host.lobby?.code), as: .player, name: "Ben"),
                as: .member(MemberNumber(2)))
            #expect(late.lobby?.columns.map(\.name) == ["Anna", "Ben"])
        }
    }

    @Test("A full card is a full game")
    func fullLobby() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let host = try RawPlayer.host(server, isStarted: false)
            let code = Entry.code(host.lobby?.code)
            let members = try (2...LobbyLimits.playersMax).map { number in
                let player = try RawPlayer(port: server.port)
                expectEntry(
                    try player.enter(code, as: .player, name: "P\(number)"),
                    as: .member(MemberNumber(UInt16(number))))
                return player
            }
            #expect(members.count == LobbyLimits.playersMax - 1)
            let last = try RawPlayer(port: server.port)
            expectRefusal(
                try last.enter(code, as: .player, name: "Zoe"), 302, "lobby_full",
                "This game is full.")
            try last.reconnect()
            expectEntry(try last.enter(code, as: .spectator), as: .spectator)
            #expect(last.lobby?.columns.count == LobbyLimits.playersMax)
        }
    }

    @Test("A token that isn't the person's is refused, and does nothing to the person's game")
    func badToken() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let host = try RawPlayer.host(server)
            let thief = try RawPlayer(port: server.port)
            thief.credentials = Credentials(
                person: host.credentials.person,
                token: Token(high: .random(), low: .random()))
            expectRefusal(
                try thief.enter(.member(host.lobbyID!, ticket: host.ticket), name: "Anna"),
                104, "bad_token", "This device's key doesn't fit this person.",
                closeCode: SyncCloseCode.badToken)
            #expect(try host.score(3, hole: 1) == nil)
        }
    }

    @Test(
        "A message before hello ends the connection with the reason",
        arguments: [#"{"type":"op","ops":[]}"#, #"{"type":"ping","t":1}"#])
    func messageBeforeHello(message: String) async throws {
        try await onOwnThread {
            let server = try TestServer()
            let client = try RawClient.upgraded(server.port)
            client.say(message)
            let (messages, closeCode) = try client.rest()
            let notice = ErrorNotice(
                number: 102, name: "hello_expected",
                sentence: "The app spoke before it said who it is.", mayRetry: false)
            #expect(messages == [.error(notice)])
            #expect(closeCode == SyncCloseCode.protocolError)
        }
    }

    @Test("A participant of a started game comes back by ticket, by membership and by code")
    func participantReturns() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let host = try RawPlayer.host(server, isStarted: false)
            let code = Entry.code(host.lobby?.code)
            let ben = try RawPlayer(port: server.port)
            _ = try ben.enter(code, as: .player, name: "Ben")
            try host.perform(.move(from: .setup, to: Stage(.playing, round: 1)))
            let lobby = try #require(ben.lobbyID)
            for entry in [ben.membership, .member(lobby, ticket: nil), code] {
                try ben.reconnect()
                expectEntry(try ben.enter(entry, as: .player), as: .member(MemberNumber(2)))
                #expect(try ben.score(4, hole: 1) == nil)
            }
            try server.checkLog(of: host.code)
        }
    }

    @Test("A phone shows the sentence, stops trying, and can watch instead")
    func phoneIsTold() async throws {
        let group = try await Group(["Anna"])
        let late = try Phone("Ben", at: group.server)
        try await late.join(code: group.code)
        let view = try await late.waits(for: "the refusal") {
            if case .stopped = $0.connection { true } else { false }
        }
        #expect(view.connection == .stopped(.refused(ErrorNotice(.gameStarted))))
        #expect(view.problem == "The game has started. You can watch it instead.")

        let spectator = try Phone("Ben", at: group.server)
        try await spectator.watch(code: group.code)
        try await spectator.catchesUp(with: group.host)
        #expect(await spectator.game.view.isSpectator)
    }

    @Test("A phone that was switched off during the start is let in again")
    func phoneReturnsAfterStart() async throws {
        let group = try await Group(isStarted: false)
        let (anna, ben) = (group["Anna"], group["Ben"])
        ben.kill()
        try await anna.game.startGame()
        try await anna.isInSync()
        try await ben.reopen()
        let view = try await ben.catchesUp(with: anna)
        #expect(view.lobby?.stage == Stage(.playing, round: 1))
        let me = try #require(view.line("Ben")?.player)
        try await ben.game.score(me, hole: 1, throws: 3)
        try await anna.waits(for: "Ben's score") { $0.score("Ben", 1) == 3 }
        try group.checkLog()
    }
}
