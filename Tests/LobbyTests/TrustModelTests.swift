import Documents
import Lobby
import Testing

/// Every way in which people can write to one score while the host changes how many must have
/// entered it, and phones hear of both late: what a write may put an end to.
///
/// A phone knows a beginning of the log. Its person sees the cell as of there, with their own
/// entries; with blind scorers others' entries only where they have one of their own. A write, and
/// a change of the level, may reach the log at any time after it was made.
struct TrustModelTests {
    /// What a write to a score replaces, by the level at its place in the log and what its author
    /// had heard of.
    enum Rule {
        /// As it is built.
        case built
        /// By the level at its place in the log alone.
        case levelAlone
    }

    private struct Write: Hashable {
        var value: Int64
        var seen: Seq
        /// The values that its author had on the screen.
        var shown: Set<Int64>
        /// Whether its author had heard that others' entries stay.
        var knewStrict: Bool
    }

    private enum Message: Hashable {
        case write(Write)
        case level(Trust)
    }

    private struct Phone: Hashable {
        var known = 0
        var writeCount = 0
        var waiting: [Message] = []
    }

    private struct Moment: Hashable {
        var cell = Cell()
        var trust = Trust()
        var seq: Seq = 1
    }

    private struct State: Hashable {
        var phones: [Phone]
        /// After each event; the first is before any.
        var moments: [Moment] = [Moment()]
        var levelsMade = 0
    }

    struct Found {
        var states = 0
        /// Writes that put an end to what their author had never been shown.
        var unseen = 0
        /// Writes that put an end to others' entries though their author knew that these stay.
        var unwanted = 0
    }

    private let rule: Rule
    /// The host's changes, in order.
    private let levels: [(need: UInt8, isBlind: Bool)]
    private let writesMax: Int

    init() {
        self.init(rule: .built, levels: [], writesMax: 1)
    }

    private init(rule: Rule, levels: [(UInt8, Bool)], writesMax: Int) {
        self.rule = rule
        self.levels = levels
        self.writesMax = writesMax
    }

    private func visit(phones count: Int) -> Found {
        var found = Found()
        let start = State(phones: Array(repeating: Phone(), count: count))
        var seen: Set<State> = [start]
        var waiting = [start]
        while let state = waiting.popLast() {
            for next in following(state, &found) where seen.insert(next).inserted {
                waiting.append(next)
            }
        }
        found.states = seen.count
        return found
    }

    private func following(_ state: State, _ found: inout Found) -> [State] {
        var following: [State] = []
        for place in state.phones.indices {
            let phone = state.phones[place]
            if phone.writeCount < writesMax {
                var next = state
                next.phones[place].writeCount += 1
                next.phones[place].waiting.append(.write(write(by: place, in: state)))
                following.append(next)
            }
            if place == 0, state.levelsMade < levels.count {
                let (need, isBlind) = levels[state.levelsMade]
                var next = state
                next.levelsMade += 1
                next.phones[0].waiting.append(
                    .level(
                        Trust(
                            number: UInt16(next.levelsMade), since: 0, need: need,
                            scorers: need == 0 ? [MemberNumber(1), MemberNumber(2)] : [],
                            isBlind: isBlind)))
                following.append(next)
            }
            if phone.known < state.moments.count - 1 {
                var next = state
                next.phones[place].known += 1
                following.append(next)
            }
            if let message = phone.waiting.first {
                var next = state
                next.phones[place].waiting.removeFirst()
                next.moments.append(self.moment(after: message, by: place, state, &found))
                following.append(next)
            }
        }
        return following
    }

    private func write(by place: Int, in state: State) -> Write {
        let phone = state.phones[place]
        let known = state.moments[phone.known]
        let member = MemberNumber(UInt16(place + 1))
        let hasOwn = known.cell.siblings.contains { $0.member == member }
        let isHidden = known.trust.isBlind && !hasOwn
        let shown = isHidden ? [] : known.cell.siblings.map(\.number)
        return Write(
            value: Int64(10 * (place + 1) + phone.writeCount),
            seen: max(known.cell.version, known.trust.since), shown: Set(shown),
            knewStrict: known.trust.isStrict)
    }

    private func moment(
        after message: Message, by place: Int, _ state: State, _ found: inout Found
    ) -> Moment {
        var moment = state.moments[state.moments.count - 1]
        moment.seq += 1
        switch message {
        case .level(var trust):
            trust.since = moment.seq
            moment.trust = trust
        case .write(let write):
            let before = moment.cell.siblings
            let member = MemberNumber(UInt16(place + 1))
            let keepsOthers =
                switch rule {
                case .built: moment.trust.keepsOthers(seen: write.seen)
                case .levelAlone: moment.trust.isStrict
                }
            moment.cell.write(
                Sibling(
                    seq: moment.seq, value: .number(write.value), member: member,
                    replica: ReplicaTag(UInt32(place + 1)), at: write.value, rank: .other),
                seen: write.seen, keepsOthers: keepsOthers)
            let gone = before.filter { old in
                old.member != member && !moment.cell.siblings.contains(old)
            }
            if gone.contains(where: { !write.shown.contains($0.number) }) { found.unseen += 1 }
            if !gone.isEmpty, write.knewStrict { found.unwanted += 1 }
        }
        return moment
    }

    private static let courses: [[(UInt8, Bool)]] = [
        [(2, false), (1, false)], [(0, true), (1, false)], [(0, true), (2, false)],
        [(0, false), (1, false), (0, true)],
    ]

    @Test(
        "However the level changes while phones are away, nothing ends that wasn't shown",
        arguments: [(2, 2), (3, 1)], [0, 1, 2, 3])
    func built(_ size: (phones: Int, writes: Int), _ course: Int) {
        let model = Self(rule: .built, levels: Self.courses[course], writesMax: size.writes)
        let found = model.visit(phones: size.phones)
        #expect(found.states > 1_000)
        #expect(found.unseen == 0)
        #expect(found.unwanted == 0)
    }

    @Test("The level at a write's place in the log isn't enough: blind scorers overwrite unseen")
    func levelAlone() {
        let blind = Self(rule: .levelAlone, levels: [(0, true), (1, false)], writesMax: 1)
        #expect(blind.visit(phones: 2).unseen > 0)
        let open = Self(rule: .levelAlone, levels: [(2, false), (1, false)], writesMax: 1)
        let found = open.visit(phones: 2)
        #expect(found.unseen == 0)
        #expect(found.unwanted > 0)
    }
}

extension Sibling {
    fileprivate var number: Int64 {
        guard case .number(let number) = value else { return 0 }
        return number
    }
}
