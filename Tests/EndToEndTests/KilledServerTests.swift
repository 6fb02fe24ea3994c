import Documents
import Foundation
import Glibc
import Lobby
import Scoring
import SyncClient
import TestSupport
import Testing
import Wire

@Suite("The server is killed in the middle of a stream of scores")
struct KilledServerTests {
    /// Someone who scores without a break, and knows what the server has acknowledged.
    private actor SteadyScorer {
        let phone: Phone
        let column: PlayerID
        private(set) var entered = 0
        private var isDone = false

        init(_ phone: Phone, _ column: PlayerID) {
            self.phone = phone
            self.column = column
        }

        func stop() { isDone = true }

        func run() async throws {
            while !isDone {
                let count = Int64(entered % 9 + 1)
                try await phone.game.score(column, hole: entered % 9 + 1, throws: count)
                entered += 1
                // Never more than a message ahead of the server.
                try await phone.waits(for: "an answer") { $0.pendingCount < 32 }
            }
        }
    }

    @Test("After 50 kills every acknowledged entry is there once, in order, and everyone agrees")
    func killed50Times() async throws {
        var random = SeededGenerator(seed: 4)
        let group = try await Group()
        let (server, anna, ben) = (group.server, group["Anna"], group["Ben"])
        let epoch = await anna.game.view.confirmed.epoch
        var scorers: [SteadyScorer] = []
        for phone in group.phones {
            scorers.append(SteadyScorer(phone, try await phone.player(phone.name)))
        }
        let streams = scorers.map { scorer in Task { try await scorer.run() } }
        for _ in 0..<50 {
            let more = UInt64.random(in: 1...40, using: &random)
            let seq = await anna.game.view.confirmed.seq
            try await anna.waits(for: "more scores") { $0.confirmed.seq >= seq + more }
            let confirmed = [
                await anna.game.view.confirmed.seq, await ben.game.view.confirmed.seq,
            ]
            server.crash()
            // Everything that anyone was shown is on the disk, before any phone has come back.
            let log = try group.checkLog()
            #expect(log.seq >= confirmed.max() ?? 0)
            #expect(log.epoch == epoch.description)
            try server.start()
            for phone in group.phones { await phone.game.wake() }
        }
        for scorer in scorers { await scorer.stop() }
        for stream in streams { try await stream.value }
        for phone in group.phones { await phone.game.wake() }
        try await group.agree()

        let log = try group.checkLog()
        let counts = [await scorers[0].entered, await scorers[1].entered]
        #expect(log.count("cell") == counts[0] + counts[1])
        #expect(await anna.game.view.refused.isEmpty)
    }

    @Test("Many phones come back by themselves, and what they entered meanwhile arrives")
    func comeBackByThemselves() async throws {
        let group = try await Group((0..<6).map { "P\($0)" })
        group.server.crash()
        for (place, phone) in group.phones.enumerated() {
            let column = try await phone.player(phone.name)
            try await phone.game.score(column, hole: 1, throws: Int64(place + 1))
        }
        try group.server.start()
        for phone in group.phones {
            try await phone.waits(for: "all scores") { view in
                view.connection == .live && view.pendingCount == 0
                    && (0..<6).allSatisfy { view.score("P\($0)", 1) == Int64($0 + 1) }
            }
        }
        #expect(try group.checkLog().count("cell") == 6)
    }

    @Test("What one connection had acknowledged is there after a kill at that very moment")
    func killedAtAcknowledgement() async throws {
        try await onOwnThread {
            let server = try TestServer()
            let host = try RawPlayer.host(server)
            for turn in 1...10 {
                for hole in 1...3 { #expect(try host.score(Int64(turn), hole: UInt8(hole)) == nil) }
                server.crash()
                let log = try server.checkLog(of: host.code)
                #expect(log.events.last?.n == host.number)
                try server.start()
                try host.reconnect()
                guard case .welcome(let welcome) = try host.enter(host.membership, name: "Anna")
                else {
                    Issue.record("not let in")
                    return
                }
                #expect(welcome.lastNumber == host.number)
                #expect(welcome.epoch == host.position.epoch)
            }
        }
    }
}
