import Notebook
import SharedCounter
import SmallScope
import Testing
import Wire

@Suite("Every state of small games")
struct SmallScopeTests {
    /// A scope, and how many states, endings and histories it has.
    struct Expectation: Sendable, CustomTestStringConvertible {
        var scope: String
        var states: Int
        var endings: Int
        var histories: Int

        var testDescription: String { scope }
    }

    static let expectations: [Expectation] = [
        Expectation(scope: "2x1", states: 10_913, endings: 3, histories: 4),
        Expectation(scope: "2x1-fail", states: 14_502, endings: 3, histories: 4),
        Expectation(scope: "2x2-calm", states: 10_211, endings: 3, histories: 118),
        Expectation(scope: "3x1-calm", states: 6_455, endings: 7, histories: 36),
        Expectation(scope: "2x1-levels", states: 18_889, endings: 3, histories: 70),
    ]

    @Test("No state of a small game violates anything", arguments: expectations)
    func visit(_ expected: Expectation) throws { try visit(expected, of: UsualDocument.self) }

    /// However the additions come in, there is one total; they have as many histories as orders.
    static let counterScopes = [
        Expectation(scope: "2x1", states: 9_872, endings: 1, histories: 2),
        Expectation(scope: "2x1-fail", states: 12_950, endings: 1, histories: 2),
        Expectation(scope: "2x2-calm", states: 6_227, endings: 1, histories: 6),
        Expectation(scope: "3x1-calm", states: 6_455, endings: 1, histories: 6),
    ]

    @Test(
        "No state of a small counter violates anything, and the total is the sum",
        arguments: counterScopes)
    func count(_ expected: Expectation) throws { try visit(expected, of: Counter.self) }

    static let notebookScopes: [Expectation] = [
        Expectation(scope: "2x1", states: 9_872, endings: 2, histories: 4),
        Expectation(scope: "2x1-fail", states: 12_950, endings: 2, histories: 4),
        Expectation(scope: "2x2-calm", states: 10_211, endings: 2, histories: 97),
        Expectation(scope: "3x1-calm", states: 6_455, endings: 3, histories: 33),
    ]

    @Test(
        "No state of a small notebook violates anything, and the latest note stands",
        arguments: notebookScopes)
    func note(_ expected: Expectation) throws { try visit(expected, of: Notebook.self) }

    private func visit(_ expected: Expectation, of kind: (some ScopedKind).Type) throws {
        let scope = try #require(Scope.named(expected.scope))
        let report = ScopeReport.visiting(scope, of: kind)
        #expect(report.violation == nil, "\(report.violation?.lines ?? [])")
        #expect(report.stateCount == expected.states)
        #expect(report.endingCount == expected.endings)
        #expect(report.historyCount == expected.histories)
    }

    @Test("The order in which offline batches arrive doesn't change the card")
    func offlineBatches() throws {
        #expect(try OfflineBatches.replay(opsMax: 1) > 0)
    }

    @Test("A scope that doesn't exist is refused, and nothing is visited")
    func unknownScope() {
        var lines: [String] = []
        let code = ExhaustiveCommand.run(
            ["9x9"], processorSeconds: { 0 }, show: { lines.append($0) })
        #expect(code == 2)
        #expect(lines.count == 1)
    }
}
