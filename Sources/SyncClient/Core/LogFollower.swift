import Lobby
import Wire

/// The lobby as the server has confirmed it, and where in its log that is.
struct LogFollower: Sendable {
    private(set) var lobby: Lobby?
    private(set) var proof = PositionProof.none

    var seq: Seq { lobby?.seq ?? 0 }

    var position: LogPosition {
        guard let lobby else { return .none }
        return LogPosition(epoch: lobby.epoch, seq: lobby.seq, proof: proof)
    }

    func isAt(_ epoch: Epoch, atLeast seq: Seq) -> Bool {
        seq == 0 || (lobby?.epoch == epoch && self.seq >= seq)
    }

    mutating func replace(by lobby: Lobby, _ proof: PositionProof) {
        self.lobby = lobby
        self.proof = proof
    }

    mutating func forget() { self = LogFollower() }

    enum Outcome {
        case advanced
        /// Everything was known already.
        case known
        /// The events don't follow what is known.
        case misfit
    }

    /// - Parameters:
    ///   - first: the `seq` of the first change.
    ///   - id: the lobby's id, for one that begins with these events.
    mutating func apply(
        _ changes: [Change], first: Seq, _ proof: PositionProof, epoch: Epoch, id: LobbyID?
    ) -> Outcome {
        guard first >= 1, first <= seq + 1 else { return .misfit }
        guard lobby == nil || lobby?.epoch == epoch else { return .misfit }
        let knownCount = seq + 1 - first
        guard knownCount < changes.count else { return .known }
        guard extend(by: changes.dropFirst(Int(knownCount)), epoch: epoch, id: id) else {
            return .misfit
        }
        self.proof = proof
        return .advanced
    }

    private mutating func extend(by changes: ArraySlice<Change>, epoch: Epoch, id: LobbyID?) -> Bool
    {
        var changes = changes
        var grown = lobby
        if grown == nil {
            guard case .created(let creation)? = changes.popFirst(), let id else { return false }
            grown = Lobby(id: id, epoch: epoch, creation: creation)
        }
        guard var grown else { return false }
        lobby = nil
        for change in changes {
            // Who, when and by which op is the server's business; a change holds results.
            grown.apply(
                Event(
                    seq: grown.seq + 1, by: MemberNumber(0),
                    received: WallTime(milliseconds: 0), origin: nil, change: change))
        }
        lobby = grown
        return true
    }
}
