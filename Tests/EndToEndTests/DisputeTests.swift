import Documents
import Foundation
import Lobby
import Scoring
import SyncClient
import TestSupport
import Testing
import Wire

@Suite("Two who disagree")
struct DisputeTests {
    /// Both without signal, each enters a score on Dora's first hole.
    private func scoreApart(_ group: Group, _ first: Int64, _ second: Int64) async throws {
        for phone in group.phones { phone.loseSignal() }
        for (phone, count) in zip(group.phones, [first, second]) {
            try await phone.game.score(try await phone.player("Dora"), hole: 1, throws: count)
        }
    }

    private func comeBack(_ phones: [Phone]) async throws {
        for phone in phones {
            await phone.regainSignal()
            try await phone.isInSync()
        }
    }

    @Test(
        "Everyone shows the same value and both claims, until one of the two confirms",
        arguments: ["Anna", "Ben"], [true, false])
    func disputes(confirming: String, hostComesFirst: Bool) async throws {
        let group = try await Group(guests: ["Dora"])
        let spectator = try Phone("Eve", at: group.server)
        try await spectator.watch(code: group.code)
        try await scoreApart(group, 4, 5)
        try await comeBack(hostComesFirst ? group.phones : group.phones.reversed())
        let view = try await group.agree()
        let dispute = try #require(view.disputes.first)
        #expect(
            dispute.key == .score(round: 1, player: try await group.host.player("Dora"), hole: 1))
        #expect(Set(dispute.claims.map(\.name)) == ["Anna", "Ben"])
        #expect(Set(dispute.claims.map(\.value)) == [.number(4), .number(5)])
        #expect(dispute.claims[0].at >= dispute.claims[1].at)
        #expect(view.score("Dora", 1) == (dispute.claims[0].name == "Anna" ? 4 : 5))
        #expect(try await spectator.catchesUp(with: group.host).disputes == [dispute])

        let judge = group[confirming]
        try await judge.game.confirm(try await judge.player("Dora"), hole: 1)
        let settled = try await group.agree()
        #expect(settled.disputes.isEmpty)
        #expect(settled.score("Dora", 1) == view.score("Dora", 1))
        #expect(try await spectator.catchesUp(with: group.host).disputes.isEmpty)
        #expect(try group.checkLog().count("cell") == 3)
    }

    @Test("Uploaded in either order, the same entries give the same card")
    func isIndependentOfOrder() async throws {
        let group = try await Group(guests: ["Dora"])
        for phone in group.phones { phone.loseSignal() }
        for hole in 1...9 {
            for (index, phone) in group.phones.enumerated() {
                for name in ["Anna", "Ben", "Dora"] {
                    try await phone.game.score(
                        try await phone.player(name), hole: hole, throws: Int64(hole + index))
                }
            }
        }
        let backup = group.server.folder.url.appendingPathComponent("backup").path
        #expect(try group.server.run(["backup", backup]).status == 0)
        for phone in group.phones { phone.kill() }
        let one = try await upload(group.phones, to: backup)
        let other = try await upload(group.phones.reversed(), to: backup)
        #expect(one.card == other.card)
        #expect(one.card?.disputes.count == 27)
        #expect(one.disputes == other.disputes)
    }

    /// Restores the backup and lets copies of the phones find it, one after the other.
    private func upload(_ phones: [Phone], to backup: String) async throws -> GameView {
        let folder = try TemporaryFolder()
        let data = folder.url.appendingPathComponent("data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: backup, toPath: data.appendingPathComponent("folf.sqlite").path)
        let server = try TestServer(folder: folder)
        var copies: [Phone] = []
        for phone in phones {
            let copy = try Phone(copyOf: phone, at: server)
            try await copy.reopen()
            try await copy.isInSync()
            copies.append(copy)
        }
        let view = try await copies[0].catchesUp(with: copies[1])
        let lobby = try #require(view.lobby)
        #expect(await copies[1].game.view.lobby == lobby)
        try server.checkLog(of: try #require(lobby.code).description)
        return view
    }

    @Test("The same value from both is no dispute")
    func agreesOnValue() async throws {
        let group = try await Group(guests: ["Dora"])
        try await scoreApart(group, 4, 4)
        try await comeBack(group.phones)
        let view = try await group.agree()
        #expect(view.disputes.isEmpty)
        #expect(view.score("Dora", 1) == 4)
        let key = CellKey.score(round: 1, player: try await group.host.player("Dora"), hole: 1)
        #expect(view.lobby?.cell(key).siblings.count == 2)
        try group.checkLog()
    }

    @Test("The same person on two devices doesn't disagree with herself")
    func ownsTwoDevices() async throws {
        let group = try await Group(guests: ["Dora"])
        let anna = group["Anna"]
        let tablet = try Phone(
            "Anna's tablet", at: group.server, owner: await anna.game.credentials)
        try await tablet.join(code: group.code)
        let here = try await tablet.isInSync()
        #expect(here.me == MemberNumber(1))
        #expect(here.isHost)
        tablet.loseSignal()
        anna.loseSignal()
        try await anna.game.score(try await anna.player("Dora"), hole: 1, throws: 4)
        try await tablet.game.score(try await tablet.player("Dora"), hole: 1, throws: 5)
        try await comeBack([anna, tablet])
        try await anna.catchesUp(with: tablet)
        let view = try await group.agree()
        #expect(view.disputes.isEmpty)
        #expect(try await tablet.catchesUp(with: anna).lobby == view.lobby)
        let log = try group.checkLog()
        #expect(log.count("cell") == 2)
        #expect(log.count("join") == 1)
    }
}
