import Documents
import Lobby
import Testing
import Wire

@testable import SyncServer

@Suite("Proofs of positions")
struct PositionProofTests {
    private static let lobby = LobbyID(Identifier128(high: 1, low: 2))
    private static let seal = PositionSeal(secret: FakeShell.secret)

    private static func position(_ seq: Seq = 4, hash: UInt64 = 5) -> LogPosition {
        LogPosition(
            epoch: Epoch(3), seq: seq, proof: seal.proof(of: seq, hash, in: lobby, Epoch(3)))
    }

    @Test("The proof of a position is the same in every run of every version")
    func golden() {
        #expect(Self.position().proof.description == "00000005fcd7622281b56c94")
    }

    @Test("A proof is good for its lobby, epoch, number and log, and for no other")
    func bound() {
        let position = Self.position()
        #expect(Self.seal.isProved(position, in: Self.lobby))
        #expect(!Self.seal.isProved(position, in: LobbyID(Identifier128(high: 1, low: 3))))
        #expect(!Self.seal.isProved(position, in: LobbyID(Identifier128(high: 2, low: 2))))
        var other = position
        other.epoch = Epoch(4)
        #expect(!Self.seal.isProved(other, in: Self.lobby))
        other = position
        other.seq += 1
        #expect(!Self.seal.isProved(other, in: Self.lobby))
        for bit in 0..<32 {
            other = position
            other.proof.hash ^= 1 << UInt32(bit)
            #expect(!Self.seal.isProved(other, in: Self.lobby))
        }
        for bit in 0..<64 {
            other = position
            other.proof.seal ^= 1 << UInt64(bit)
            #expect(!Self.seal.isProved(other, in: Self.lobby))
        }
        let stranger = PositionSeal(secret: [UInt8](repeating: 8, count: 32))
        #expect(!stranger.isProved(position, in: Self.lobby))
    }

    enum Forgery: CaseIterable {
        case ahead, farAhead, otherLog, otherSeal, noProof, otherLobby, otherEpoch, earlier
    }

    @Test(
        "A member who claims a position that it wasn't told begins no epoch, and gets a snapshot",
        arguments: Forgery.allCases)
    func forged(_ forgery: Forgery) {
        let shell = FakeShell()
        let game = Game(shell, players: 1, isPlaying: true)
        let player = game.players[0]
        let earlier = player.position
        game.host.score(3)
        let reportCount = forgery == .otherEpoch ? lose(game) : 0
        let before = game.stored.epoch
        switch forgery {
        case .ahead: player.position.seq += 1
        case .farAhead: player.position.seq = 1 << 50
        case .otherLog: player.position.proof.hash ^= 1
        case .otherSeal: player.position.proof.seal ^= 1
        case .noProof: player.position.proof = .none
        case .otherLobby:
            let other = Game(shell, players: 1, isPlaying: true)
            for hole: UInt8 in 1...3 { other.host.score(4, hole: hole) }
            (player.position.seq, player.position.proof) =
                (other.host.position.seq, other.host.position.proof)
        case .otherEpoch: player.position.epoch = before
        case .earlier: player.position.proof = earlier.proof
        }
        game.host.wire?.take()
        for _ in 1...60 {
            let claimed = player.position
            player.wire?.hangUp()
            player.resume()
            #expect(game.stored.epoch == before)
            #expect(player.lobby == game.host.lobby)
            player.position = claimed
        }
        #expect(shell.reports.count == reportCount)
        let isDisturbed = game.host.wire!.take().contains { message in
            if case .snapshot = message { true } else { false }
        }
        #expect(!isDisturbed)
    }

    /// The lobby has lost an event, and has a new epoch by the host's proof.
    private func lose(_ game: Game) -> Int {
        game.losingAnEvent(isAhead: true)
        game.host.resume()
        return 1
    }

    @Test("A server with another data folder's secret doesn't take the proofs of the first")
    func otherSecret() {
        let shell = FakeShell()
        let game = Game(shell, players: 1, isPlaying: true)
        shell.configuration.secret = [UInt8](repeating: 8, count: 32)
        let before = game.stored.epoch
        game.losingAnEvent(isAhead: true)
        game.players[0].resume(withTicket: false)
        #expect(game.stored.epoch == before)
        #expect(shell.reports.isEmpty)
        #expect(game.players[0].position.epoch == before)
    }
}
