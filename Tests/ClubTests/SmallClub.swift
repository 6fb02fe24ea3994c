import Club
import Documents

/// A small club, as a model: three tokens of two people, who may lend each other their devices, two
/// accounts, one copy of the server's tables, and what all of them may do. Whom the server believes
/// is the code's own answer; what is true, the model keeps apart, and no restore changes it.
///
/// Each key is also a person, by the same number. Every device that is linked has been given all
/// passes that its account can give: what is safe with them is safe with less.
struct SmallClub {
    static let keys = 0..<3
    static let accounts: Range<UInt16> = 1..<3
    static let none: UInt16 = 0

    /// Who belongs to which account, as tables have it: numbers of accounts, 0 for none.
    struct Tables: Hashable {
        private var bits: UInt16 = 0

        /// The account of each key, the owner of each person, and what the main person of each
        /// account is: one more than its number, 0 for an account that isn't there.
        func account(of key: Int) -> UInt16 { bits >> (2 * key) & 3 }
        func owner(of person: Int) -> UInt16 { bits >> (6 + 2 * person) & 3 }
        func main(of account: UInt16) -> UInt16 { bits >> (10 + 2 * account) & 3 }

        mutating func link(_ key: Int, to account: UInt16) { set(2 * key, account) }
        mutating func give(_ person: Int, to account: UInt16) { set(6 + 2 * person, account) }
        mutating func setMain(of account: UInt16, to main: UInt16) {
            set(10 + 2 * Int(account), main)
        }

        private mutating func set(_ place: Int, _ value: UInt16) {
            bits = bits & ~(3 << place) | value << place
        }

        func persons(of account: UInt16) -> [Int] { keys.filter { owner(of: $0) == account } }
        func keysLinked(to account: UInt16) -> [Int] {
            keys.filter { self.account(of: $0) == account }
        }

        /// Takes out what an erased account had.
        mutating func forget(_ account: UInt16) {
            for key in keysLinked(to: account) { link(key, to: none) }
            for person in persons(of: account) { give(person, to: none) }
            setMain(of: account, to: none)
        }

        mutating func release(_ person: Int, from account: UInt16) {
            if owner(of: person) == account { give(person, to: none) }
            if self.account(of: person) == account { link(person, to: none) }
        }
    }

    /// Some of a few numbers.
    struct Numbers: Hashable {
        private var bits: UInt8 = 0

        func contains(_ number: Int) -> Bool { bits & 1 << number != 0 }
        mutating func insert(_ number: Int) { bits |= 1 << number }
    }

    /// The log beside the tables.
    struct Log: Hashable {
        var retired = Numbers()
        var erased = Numbers()
        var erasedAccounts = Numbers()
        /// The persons that each account has released.
        private var released = Numbers()

        func hasReleased(_ person: Int, _ account: UInt16) -> Bool {
            released.contains(2 * person + Int(account) - 1)
        }
        mutating func release(_ person: Int, from account: UInt16) {
            released.insert(2 * person + Int(account) - 1)
        }
        mutating func forgetReleases() { released = Numbers() }
    }

    /// A rule to search with.
    enum Rule: CaseIterable {
        case complete
        /// Passes count for nothing.
        case tablesOnly
        /// A pass is for a key and a person, whatever account it is of.
        case passesOfAnyAccount
        /// A copy is put back as it is.
        case nothingAppliedAgain
        /// Claims that are taken back stand in the tables alone.
        case releasesForgotten
    }

    var tables = Tables()
    var log = Log()
    /// What was ever written to the log, also if the rule has it forgotten.
    var ever = Log()
    var copy: Tables?
    var hasRestored = false
    /// Who belongs to which account in truth: by the last that people have done.
    var truth = Tables()
    /// The passes that devices hold, as they were given them.
    var passes: UInt32 = 0

    /// What the server has in memory.
    var speakers = Speakers()
}

/// What people do.
extension SmallClub {
    enum Step: Hashable {
        case signUp(Int, UInt16)
        case signIn(Int, UInt16)
        case claim(by: Int, Int)
        case release(by: Int, Int)
        case revoke(by: Int, Int)
        case erase(by: Int)
        case backUp
        case restore
    }

    /// The steps that can be taken. What nobody has used yet is all the same: the first is used.
    var steps: [Step] {
        var steps: [Step] = []
        let usable = usable
        for account in Self.accounts where account == 1 || wasMade(account - 1) {
            let isThere = tables.main(of: account) != Self.none
            for key in usable where tables.account(of: key) == Self.none {
                if isThere {
                    if mayLink(key, to: account) { steps.append(.signIn(key, account)) }
                } else if mayClaim(key, by: account), mayMake(account, key) {
                    steps.append(.signUp(key, account))
                }
            }
            guard let asker = tables.keysLinked(to: account).first else { continue }
            steps.append(.erase(by: asker))
            for key in usable {
                if mayClaim(key, by: account), tables.owner(of: key) == Self.none {
                    steps.append(.claim(by: asker, key))
                }
                if tables.owner(of: key) == account, tables.main(of: account) != key + 1 {
                    steps.append(.release(by: asker, key))
                }
                if tables.account(of: key) == account {
                    steps.append(.revoke(by: asker, key))
                }
            }
        }
        if copy == nil, !hasRestored { steps.append(.backUp) }
        if copy != nil { steps.append(.restore) }
        return steps
    }

    /// The keys that were used, and one more.
    private var usable: Range<Int> {
        let used = Self.keys.last { passes & Self.passes(of: $0) != 0 }
        return 0..<min(Self.keys.count, (used ?? -1) + 2)
    }

    private func wasMade(_ account: UInt16) -> Bool {
        truth.main(of: account) != Self.none || log.erasedAccounts.contains(Int(account))
    }

    private func mayLink(_ key: Int, to account: UInt16) -> Bool {
        speakers.mayLink(Self.key(key), to: Self.account(account))
    }

    private func mayClaim(_ key: Int, by account: UInt16) -> Bool {
        speakers.mayClaim(Self.key(key), by: Self.account(account))
    }

    /// An account is named at random by whoever makes it first; one that was lost may be made again
    /// by its own devices.
    private func mayMake(_ account: UInt16, _ key: Int) -> Bool {
        !wasMade(account) || truth.account(of: key) == account
    }

    mutating func take(_ step: Step, by rule: Rule = .complete) {
        switch step {
        case .signUp(let key, let account):
            link(key, account)
            own(key, account)
            tables.setMain(of: account, to: UInt16(key + 1))
            truth.setMain(of: account, to: UInt16(key + 1))
        case .signIn(let key, let account): link(key, account)
        case .claim(let asker, let key):
            link(key, tables.account(of: asker))
            own(key, tables.account(of: asker))
        case .release(let asker, let person): release(person, from: tables.account(of: asker))
        case .revoke(_, let key): retire(key)
        case .erase(let asker): erase(tables.account(of: asker))
        case .backUp: copy = tables
        case .restore: restore(by: rule)
        }
        givePasses()
    }

    private mutating func link(_ key: Int, _ account: UInt16) {
        tables.link(key, to: account)
        truth.link(key, to: account)
        speakers.link(key: Self.key(key), to: Self.account(account))
    }

    private mutating func own(_ person: Int, _ account: UInt16) {
        tables.give(person, to: account)
        truth.give(person, to: account)
        speakers.claim(person: Self.person(person), by: Self.account(account))
    }

    private mutating func release(_ person: Int, from account: UInt16) {
        note { $0.release(person, from: account) }
        tables.release(person, from: account)
        truth.release(person, from: account)
        speakers.release(person: Self.person(person))
    }

    private mutating func retire(_ key: Int) {
        note { $0.retired.insert(key) }
        tables.link(key, to: Self.none)
        speakers.retire(key: Self.key(key))
    }

    private mutating func erase(_ account: UInt16) {
        let persons = tables.persons(of: account)
        note {
            $0.erasedAccounts.insert(Int(account))
            for person in persons { $0.erased.insert(person) }
        }
        for key in tables.keysLinked(to: account) { retire(key) }
        speakers.erase(account: Self.account(account))
        tables.forget(account)
        truth.forget(account)
    }

    private mutating func restore(by rule: Rule) {
        guard let copy else { return }
        tables = copy
        self.copy = nil
        hasRestored = true
        if rule == .nothingAppliedAgain { log = Log() }
        if rule == .releasesForgotten { log.forgetReleases() }
        for key in Self.keys where log.retired.contains(key) { tables.link(key, to: Self.none) }
        for account in Self.accounts {
            if log.erasedAccounts.contains(Int(account)) { tables.forget(account) }
            for person in Self.keys where log.hasReleased(person, account) {
                tables.release(person, from: account)
            }
        }
        speakers = speakersOfTables
    }

    /// Writes to the log, before anything else is changed.
    private mutating func note(_ entry: (inout Log) -> Void) {
        entry(&log)
        entry(&ever)
    }

    private mutating func givePasses() {
        for account in Self.accounts {
            for key in tables.keysLinked(to: account) {
                for person in tables.persons(of: account) {
                    passes |= Self.pass(key, account, person)
                }
            }
        }
    }

    private static func passes(of key: Int) -> UInt32 { 0x3F << (key * 6) }
    private static func pass(_ key: Int, _ account: UInt16, _ person: Int) -> UInt32 {
        1 << ((key * 3 + person) * 2 + Int(account) - 1)
    }
}

/// What the server answers.
extension SmallClub {
    private static func identifier(_ number: Int) -> Identifier128 {
        Identifier128(high: 1, low: UInt64(number))
    }

    static func key(_ number: Int) -> DeviceKey { DeviceKey(identifier(number)) }
    static func person(_ number: Int) -> PersonID { PersonID(identifier(number)) }
    static func account(_ number: UInt16) -> AccountID { AccountID(identifier(100 + Int(number))) }

    /// The ids of all releases that there can be, of each account.
    private static let releases = accounts.map { number in
        keys.map { Release(of: person($0), by: account(number)).id }
    }

    /// What a server that starts with these tables and this log has in memory.
    var speakersOfTables: Speakers {
        Speakers(
            links: Self.keys.compactMap { key in
                let account = tables.account(of: key)
                return account == Self.none ? nil : (Self.key(key), Self.account(account))
            },
            owners: Self.keys.compactMap { person in
                let owner = tables.owner(of: person)
                guard owner != Self.none, !log.erased.contains(person) else { return nil }
                return (Self.person(person), Self.account(owner))
            },
            retired: Self.keys.filter(log.retired.contains).map(Self.key),
            erased: Self.keys.filter(log.erased.contains).map(Self.person),
            erasedAccounts: Self.accounts.filter { log.erasedAccounts.contains(Int($0)) }
                .map(Self.account),
            releases: Self.accounts.flatMap { account in
                Self.keys.filter { log.hasReleased($0, account) }
                    .map { Self.releases[Int(account) - 1][$0] }
            })
    }

    /// Whether a device may act as a person, with whatever it has to show.
    func speaks(_ key: Int, as person: Int, by rule: Rule = .complete) -> Bool {
        if speaks(key, as: person, passOf: nil) { return true }
        let held = Self.accounts.filter { holdsPass(key, $0, person) }
        return switch rule {
        case .tablesOnly: false
        case .passesOfAnyAccount where !held.isEmpty:
            Self.accounts.contains { speaks(key, as: person, passOf: $0) }
        default: held.contains { speaks(key, as: person, passOf: $0) }
        }
    }

    private func speaks(_ key: Int, as person: Int, passOf account: UInt16?) -> Bool {
        let answer = speakers.answer(
            to: Self.key(key), as: Self.person(person), passOf: account.map(Self.account))
        if case .accepted = answer { return true }
        return false
    }

    func holdsPass(_ key: Int, _ account: UInt16, _ person: Int) -> Bool {
        passes & Self.pass(key, account, person) != 0
    }
}
