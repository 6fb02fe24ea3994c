import Documents
import Lobby
import Scoring

/// Who has signed the card, and what keeps others from it.
enum SignatureText {
    /// A line about the signatures; nil as long as nobody has signed.
    static func line(_ lobby: Lobby, round: UInt8) -> String? {
        guard round > 0, lobby.cells.keys.contains(where: { $0.field == .signed }) else {
            return nil
        }
        let columns = lobby.trustReport(round: round).columns
        func names(_ isMeant: (TrustReport.Column) -> Bool) -> String {
            columns.filter(isMeant).map { name(of: $0.id, in: lobby) }.joined(separator: ", ")
        }
        let parts = [
            ("signed", names { $0.signature == .valid }),
            ("corrected since", names { $0.signature == .amended }),
            ("void", names { $0.signature == .void }),
        ]
        let told = parts.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1)" }
        return "Signatures: " + told.joined(separator: " · ")
    }

    private static func name(of id: String, in lobby: Lobby) -> String {
        let column = UInt32(id).flatMap { lobby.player(PlayerID($0)) }
        return column.map { lobby.name(of: $0).safe } ?? "?"
    }

    /// What is in the way of signing, a sentence for each kind of it.
    static func reasons(_ blocks: [TrustReport.Block], in lobby: Lobby) -> [String] {
        TrustReport.State.allCases.compactMap { why in
            let holes = blocks.filter { $0.why == why }.map { block in
                lobby.holes.indices.contains(block.hole - 1)
                    ? lobby.holes[block.hole - 1].label.safe : "\(block.hole)"
            }
            guard !holes.isEmpty else { return nil }
            return "\(sentence(why)): hole \(holes.joined(separator: ", "))."
        }
    }

    private static func sentence(_ why: TrustReport.State) -> String {
        switch why {
        case .ok: "Sure"
        case .missing: "No score"
        case .disputed: "People disagree"
        case .unverified: "Too few have entered the same"
        case .incomplete: "Somebody hasn't entered it yet"
        case .provisional: "A ruling is open"
        }
    }
}
