import Documents
import Testing

@testable import folf

@Suite("What folf results computes")
struct FormatDeskTests {
    private func answer(_ text: String) throws -> String {
        try FormatDesk.answer(to: Array(text.utf8)).line
    }

    @Test("Games on a card by their ids, and penalties; what isn't known is passed over")
    func answers() throws {
        let players = #""players":[{"id":"A"},{"id":"B"}]"#
        let card = #""card":{"pars":[3],\#(players),"throws":{"A":[2],"B":[3]}}"#
        let text = try answer(
            #"{"id":"x","why":"y",\#(card),"games":[{"id":"m","format":"match","colour":1}]}"#)
        #expect(text.contains(#""text":"A wins 1 up""#))
        #expect(text.hasPrefix(#"{"m":"#))
        let hole = try answer(#"{"penalty":{"par":3,"throws":3,"events":["ob"]}}"#)
        let applied = #"[{"code":"ob","throws":1,"rule":"806.02"}]"#
        #expect(hole == #"{"penalty":{"score":4,"card":0,"applied":\#(applied)}}"#)
    }

    @Test("How far people agree on a card is told, with what keeps it from being signed")
    func trust() throws {
        let card = #""card":{"pars":[3],"players":[{"id":"A"}]}"#
        let log = #""log":[{"by":"A","player":"A","hole":1,"value":3}]"#
        #expect(
            try answer(#"{\#(card),"trust":{"need":2},\#(log)}"#)
                == #"{"trust":{"shown":{"A":[3]},"states":{"A":["unverified"]},"#
                + #""blocked":{"A":[{"hole":1,"why":"unverified","who":["A"]}]},"#
                + #""signatures":{"A":"none"},"complete":false}}"#)
    }

    @Test(
        "What can't be read is said by its field",
        arguments: [
            ("", "JSON object"), ("[]", "JSON object"), ("{}", "“card”"),
            (#"{"card":{"pars":[3],"players":[]},"games":[{"id":"g"}]}"#, "“format”"),
            (#"{"penalty":{"par":3,"events":["sneeze"]}}"#, "“events”"),
            (trustCase(#"{"need":0}"#, ""), "“need”"), (trustCase("{}", ""), "“need”"),
            (trustCase(#"{"need":"all","scorers":["A","A"]}"#, ""), "“scorers”"),
            (trustCase(#"{"need":"all"}"#, ""), "“scorers”"),
            (trustCase(two, #"{"by":"A","player":"Z","hole":1,"value":3}"#), "“log”"),
            (trustCase(two, #"{"by":"A","player":"A","hole":2,"value":3}"#), "“hole”"),
            (trustCase(two, #"{"by":"A","player":"A","hole":1,"value":100}"#), "“log”"),
            // Nobody has seen what comes later, or confirms without being asked to.
            (trustCase(two, #"{"by":"A","player":"A","hole":1,"value":3,"bv":1}"#), "“bv”"),
            (trustCase(two, #"{"by":"A","player":"A","hole":1,"confirm":true}"#), "“log”"),
            (trustCase(two, #"{"by":"B","sign":"A","card":[3]}"#), "“log”"),
            (trustCase(two, #"{"by":"A","sign":"A","card":[]}"#), "“log”"),
            (trustCase(two, #"{"by":"A","trust":{"need":1}}"#), "“log”"),
        ])
    func faults(text: String, part: String) {
        do throws(Failure) {
            _ = try FormatDesk.answer(to: Array(text.utf8))
            Issue.record("it is refused")
        } catch {
            #expect(error.code == .usage && error.sentence.contains(part))
        }
    }
}

private let two = #"{"need":2}"#

/// A case of one player and one hole; the host isn't on the card.
private func trustCase(_ level: String, _ entry: String) -> String {
    let card = #""card":{"pars":[3],"players":[{"id":"A"}]}"#
    return #"{\#(card),"host":"H","trust":\#(level),"log":[\#(entry)]}"#
}
