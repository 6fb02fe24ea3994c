import API
import Club
import Documents
import EventStore
import HTTP

/// What people see of each other, and what they tell the operator.
extension Clerk {
    private static let seatsCompared = 200

    /// Whoever may not see somebody is told the same as if there were nobody.
    func person(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let handle = try Self.wantedHandle(call.path)
        let asker = call.token == nil ? nil : try caller(of: call).account
        let found = try read { (tables) throws(ClubFault) in try tables.account(handle: handle) }
        guard let found, let state = try relation(of: asker, to: found) else {
            throw APIProblem(.notFound)
        }
        var profile = Self.object(found)
        if !found.fullName.isEmpty, state == .own || state == .friend {
            profile["full_name"] = .text(found.fullName)
        }
        if asker != nil { profile["state"] = .text(state.rawValue) }
        return .json(.object(profile))
    }

    private enum Relation: String {
        case own = "self"
        case friend, asked, asks
        case stranger = "none"
    }

    /// What somebody is to an account that they may see; nil if they may not.
    private func relation(
        of asker: AccountID?, to account: Account
    ) throws(APIProblem) -> Relation? {
        guard let asker else { return account.visibility == .everyone ? .stranger : nil }
        if asker == account.id { return .own }
        let relation = try read { (tables) throws(ClubFault) -> Relation? in
            if try tables.areApart(asker, account.id) { return nil }
            if try tables.areFriends(asker, account.id) { return .friend }
            if try tables.requests(to: asker).contains(where: { $0.account == account.id }) {
                return .asks
            }
            let hasAsked = try tables.requests(from: asker)
                .contains { $0.account == account.id }
            return hasAsked ? .asked : .stranger
        }
        switch relation {
        case nil, .own: return nil
        // Whoever asks shows themselves.
        case .friend, .asks: return relation
        case .asked, .stranger:
            guard account.visibility == .friends else { return relation }
            return try havePlayed(asker, with: account.id) ? relation : nil
        }
    }

    /// Whether two have sat in the same game lately.
    private func havePlayed(
        _ one: AccountID, with other: AccountID
    ) throws(APIProblem) -> Bool {
        let (left, right) = speakers.ask {
            (Array($0.persons(of: one)), Array($0.persons(of: other)))
        }
        return try read { (tables) throws(ClubFault) in
            let own = try tables.seats(of: left, after: nil, countMax: Self.seatsCompared)
            let theirs = try tables.seats(of: right, after: nil, countMax: Self.seatsCompared)
            return !Set(own.map(\.lobby)).isDisjoint(with: theirs.map(\.lobby))
        }
    }

    /// Finds people who let themselves be found.
    func search(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let beginning = try call.query.value("name") { $0.string }
        let count = Int(call.query["limit"]?.integer ?? Int64(ClubLimits.pageRowsMax))
        let people = try read { (tables) throws(ClubFault) in
            var people: [Account] = []
            for person in try tables.people(
                beginning: beginning, atLeast: .signedIn, countMax: count)
            where try !tables.areApart(caller.account, person.id) {
                people.append(person)
            }
            return people
        }
        return .json([
            "items": .array(people.map { .object(Self.object($0)) })
        ])
    }

    /// Keeps a text for whoever runs the server.
    func suggest(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let id = try call.path.value("id") { $0.identifier }
        let text = try call.body.value("text") { $0.string }
        let (network, now) = (call.network, host.monotonic())
        let wait = remember { $0.budgets.takeSuggestion(from: network, now: now) }
        if let wait { throw APIProblem(.tooManyTries, retryMilliseconds: wait) }
        let suggestion = Suggestion(
            id: id, text: text, language: call.body["language"]?.string, at: host.wall())
        try change { (tables) throws(ClubFault) in try tables.insert(suggestion) }
        return .empty(.created)
    }
}
