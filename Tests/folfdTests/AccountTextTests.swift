import Club
import Documents
import Testing

@testable import folfd

@Suite("Accounts and suggestions in a terminal")
struct AccountTextTests {
    @Test("A stranger's text can't command the terminal")
    func isSafe() {
        let suggestion = Suggestion(
            id: Identifier128(high: 0, low: 1), text: "Hi\u{1B}[2J\u{202E}\nyou", language: nil,
            at: WallTime(milliseconds: 1_800_000_000_000))
        #expect(AccountText.table([suggestion]) == "2027-01-15\n  Hi\u{FFFD}[2J\u{FFFD}\n  you\n")
    }
}
