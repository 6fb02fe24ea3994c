import Documents
import SyncClient

/// Walks through every state of a scope, breadth first, so that the first violation found is one
/// with the fewest choices.
struct Explorer<Kind: ScopedKind> {
    let scope: Scope
    var system = System<Kind>()
    private var places: [Configuration: UInt32] = [:]
    private(set) var states: [Configuration] = []
    private var parents: [UInt32] = []
    private var choices: [Choice] = []
    /// For each state, the one that comes next if nothing fails any more; itself if all is quiet.
    private var heals: [UInt32] = []
    private(set) var transitionCount = 0
    private(set) var depth = 0
    private(set) var endings: Set<Ending> = []
    private(set) var histories: Set<History> = []

    init(_ scope: Scope) { self.scope = scope }

    /// - Throws: the first violation, with its trace.
    mutating func run() throws(Violation) {
        let start = try beginning()
        states = [start]
        places[start] = 0
        parents = [0]
        choices = [.faultEnds]
        try check(start)
        var place = 0
        while place < states.count {
            do throws(Violation) {
                try expand(place)
            } catch {
                var violation = error
                violation.trace = trace(to: place) + violation.trace
                throw violation
            }
            place += 1
        }
        depth = trace(to: states.count - 1).count
        try checkHealing()
    }

    private mutating func expand(_ place: Int) throws(Violation) {
        let state = states[place]
        heals.append(UInt32(place))
        var isHealing = false
        for choice in choices(in: state) {
            let next: Configuration
            do throws(Violation) {
                next = try step(state, choice)
                try check(next)
            } catch {
                var violation = error
                violation.trace = [words(for: choice, in: state)]
                throw violation
            }
            transitionCount += 1
            let number = add(next, from: place, by: choice)
            if !isHealing, choice.isProgress {
                heals[place] = number
                isHealing = true
            }
        }
        if !isHealing { try end(state) }
    }

    private mutating func add(
        _ state: Configuration, from place: Int, by choice: Choice
    ) -> UInt32 {
        if let known = places[state] { return known }
        let number = UInt32(states.count)
        places[state] = number
        states.append(state)
        parents.append(UInt32(place))
        choices.append(choice)
        return number
    }

    private func trace(to place: Int) -> [String] {
        var (place, lines) = (place, [String]())
        while place != 0 {
            let parent = Int(parents[place])
            lines.append(words(for: choices[place], in: states[parent]))
            place = parent
        }
        return lines.reversed()
    }

    /// With the message that is read, if it is one.
    private func words(for choice: Choice, in state: Configuration) -> String {
        let queue: UInt32
        switch choice {
        case .serverHandles(let place): queue = state.up(place)
        case .arrives(let place): queue = state.down(place)
        default: return choice.description
        }
        guard let first = system.queue(queue).first else { return choice.description }
        switch system.item(first) {
        case .text(let bytes):
            return "\(choice): \(String(decoding: bytes.prefix(140), as: UTF8.self))"
        case .close(let code): return "\(choice): closed with \(code.map(String.init) ?? "no code")"
        }
    }

    private mutating func check(_ state: Configuration) throws(Violation) {
        for place in 0..<scope.phoneCount {
            try system.checkAgreement(
                state.phone(place), state.backend, isBehind: state.isBehind(place))
        }
    }

    private mutating func end(_ state: Configuration) throws(Violation) {
        let facts = system.facts[Int(system.images[Int(state.backend)])]
        let phones = (0..<scope.phoneCount).map { system.phones[Int(state.phone($0))] }
        let backend = system.backends[Int(state.backend)]
        try Ending.check(facts, phones, backend, scope)
        if let document = facts.prefixes.last { endings.insert(document.ending) }
        histories.insert(History(facts, phones))
    }

    /// Follows from each state the way on which nothing fails; it must not go in circles.
    private func checkHealing() throws(Violation) {
        // 0: not seen, 1: on the way, 2: known to end.
        var marks = [UInt8](repeating: 0, count: states.count)
        for start in states.indices where marks[start] == 0 {
            var (place, way) = (start, [Int]())
            while marks[place] == 0 {
                marks[place] = 1
                way.append(place)
                place = Int(heals[place])
            }
            guard marks[place] == 2 || Int(heals[place]) == place else {
                var violation = Violation(.ends, "it goes in circles from here")
                violation.trace = trace(to: place)
                throw violation
            }
            for passed in way { marks[passed] = 2 }
        }
    }
}
