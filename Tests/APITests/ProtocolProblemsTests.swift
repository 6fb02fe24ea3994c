import API
import HTTP
import ProtocolDocument
import Testing

/// The table of problems over HTTP in `Protocol.md`, compared with the code.
struct ProtocolProblemsTests {
    @Test("The problems of the table are those of the code")
    func problems() throws {
        let rows = try ProtocolDocument().rows(under: "Over HTTP")
        #expect(
            rows.map(\.cells)
                == APITable.problems.map { terms in
                    ["\(terms.number)", terms.name, "\(terms.status.rawValue)", terms.sentence]
                })
    }

    @Test("The example of a problem is what is sent")
    func example() throws {
        let example = try #require(
            ProtocolDocument.text().firstMatch(of: #/`({"type":"/api/v1/problems#.*?})`/#)
        ).1
        #expect(
            example + "\n" == String(decoding: HTTPProblem.notFound.terms.json(), as: UTF8.self))
    }
}
