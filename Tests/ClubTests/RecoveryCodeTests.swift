import TestSupport
import Testing

@testable import Club

@Suite("A recovery code")
struct RecoveryCodeTests {
    @Test("is shown in four groups, and read however it is typed")
    func typed() throws {
        var generator = SeededGenerator(seed: 1)
        let code = RecoveryCode(using: &generator)
        #expect(code.description.split(separator: "-").map(\.count) == [4, 4, 4, 4])
        #expect(RecoveryCode(code.description) == code)
        #expect(RecoveryCode(" \(code.signs.lowercased()) ") == code)
        #expect(RecoveryCode(using: &generator) != code)
    }

    @Test(
        "has sixteen signs that nobody takes for one another",
        arguments: [
            "", "2345-6789-ABCD-EFG", "2345-6789-ABCD-EFGHJ", "0345-6789-ABCD-EFGH",
            "2345-6789-ABCD-EFGI", "2345_6789_ABCD_EFGH", "2345-6789-ABCD-EFGÞ",
        ])
    func refused(text: String) { #expect(RecoveryCode(text) == nil) }
}
