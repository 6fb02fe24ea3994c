/// The same scope without documents, servers, phones or messages: a log, and how much of it each
/// person knows. Written down separately, to count the endings that there must be.
struct ScopeModel<Kind: ScopedKind> {
    struct Person: Hashable {
        var known = 0
        /// Entries made, with what stood in the cell then, and how many of them are in the log.
        var made: [History.Entry] = []
        var delivered = 0

        var levelCount: Int { made.count { Constants.isLevel($0.value) } }
        var entryCount: Int { made.count - levelCount }
    }

    struct State: Hashable {
        var people: [Person]
        var log: [History.Entry] = []
    }

    let phoneCount: Int
    let editCount: Int
    let levelCount: Int
    let keepsEntriesOpen: Bool
    private(set) var stateCount = 0
    private(set) var endings: Set<Ending> = []
    private(set) var histories: Set<History> = []

    init(_ scope: Scope) {
        phoneCount = scope.phoneCount
        editCount = scope.editCount
        levelCount = scope.levelCount
        keepsEntriesOpen = scope.keepsEntriesOpen
        run()
    }

    private mutating func run() {
        let start = State(people: Array(repeating: Person(), count: phoneCount))
        var seen: Set<State> = [start]
        var waiting = [start]
        while let state = waiting.popLast() {
            let following = following(state)
            if following.isEmpty { end(state.log) }
            for next in following where seen.insert(next).inserted { waiting.append(next) }
        }
        stateCount = seen.count
    }

    private func following(_ state: State) -> [State] {
        var following: [State] = []
        for place in state.people.indices {
            let person = state.people[place]
            following += entries(of: place, in: state)
            if place == 0, person.levelCount < levelCount {
                var next = state
                next.people[place].made.append(
                    History.Entry(
                        value: Int64(person.levelCount + 1), seen: [], levelCount: 0))
                following.append(next)
            }
            if person.delivered < person.made.count {
                var next = state
                next.log.append(person.made[person.delivered])
                next.people[place].delivered += 1
                following.append(next)
            }
            if person.known < state.log.count {
                var next = state
                next.people[place].known += 1
                following.append(next)
            }
        }
        return following
    }

    /// What becomes of a state when somebody makes an entry.
    private func entries(of place: Int, in state: State) -> [State] {
        let person = state.people[place]
        guard person.entryCount < editCount else { return [] }
        let known = Array(state.log.prefix(person.known))
        let value = Constants.value(place, person.entryCount + 1)
        var entries = [
            History.Entry(
                value: value, seen: Set(Kind.standing(after: known)),
                levelCount: known.count { Constants.isLevel($0.value) })
        ]
        if keepsEntriesOpen {
            entries.append(History.Entry(value: value, seen: [], levelCount: 0))
        }
        return entries.map { entry in
            var next = state
            next.people[place].made.append(entry)
            return next
        }
    }

    private mutating func end(_ log: [History.Entry]) {
        histories.insert(History(entries: log))
        endings.insert(Kind.ending(after: log))
    }
}
