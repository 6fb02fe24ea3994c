import Documents
import Foundation
import Lobby
import Scoring
import SyncClient
import Testing
import Wire

@Suite("Leaving, and being removed by the host")
struct LeavingTests {
    /// Has the host remove someone.
    private func kick(_ name: String, from group: Group) async throws {
        let lobby = try #require(await group.host.game.view.lobby)
        let member = try #require(lobby.members.first { $0.name == name })
        try await group.host.game.kick(member.number)
    }

    private func standing(_ name: String, _ view: GameView) -> Standing? {
        view.lobby?.members.first { $0.name == name }?.standing
    }

    @Test("Who leaves is off the list at once, keeps the column, and may come back to it")
    func leaves() async throws {
        let group = try await Group(["Anna", "Ben", "Cleo"])
        let ben = group["Ben"]
        let column = try await ben.player("Ben")
        try await ben.game.score(column, hole: 1, throws: 3)
        try await ben.isInSync()
        try await ben.game.leave()
        try await ben.waits(for: "the end") { $0.connection == .stopped(.left) }
        for name in ["Anna", "Cleo"] {
            let view = try await group[name].waits(for: "Ben to leave") {
                self.standing("Ben", $0) == .left && $0.here == ["Anna", "Cleo"]
            }
            #expect(view.score("Ben", 1) == 3)
        }

        let again = try await Phone("Ben", at: group.server, owner: ben.game.credentials)
        try await again.join(code: group.code)
        try await group.host.waits(for: "Ben to come back") {
            self.standing("Ben", $0) == .active && $0.here == ["Anna", "Ben", "Cleo"]
        }
        try await again.game.score(column, hole: 2, throws: 4)
        try await group["Cleo"].waits(for: "his next score") { $0.score("Ben", 2) == 4 }
        try group.checkLog()
    }

    @Test("In setup, who leaves or is removed leaves no column behind")
    func leavesSetup() async throws {
        let group = try await Group(["Anna", "Ben", "Cleo"], isStarted: false)
        try await group["Ben"].game.leave()
        try await kick("Cleo", from: group)
        try await group.host.waits(for: "being alone") {
            $0.names == ["Anna"] && $0.here == ["Anna"]
        }
        try await group["Cleo"].waits(for: "the end") { $0.connection == .stopped(.kicked) }
        try group.checkLog()
    }

    @Test("Who is removed while connected is told, and can't write any more")
    func kicked() async throws {
        let group = try await Group(["Anna", "Ben", "Cleo"])
        let ben = group["Ben"]
        let column = try await ben.player("Ben")
        try await kick("Ben", from: group)
        let view = try await ben.waits(for: "the end") { $0.connection == .stopped(.kicked) }
        #expect(view.problem == "The host has removed you from this game.")
        for name in ["Anna", "Cleo"] {
            try await group[name].waits(for: "the list") {
                self.standing("Ben", $0) == .kicked && $0.here == ["Anna", "Cleo"]
            }
        }

        // Whether the phone takes the entry or not: it doesn't reach the card.
        try? await ben.game.score(column, hole: 1, throws: 9)
        await ben.game.connect()
        _ = await ben.game.flush(milliseconds: 60_000)
        try await ben.waits(for: "the end again") { $0.connection == .stopped(.kicked) }
        let again = try await Phone("Ben", at: group.server, owner: ben.game.credentials)
        let code = try #require(await group.host.game.view.code)
        #expect(code.description != group.code)
        try await again.join(code: code.description)
        try await again.waits(for: "the refusal") { $0.connection == .stopped(.kicked) }
        try await group.host.isInSync()
        #expect(await group.host.game.view.score("Ben", 1) == nil)
        let log = try group.checkLog()
        #expect(log.count("cell") == 0)
        #expect(log.line("Ben")?.total == 0)
    }

    @Test(
        "What was still in the queue of someone removed waits for the host, who takes or drops it")
    func kickedWithQueue() async throws {
        let group = try await Group(["Anna", "Ben", "Cleo"])
        let ben = group["Ben"]
        let column = try await ben.player("Ben")
        ben.loseSignal()
        try await ben.game.score(column, hole: 1, throws: 3)
        try await ben.game.score(column, hole: 2, throws: 9)
        try await kick("Ben", from: group)
        try await group["Cleo"].waits(for: "the list") { self.standing("Ben", $0) == .kicked }

        await ben.regainSignal()
        try await ben.waits(for: "the end") {
            $0.connection == .stopped(.kicked) && $0.pendingCount == 0
        }
        let late = try await group.host.waits(for: "his entries") { $0.late.count == 2 }.late
        #expect(late.map(\.reason) == [.kicked, .kicked])
        #expect(await group.host.game.view.line("Ben")?.total == 0)
        try await group.host.game.settle(late[0].seq, applies: true)
        try await group.host.game.settle(late[1].seq, applies: false)
        try await group["Cleo"].waits(for: "the host's answers") {
            $0.late.isEmpty && $0.score("Ben", 1) == 3 && $0.score("Ben", 2) == nil
        }
        let log = try group.checkLog()
        #expect(log.count("late") == 2)
        #expect(log.count("settle") == 2)
        #expect(log.count("cell") == 0)
    }

    @Test("What someone entered before leaving counts, however late it arrives")
    func leavesOffline() async throws {
        let group = try await Group()
        let ben = group["Ben"]
        let column = try await ben.player("Ben")
        ben.loseSignal()
        try await ben.game.score(column, hole: 1, throws: 3)
        try await ben.game.leave()
        await ben.regainSignal()
        try await ben.waits(for: "the end") { $0.connection == .stopped(.left) }
        try await group.host.waits(for: "score and leave") {
            $0.score("Ben", 1) == 3 && self.standing("Ben", $0) == .left && $0.late.isEmpty
        }
        try group.checkLog()
    }
}
