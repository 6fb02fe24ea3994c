/// What must be true of a club, whatever has happened.
extension SmallClub {
    enum Breach: Hashable {
        /// A device acts as a person of an account that isn't its own, or without any reason.
        case speaksForAnother(key: Int, person: Int)
        /// A device that is signed in can't act as a person of its account.
        case isKeptOut(key: Int, person: Int)
        /// A device that was signed out is believed.
        case isBack(key: Int)
        /// Somebody acts as a person who was erased.
        case risesAgain(person: Int)
        /// What is in memory isn't what the tables say.
        case memoryDiffers
    }

    /// What is wrong; nil if all is well.
    func breach(of rule: Rule) -> Breach? {
        for key in Self.keys {
            for person in Self.keys {
                if let breach = breach(of: rule, key, person) { return breach }
            }
        }
        return speakers == speakersOfTables ? nil : .memoryDiffers
    }

    private func breach(of rule: Rule, _ key: Int, _ person: Int) -> Breach? {
        let isGone = ever.retired.contains(key) || ever.erased.contains(person)
        guard speaks(key, as: person, by: rule) else {
            return !isGone && must(key, person) ? .isKeptOut(key: key, person: person) : nil
        }
        if ever.retired.contains(key) { return .isBack(key: key) }
        if ever.erased.contains(person) { return .risesAgain(person: person) }
        return may(key, person) ? nil : .speaksForAnother(key: key, person: person)
    }

    /// Whether a person is the device's own, or of an account that the device belongs to. What the
    /// server has lost of a claim binds others, not the token itself, which could be claimed anew.
    private func may(_ key: Int, _ person: Int) -> Bool {
        let owner = key == person ? tables.owner(of: person) : truth.owner(of: person)
        if owner != Self.none { return belongs(key, to: owner) }
        return key == person
            || Self.accounts.contains { account in
                holdsPass(key, account, person) && hasNotLetGo(account, person)
                    && belongs(key, to: account)
            }
    }

    /// Whether a device is signed in to an account; or to none, but was to this one.
    private func belongs(_ key: Int, to account: UInt16) -> Bool {
        switch truth.account(of: key) {
        case account: true
        case Self.none:
            hasNotLetGo(account, key) && Self.keys.contains { holdsPass(key, account, $0) }
        default: false
        }
    }

    /// Whether what an account had, as key or person, was never let go by it. Where the server has
    /// lost whose it was, another account may have had it since, and let it go.
    private func hasNotLetGo(_ account: UInt16, _ number: Int) -> Bool {
        !ever.hasReleased(number, account) && !ever.erasedAccounts.contains(Int(account))
    }

    /// Whether a device may rely on it: as its own person, and as all of its account's of which it
    /// has heard.
    private func must(_ key: Int, _ person: Int) -> Bool {
        let owner = truth.owner(of: person)
        if owner == Self.none { return key == person }
        return truth.account(of: key) == owner
            && (key == person || holdsPass(key, owner, person))
    }
}

extension SmallClub: Hashable {
    /// Without what is in memory: it follows from the rest, or there is a breach.
    static func == (left: Self, right: Self) -> Bool { left.essence == right.essence }
    func hash(into hasher: inout Hasher) { essence.hash(into: &hasher) }

    private var essence: Essence {
        Essence(
            tables: tables, log: log, ever: ever, copy: copy, hasRestored: hasRestored,
            truth: truth, passes: passes)
    }

    private struct Essence: Hashable {
        var tables: Tables
        var log: Log
        var ever: Log
        var copy: Tables?
        var hasRestored: Bool
        var truth: Tables
        var passes: UInt32
    }
}
