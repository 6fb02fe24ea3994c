public import Documents

/// What everybody has thrown whose results have the same key, guests too. Means are in hundredths,
/// halves rounded upwards.
public struct CommonFigures: Hashable, Sendable {
    public let rounds: Int
    /// Different people, as far as it is known who they are.
    public let people: Int
    public let averageTotalHundredths: Int64
    public let averageOverHundredths: Int64
    public let bestTotal: Int64
    public let averageHundredthsByHole: [Int64]
}

/// Adds up what makes `CommonFigures`.
public struct CommonSums: Sendable {
    private var rounds: Int64 = 0
    private var people: Set<PersonID> = []
    private var total: Int64 = 0
    private var over: Int64 = 0
    private var best = Int64.max
    private var totals: [Int64] = []

    public init() {}

    /// Takes a result in. One with holes that aren't scored doesn't count, and none that has
    /// another number of holes than the first.
    ///
    /// - Parameters:
    ///   - pars: of each hole
    ///   - throws: of each hole; 0 where nothing is scored
    public mutating func add(person: PersonID?, pars: [UInt8], throws: [UInt8]) {
        guard !`throws`.isEmpty, pars.count == `throws`.count, !`throws`.contains(0) else {
            return
        }
        if totals.isEmpty { totals = Array(repeating: 0, count: `throws`.count) }
        guard totals.count == `throws`.count else { return }
        for (hole, count) in `throws`.enumerated() { totals[hole] += Int64(count) }
        let sum = `throws`.reduce(0) { $0 + Int64($1) }
        total += sum
        over += sum - pars.reduce(0) { $0 + Int64($1) }
        best = min(best, sum)
        rounds += 1
        if let person { people.insert(person) }
    }

    /// Nil if too few rounds, or too few people, have been added.
    public var figures: CommonFigures? {
        guard rounds >= ResultLimits.roundsMin, people.count >= ResultLimits.peopleMin else {
            return nil
        }
        return CommonFigures(
            rounds: Int(rounds), people: people.count,
            averageTotalHundredths: mean(total), averageOverHundredths: mean(over),
            bestTotal: best, averageHundredthsByHole: totals.map(mean))
    }

    /// In hundredths.
    private func mean(_ sum: Int64) -> Int64 {
        let (quotient, rest) = (200 * sum + rounds).quotientAndRemainder(dividingBy: 2 * rounds)
        return rest < 0 ? quotient - 1 : quotient
    }
}
