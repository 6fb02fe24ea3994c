import ClientPlatform
import Documents
import Foundation
import Lobby
import Scoring
import SyncClient
import Testing
import Wire

@Suite("Someone who watches")
struct SpectatorTests {
    @Test("A spectator by code sees everyone and every score live, and is counted")
    func watches() async throws {
        let group = try await Group(guests: ["Dora"], isStarted: false)
        let eve = try Phone("Eve", at: group.server)
        try await eve.watch(code: group.code.lowercased())
        for phone in group.phones + [eve] {
            try await phone.waits(for: "a spectator") {
                $0.presence?.spectatorCount == 1 && $0.here == ["Anna", "Ben"]
            }
        }
        let snapshots = eve.heard("snapshot")
        try await group.host.game.startGame()
        for (index, phone) in group.phones.enumerated() {
            for name in ["Anna", "Ben", "Dora"] {
                let count = Int64(2 + index)
                try await phone.game.score(
                    try await phone.player(name), hole: 1 + index, throws: count)
                try await eve.waits(for: "\(name)'s score") { $0.score(name, 1 + index) == count }
            }
        }
        await group["Ben"].game.goOffline()
        try await eve.waits(for: "Ben to go") { $0.here == ["Anna"] }
        try await group.host.game.endGame()
        let view = try await eve.waits(for: "the end") { $0.lobby?.stage.phase == .ended }
        #expect(view.lobby == (await group.host.game.view.lobby?.forSpectators))
        #expect(view.me == nil)
        #expect(view.isSpectator)
        #expect(eve.heard("snapshot") == snapshots)
        await eve.game.goOffline()
        try await group.host.waits(for: "no spectator") { $0.presence?.spectatorCount == 0 }
        let log = try group.checkLog()
        #expect(log.count("join") == 1)
        #expect(log.count("cell") == 6)
    }

    @Test("A spectator who was without signal or restarts the app sees what was missed")
    func catchesUp() async throws {
        let group = try await Group()
        let eve = try Phone("Eve", at: group.server)
        try await eve.watch(code: group.code)
        try await eve.isInSync()
        eve.loseSignal()
        let column = try await group.host.player("Anna")
        try await group.host.game.score(column, hole: 1, throws: 4)
        try await group.host.isInSync()
        await eve.regainSignal()
        try await eve.waits(for: "the score") { $0.score("Anna", 1) == 4 }
        eve.kill()
        try await group.host.game.score(column, hole: 2, throws: 5)
        try await eve.reopen()
        try await eve.waits(for: "the next score") { $0.score("Anna", 2) == 5 }
        #expect(await eve.game.view.isSpectator)
        try group.checkLog()
    }

    @Test("A spectator's app refuses every edit, with a sentence")
    func refusesOnPhone() async throws {
        let group = try await Group()
        let eve = try Phone("Eve", at: group.server)
        try await eve.watch(code: group.code)
        let view = try await eve.isInSync()
        let column = try #require(view.line("Anna")).player
        let game = eve.game
        await #expect(throws: FolfError.refused(.readOnly)) {
            try await game.score(column, hole: 1, throws: 3)
        }
        await #expect(throws: FolfError.refused(.readOnly)) { try await game.endRound() }
        await #expect(throws: FolfError.refused(.readOnly)) { try await game.leave() }
        #expect(FolfError.refused(.readOnly).sentence.contains("watching"))
        #expect(await game.view == view)
    }

    @Test("The server refuses a spectator's edits, whatever the app thinks")
    func refusesOnServer() async throws {
        let group = try await Group()
        let top = try await group.agree().confirmed.seq
        let column = try await group.host.player("Anna")
        let address = try #require(ServerAddress("ws://127.0.0.1:\(group.server.port)"))
        let connection = try await SocketTransport().connect(to: address)
        let eve = Credentials(token: Token(high: .random(), low: .random()))
        let hello = """
            {"type":"hello","v":1,"person":"\(eve.person.value)","token":"\(eve.token)",\
            "rid":"e5e5e5e500000000000000000000000e","code":"\(group.code)","as":"spectator","n":0}
            """
        try await connection.send(Array(hello.utf8))
        let welcome = String(decoding: try await connection.receive(), as: UTF8.self)
        #expect(welcome.contains(#""as":"spectator""#), "\(welcome)")
        let ops = [
            #""be":"0000000000000000","op":"set","cell":[1,\#(column.value),1,0],"value":3"#,
            #""op":"add","player":77,"name":"Eve""#,
            #""op":"move","from":["playing",1],"to":["ended",1]"#,
            #""op":"leave""#,
        ]
        let numbered = ops.enumerated().map { #"{"n":\#($0.offset + 1),"at":0,\#($0.element)}"# }
        let message = #"{"type":"op","ops":[\#(numbered.joined(separator: ","))]}"#
        try await connection.send(Array(message.utf8))
        var refusals: [String] = []
        while true {
            let text = String(decoding: try await connection.receive(), as: UTF8.self)
            if text.contains(#""type":"reject""#) { refusals.append(text) }
            if text.contains(#""type":"ack""#) || text.contains(#""type":"error""#) { break }
        }
        #expect(refusals.count == ops.count)
        for refusal in refusals { #expect(refusal.contains(#""code":204,"name":"read_only""#)) }
        await connection.close(code: 1000)
        #expect(try await group.agree().confirmed.seq == top)
        #expect(try group.checkLog().seq == top)
    }
}
