/// The same scope without documents, servers, phones or messages: a log, and how much of it each
/// person knows. Written down separately, to count the endings that there must be.
struct ScopeModel<Kind: ScopedKind> {
    struct Person: Hashable {
        var known = 0
        /// Entries made, with what stood in the cell then, and how many of them are in the log.
        var made: [History.Entry] = []
        var delivered = 0
    }

    struct State: Hashable {
        var people: [Person]
        var log: [History.Entry] = []
    }

    let phoneCount: Int
    let editCount: Int
    let keepsEntriesOpen: Bool
    private(set) var stateCount = 0
    private(set) var endings: Set<Ending> = []
    private(set) var histories: Set<History> = []

    init(_ scope: Scope) {
        phoneCount = scope.phoneCount
        editCount = scope.editCount
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
            if person.made.count < editCount {
                let value = Constants.value(place, person.made.count + 1)
                let standing = Kind.standing(after: Array(state.log.prefix(person.known)))
                for cell in keepsEntriesOpen ? [standing, []] : [standing] {
                    var next = state
                    next.people[place].made.append(History.Entry(value: value, seen: Set(cell)))
                    following.append(next)
                }
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

    private mutating func end(_ log: [History.Entry]) {
        histories.insert(History(entries: log))
        endings.insert(Kind.ending(after: log))
    }
}
