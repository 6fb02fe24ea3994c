import Documents
import Lobby
import SyncClient
import Wire

/// A third of the phones carry a client of protocol version 1 beside the real one. It hears what
/// comes on their connection, and must make the same of it.
extension App {
    func meetCompanion() {
        guard let position = core?.positionOffered else { return }
        versionOne?.connects(from: VersionOneClient.Position(position))
    }

    func tellCompanion(_ text: [UInt8]) {
        do throws(VersionOneFault) {
            try versionOne?.receive(text)
        } catch {
            world.violate(.versionOne, "\(self) hears \(Oracle.brief(text)): \(error.text)")
        }
    }

    /// Whether the companion, which has what the phone has, sees what the server would show a
    /// newcomer: the path by events against the path by snapshot.
    func checkCompanion(_ whole: Lobby, proof: PositionProof) {
        guard let versionOne, let card = versionOne.card, let core else { return }
        let expected = core.watches ? whole.forSpectators : whole
        guard versionOne.position == VersionOneClient.Position(core.position) else {
            return world.violate(
                .versionOne, "the old client of \(self) is at \(versionOne.position)")
        }
        let snapshot = ServerMessage<Lobby>.snapshot(expected, proof: proof).encode()
        do throws(VersionOneFault) {
            let message = try VersionOneReader.read(snapshot)
            guard try VersionOneCard(snapshot: message["lobby"]) != card else { return }
            world.violate(.snapshotDiffers, "the old client of \(self) has another card")
        } catch {
            world.violate(.versionOne, "a snapshot: \(error.text)")
        }
    }
}

extension ClientCore<Lobby> {
    /// Whether it is told what spectators are.
    var watches: Bool { isSpectator || isKnocking }
}

extension VersionOneClient.Position {
    init(_ position: LogPosition) {
        let digits = String(position.epoch.value, radix: 16)
        epoch = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        seq = Int64(position.seq)
        proof = position.proof.description
    }
}
