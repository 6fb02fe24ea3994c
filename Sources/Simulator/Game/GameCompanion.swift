import Documents
import Lobby
import Wire

/// A third of the phones carry a client of protocol version 1.
extension VersionOneClient: Companion {
    var showsSomething: Bool { card != nil }

    mutating func connects(from position: LogPosition) {
        connects(from: Position(position))
    }

    mutating func hear(_ text: [UInt8]) throws(CompanionFault) {
        do throws(VersionOneFault) {
            try receive(text)
        } catch {
            throw CompanionFault(error.text)
        }
    }

    func fault(at position: LogPosition, expecting expected: Lobby) -> Fault? {
        guard self.position == Position(position) else {
            return Fault("is at \(self.position)", .versionOne)
        }
        let snapshot = ServerMessage<Lobby>.snapshot(expected, proof: position.proof).encode()
        do throws(VersionOneFault) {
            let message = try VersionOneReader.read(snapshot)
            guard try VersionOneCard(snapshot: message["lobby"]) != card else { return nil }
            return Fault("has another card", .snapshotDiffers)
        } catch {
            return Fault("can't read a snapshot: \(error.text)", .versionOne)
        }
    }
}

extension VersionOneClient.Position {
    init(_ position: LogPosition) {
        let digits = String(position.epoch.value, radix: 16)
        epoch = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        seq = Int64(position.seq)
        proof = position.proof.description
    }
}
