/// The same scope without servers, phones or messages: a log, and how much of it each person
/// knows. Written down separately, to count the endings that there must be.
struct RegisterModel {
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
                let standing = Self.live(Array(state.log.prefix(person.known)))
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

    /// What stands beside each other after these entries.
    static func live(_ log: [History.Entry]) -> [Int64] {
        var live: [Int64] = []
        for entry in log {
            live.removeAll { entry.seen.contains($0) || owner($0) == owner(entry.value) }
            live.append(entry.value)
        }
        return live
    }

    private static func owner(_ value: Int64) -> Int { Constants.phone(of: value) }

    private mutating func end(_ log: [History.Entry]) {
        histories.insert(History(entries: log))
        // The later an entry was made the bigger its value, so the biggest is shown.
        let values = Self.live(log).sorted(by: >)
        endings.insert(Ending(values: values, isDisputed: values.count > 1))
    }
}
