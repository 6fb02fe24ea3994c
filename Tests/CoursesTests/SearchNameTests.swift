import Documents
import Foundation
import Testing

@testable import Courses

@Suite("Names as they are searched")
struct SearchNameTests {
    @Test("are what the vectors have")
    func vectors() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Vectors/search-names.json")
        let cases = try #require(JSONValue(Array(Data(contentsOf: file)))["cases"]?.elements)
        #expect(cases.count >= 19)
        for each in cases {
            let texts = each.elements?.compactMap(\.string) ?? []
            try #require(texts.count == 3)
            let found = SearchName(texts[0])
            #expect(found.folded == texts[1], "\(texts[0])")
            #expect(found.loose == texts[2], "\(texts[0])")
        }
    }

    @Test("stay what they are when they are folded again")
    func idempotent() {
        for name in ["Þorlákshöfn", "Húsavík – Skrúðgarður", "ÖSKJUHLÍÐ", "9½ ﬁnn", "ΟΔΟΣ"] {
            let once = SearchName(name)
            #expect(SearchName(once.folded) == once)
        }
    }
}
