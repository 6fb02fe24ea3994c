import Testing

/// The rule is right where everything is tried that can happen, and each part of it is needed.
@Suite("Who may act as whom, in every state of a small club")
struct SmallClubTests {
    @Test("Nobody acts as somebody else's person, is kept out or comes back")
    func complete() throws {
        let search = ClubSearch(by: .complete)
        #expect(search.finding == nil, "\(String(describing: search.finding))")
        print("small club: \(search.stateCount) states, \(search.stepCount) steps")
        guard SpeakerTraces.isWriting else { return }
        let failures = SmallClub.Rule.allCases.compactMap { ClubSearch(by: $0).finding?.steps }
        let ways = search.waysToPairs.filter { !failures.contains($0) }
        try SpeakerTraces.write((failures + ways).map(SpeakerTraces.trace))
    }

    @Test(
        "A simpler rule fails",
        arguments: [
            (.tablesOnly, .isKeptOut(key: 1, person: 0)),
            (.passesOfAnyAccount, .speaksForAnother(key: 1, person: 2)),
            (.nothingAppliedAgain, .isBack(key: 0)),
            (.releasesForgotten, .speaksForAnother(key: 0, person: 1)),
        ] as [(SmallClub.Rule, SmallClub.Breach)])
    func simpler(rule: SmallClub.Rule, breach: SmallClub.Breach) {
        let search = ClubSearch(by: rule)
        #expect(search.finding?.breach == breach)
        print("small club, \(rule): \(search.stateCount) states, \(search.finding?.steps ?? [])")
    }

    @Test("What is written down for the real server happens so, and has each step after each")
    func traces() throws {
        let traces = try SpeakerTraces.read()
        var pairs: Set<StepPair> = []
        for trace in traces {
            let steps = trace.steps.compactMap { SmallClub.Step($0) }
            pairs.formUnion(StepPair.pairs(in: steps))
            #expect(SpeakerTraces.trace(of: steps) == trace)
        }
        #expect(pairs == StepPair.possible)
    }
}
