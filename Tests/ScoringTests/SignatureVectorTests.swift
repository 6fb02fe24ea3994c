import Foundation
import Lobby
import Scoring
import Testing

/// Tests/Vectors/signatures.json holds every client to the same signatures.
struct SignatureVectorTests {
    @Test("Cards come to what the golden file has")
    func results() throws {
        let made = SignatureVectors.made
        if ResultVectors.isWriting { try Data(made).write(to: SignatureVectors.file) }
        #expect(Array(try Data(contentsOf: SignatureVectors.file)) == made, "see its README")
    }

    @Test("Signatures are as whoever made up the case expects", arguments: SignatureVectors.cases)
    func signatures(_ each: SignatureVectors.Case) {
        #expect(SignatureVectors.told(each.game.lobby.trustReport(round: 1)) == each.told)
        if !each.comesTo.isEmpty {
            #expect(SignatureVectors.texts(of: each.game) == each.comesTo)
        }
    }

    @Test("What is signed is read as it was written, and nothing else is")
    func content() {
        for text in ["3,4,-,X;2", "99;0", "-;-1"] {
            #expect(SignedContent(text)?.text == text)
        }
        for text in ["", "3", "3,4", "3;", "3,;0", "3;0;0", "x;0", ";0", "3,4;x"] {
            #expect(SignedContent(text) == nil, "\(text)")
        }
    }

    @Test("A column's content is what a signature over it would be")
    func ownContent() {
        for each in SignatureVectors.cases {
            let lobby = each.game.lobby
            for column in lobby.trustReport(round: 1).columns {
                let player = each.game.players.first { "\($0.id.value)" == column.id }?.id
                #expect(player.map { lobby.content(of: $0, round: 1) } == column.content)
            }
        }
    }
}
