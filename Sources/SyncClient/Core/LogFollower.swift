import Documents
import Wire

/// The document as the server has confirmed it, with the proof of its place in the log.
struct LogFollower<Kind: WireDocument>: Sendable {
    private(set) var document: Kind?
    private(set) var proof = PositionProof.none

    var seq: Seq { document?.seq ?? 0 }

    var position: LogPosition {
        guard let document else { return .none }
        return LogPosition(epoch: document.epoch, seq: document.seq, proof: proof)
    }

    func isAt(_ epoch: Epoch, atLeast seq: Seq) -> Bool {
        seq == 0 || (document?.epoch == epoch && self.seq >= seq)
    }

    mutating func replace(by document: Kind, _ proof: PositionProof) {
        self.document = document
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

    /// Adds changes to the document, as far as they are new.
    ///
    /// - Parameters:
    ///   - first: the `seq` of the first change.
    ///   - id: the lobby's id, for a document that begins with these events.
    mutating func apply(
        _ changes: [Kind.Change], first: Seq, _ proof: PositionProof, epoch: Epoch, id: LobbyID?
    ) -> Outcome {
        guard first >= 1, first <= seq + 1 else { return .misfit }
        guard document == nil || document?.epoch == epoch else { return .misfit }
        let knownCount = seq + 1 - first
        guard knownCount < changes.count else { return .known }
        guard extend(by: changes.dropFirst(Int(knownCount)), epoch: epoch, id: id) else {
            return .misfit
        }
        self.proof = proof
        return .advanced
    }

    private mutating func extend(by changes: ArraySlice<Kind.Change>, epoch: Epoch, id: LobbyID?)
        -> Bool
    {
        var changes = changes
        var grown = document
        if grown == nil {
            guard let change = changes.popFirst(), let id else { return false }
            grown = Kind(id: id, epoch: epoch, first: change)
        }
        guard var grown else { return false }
        document = nil
        for change in changes {
            // The author, the time and the op are the server's business; a change holds results.
            grown.apply(grown.event(change, received: WallTime(milliseconds: 0)))
        }
        document = grown
        return true
    }
}
