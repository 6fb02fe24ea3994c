import Documents
import Host
import Lobby
import Structures
import SyncServer
import Testing
import Wire

@Suite("What an operator sees and does")
struct OperatingTests {
    let shell = FakeShell()

    private func operate(_ action: OperatorAction, on game: Game) -> OperatorFailure? {
        let shard = shell.shards[0]
        let outcome = shard.host.server.games.operate(action, on: game.id, now: shell.now)
        shell.turn(0)
        return outcome
    }

    private func look(at game: Game) -> LobbyReport? {
        shell.shards[0].host.server.games.report(on: game.id)
    }

    @Test("Lobbies in memory are told with where they stand and who is there, not who that is")
    func overviews() throws {
        let game = Game(shell, players: 2, isPlaying: true)
        let overviews = shell.shards[0].host.server.games.overviews()
        let overview = try #require(overviews.first)
        #expect(overviews.count == 1 && overview.lobby == game.id)
        #expect(overview.stage == "playing 1" && overview.seq == game.stored.seq)
        #expect((overview.memberCount, overview.presentCount, overview.sessionCount) == (3, 3, 3))
        let report = try #require(look(at: game))
        #expect(report.sessions.map(\.part) == ["member", "member", "member"])
        #expect(Set(report.sessions.map(\.member.value)) == [1, 2, 3])
        #expect(report.tail.map(\.kind) == ["new", "join", "join", "stage"])
        #expect(report.tail.map(\.seq) == [1, 2, 3, 4])
        game.host.score(3)
        #expect(look(at: game)?.tail.last?.kind == "cell")
    }

    @Test("A lobby is closed: its clients are told to come again, and lose nothing")
    func close() {
        let game = Game(shell, players: 2, isPlaying: true)
        #expect(operate(.close, on: game) == nil)
        for device in game.everyone { #expect(device.wire?.closeCode == SyncCloseCode.again) }
        #expect(look(at: game)?.sessions.isEmpty == true)
        #expect(game.host.resume() != nil)
        game.host.score(3)
        #expect(game.stored.seq == 5)
    }

    @Test("Who has a game open when it is erased is told, and nothing more is written")
    func erasedMeanwhile() {
        let game = Game(shell, players: 1, isPlaying: true)
        let other = Game(shell, players: 1, isPlaying: true)
        game.host.score(3)
        shell.store.erase(game.id)
        shell.shards[0].host.server.erased(game.id, now: shell.now)
        shell.turn(0)
        for device in [game.host, game.players[0]] {
            #expect(device.wire?.closeCode == SyncCloseCode.refused)
        }
        #expect(shell.shards[0].host.server.games.overviews().map(\.lobby) == [other.id])
        #expect(shell.store.lobbies[game.id] == nil)
        other.host.score(4)
        #expect(other.host.refusals.isEmpty)
    }

    @Test("A lobby whose log was changed from outside is read anew, and nobody's entry is lost")
    func reread() {
        let game = Game(shell, players: 1, isPlaying: true)
        game.host.score(3)
        shell.shards[0].host.server.reread(game.id, now: shell.now)
        shell.turn(0)
        for device in game.everyone { #expect(device.wire?.closeCode == SyncCloseCode.again) }
        #expect(shell.shards[0].host.server.games.overviews().isEmpty)
        let epoch = game.stored.epoch
        #expect(game.host.resume() != nil)
        #expect(game.stored.epoch != epoch && game.host.lobby?.epoch == game.stored.epoch)
        game.host.score(4)
        #expect(game.stored.seq == 5)
    }

    @Test("A game that nobody has open is read for an operator; none is made for them")
    func fetched() {
        let game = Game(shell, players: 1, isPlaying: true)
        shell.start()
        func fetch(_ lobby: LobbyID) -> (isLoading: Bool, OperatorFailure?) {
            let isLoading = shell.shards[0].host.server.games.fetch(lobby)
            shell.turn(0)
            return (
                isLoading || shell.shards[0].host.server.games.isLoading(lobby),
                shell.shards[0].host.server.games.operate(.delete, on: lobby, now: shell.now)
            )
        }
        #expect(fetch(game.id) == (true, nil))
        shell.turn(0)
        #expect(game.stored.deletedAt != nil)
        #expect(fetch(LobbyID(Identifier128(high: 1, low: 2))) == (true, .absent))
    }

    @Test("One session is ended, and the others stay")
    func disconnect() throws {
        let game = Game(shell, players: 2, isPlaying: true)
        let id = try #require(game.host.wire?.id)
        #expect(operate(.disconnect(id), on: game) == nil)
        #expect(game.host.wire?.closeCode == SyncCloseCode.again)
        #expect(look(at: game)?.sessions.count == 2)
        #expect(operate(.disconnect(id), on: game) == .absent)
    }

    @Test("A member is removed as the host removes somebody: for good, and with a new code")
    func kick() throws {
        let game = Game(shell, players: 2, isPlaying: true)
        let code = game.stored.code
        #expect(operate(.kick(MemberNumber(2)), on: game) == nil)
        #expect(game.everyone[1].wire?.closeCode == SyncCloseCode.kicked)
        #expect(game.stored.code != nil && game.stored.code != code)
        #expect(operate(.kick(MemberNumber(2)), on: game) == .refused)
        #expect(operate(.kick(MemberNumber(1)), on: game) == .refused)
        #expect(operate(.kick(MemberNumber(9)), on: game) == .absent)
        for device in [game.host, game.everyone[2]] {
            #expect(device.lobby.map(LobbyCoding.encode) == LobbyCoding.encode(game.stored))
        }
    }

    @Test("A game is ended and locked, as every client sees; one that hasn't begun isn't")
    func lock() {
        let waiting = Game(shell)
        #expect(operate(.lock, on: waiting) == .refused)
        let game = Game(shell, players: 2, isPlaying: true)
        #expect(operate(.lock, on: game) == nil)
        #expect(game.stored.stage == Stage(.locked, round: 1) && game.stored.code == nil)
        for device in game.everyone { #expect(device.lobby?.stage.phase == .locked) }
        #expect(operate(.lock, on: game) == .refused)
    }

    @Test("What an operator says comes to all who have a seat, as it is, and ends nothing")
    func announcement() {
        let game = Game(shell, players: 2, isPlaying: true)
        game.takeAll()
        #expect(shell.shards[0].host.server.announce("We stop at nine.") == 3)
        shell.turn(0)
        let notice = ErrorNotice(
            number: 122, name: "announcement", sentence: "We stop at nine.", mayRetry: false)
        for device in game.everyone { #expect(device.wire?.take() == [.error(notice)]) }
        game.host.score(3)
        #expect(game.stored.seq == 5)
    }

    @Test("Nothing is changed while the store can't save, and no stranger's lobby")
    func refusals() {
        let game = Game(shell, players: 2, isPlaying: true)
        shell.failures = [.notWritten]
        game.host.score(3)
        #expect(game.host.resume() != nil)
        #expect(operate(.lock, on: game) == .busy)
        #expect(operate(.kick(MemberNumber(2)), on: game) == .busy)
        let stranger = LobbyID(Identifier128(high: 1, low: 1))
        #expect(
            shell.shards[0].host.server.games.operate(.close, on: stranger, now: shell.now)
                == .absent)
    }
}

/// The control door.
extension OperatingTests {
    private static let id = "0123456789abcdef0123456789abcdef"

    private func ask(
        _ method: String, _ path: String, _ fields: [String] = [], form: String = "",
        by door: Door = .control, host: String = "localhost"
    ) -> String {
        let wire = FakeWire(shell, by: door)
        var head = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + fields
        if method == "POST" {
            head += [
                "Content-Type: application/x-www-form-urlencoded",
                "Content-Length: \(form.utf8.count)",
            ]
        }
        wire.send(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + form).utf8))
        return String(decoding: wire.http, as: UTF8.self)
    }

    @Test("What is asked for comes to the desk as it was meant")
    func requests() {
        #expect(ask("GET", "/status").hasSuffix("\r\n\r\nstatus"))
        #expect(ask("GET", "/lobbies").hasSuffix("\r\n\r\nlobbies"))
        #expect(ask("GET", "/lobbies/\(Self.id)").contains("\r\n\r\nlobby("))
        #expect(ask("POST", "/lobbies/\(Self.id)/close").contains(".close"))
        #expect(ask("POST", "/lobbies/\(Self.id)/lock").contains(".lock"))
        #expect(ask("POST", "/lobbies/\(Self.id)/kick", form: "member=7").contains("kick("))
        #expect(
            ask("POST", "/lobbies/\(Self.id)/disconnect", form: "session=77").contains(
                "disconnect("))
        #expect(ask("POST", "/announcement", form: "text=At+9%21").contains("announce(\"At 9!\")"))
        let long = String(repeating: "a", count: 241)
        for text in ["", "+", "a%0Ab", "%E2%80%AE", long] {
            let answer = ask("POST", "/announcement", form: "text=" + text)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(text)")
        }
        for form in ["", "member=0", "member=65536", "member=x", "member=1&member=2", "%"] {
            let answer = ask("POST", "/lobbies/\(Self.id)/kick", form: form)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(form)")
        }
        #expect(ask("GET", "/lobbies/xyz").hasPrefix("HTTP/1.1 404 "))
        #expect(ask("GET", "/lobbies/\(Self.id)/close").hasPrefix("HTTP/1.1 405 "))
    }

    @Test("It is told as JSON, to a terminal as text, to a browser as a page without scripts")
    func forms() {
        #expect(ask("GET", "/lobbies").contains("\r\nContent-Type: application/json\r\n"))
        #expect(
            ask("GET", "/lobbies", ["Accept: text/plain"]).contains(
                "\r\nContent-Type: text/plain; charset=utf-8\r\n"))
        let page = ask("GET", "/", ["Accept: text/html"])
        #expect(page.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
        #expect(
            page.contains("\r\nContent-Security-Policy: default-src 'none'; form-action 'self'"))
    }

    @Test("A browser is asked to say of the page's buttons whose they are; of nothing else")
    func referrers() {
        let page = ask("GET", "/", ["Accept: text/html"])
        #expect(page.contains("\r\nReferrer-Policy: same-origin\r\n"))
        #expect(!page.contains("no-referrer"))
        #expect(ask("GET", "/status").contains("\r\nReferrer-Policy: no-referrer\r\n"))
    }

    @Test("No page from elsewhere reads or does anything, whatever name it gives the address")
    func pagesFromElsewhere() {
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example"] {
            #expect(ask("GET", "/status", host: host).hasPrefix("HTTP/1.1 403 "), "\(host)")
        }
        let close = "/lobbies/\(Self.id)/close"
        #expect(
            ask("POST", close, ["Origin: http://evil.example"]).hasPrefix("HTTP/1.1 403 "))
        #expect(ask("POST", close, ["Origin: null"]).hasPrefix("HTTP/1.1 403 "))
        #expect(
            ask("POST", close, ["Origin: http://localhost:8081"], host: "localhost:8081")
                .hasPrefix("HTTP/1.1 200 "))
    }

    @Test("No other door leads there", arguments: [Door.front, .metrics, .redirect])
    func otherDoors(door: Door) {
        #expect(ask("GET", "/status", by: door).hasPrefix("HTTP/1.1 404 "))
        #expect(ask("POST", "/lobbies/\(Self.id)/close", by: door).hasPrefix("HTTP/1.1 404 "))
    }
}
