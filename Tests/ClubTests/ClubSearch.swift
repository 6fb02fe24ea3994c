/// All states that a club can get into, nearest first, and how each was reached.
struct ClubSearch {
    /// The states, each with the place of the one before and the step between them.
    private var visits: [(club: SmallClub, before: Int, step: SmallClub.Step?)] = []
    /// The first breach, and the steps that led to it.
    private(set) var finding: (breach: SmallClub.Breach, steps: [SmallClub.Step])?
    private(set) var stepCount = 0

    var stateCount: Int { visits.count }

    /// Visits all states, or those up to the first breach.
    init(by rule: SmallClub.Rule) {
        var known: Set<SmallClub> = [SmallClub()]
        visits = [(SmallClub(), 0, nil)]
        var next = 0
        while next < visits.count {
            let club = visits[next].club
            for step in club.steps {
                stepCount += 1
                var after = club
                after.take(step, by: rule)
                let (isNew, same) = known.insert(after)
                if same.speakers != after.speakers { finding = (.memoryDiffers, []) }
                guard isNew else { continue }
                if let breach = after.breach(of: rule) {
                    finding = (breach, steps(to: next) + [step])
                    return
                }
                visits.append((after, next, step))
            }
            next += 1
        }
    }

    /// The shortest ways to take two steps one after the other, for each two that can be; ways that
    /// only have what the others have are left out.
    var waysToPairs: [[SmallClub.Step]] {
        var ways: [[SmallClub.Step]] = []
        var missing = StepPair.possible
        for place in visits.indices where !missing.isEmpty {
            for first in visits[place].club.steps {
                var club = visits[place].club
                club.take(first)
                for second in club.steps
                where missing.contains(StepPair(first: first.word, second: second.word)) {
                    ways.append(steps(to: place) + [first, second])
                    missing.subtract(StepPair.pairs(in: ways.last ?? []))
                }
            }
        }
        var covered: Set<StepPair> = []
        return ways.reversed().filter { way in
            let pairs = StepPair.pairs(in: way)
            defer { covered.formUnion(pairs) }
            return !pairs.isSubset(of: covered)
        }.reversed()
    }

    private func steps(to place: Int) -> [SmallClub.Step] {
        var steps: [SmallClub.Step] = []
        var place = place
        while let step = visits[place].step {
            steps.append(step)
            place = visits[place].before
        }
        return steps.reversed()
    }
}
