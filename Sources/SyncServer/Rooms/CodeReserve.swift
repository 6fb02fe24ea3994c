import Documents

/// A reserve of codes for lobbies to come, which the store keeps free, so that none has to be asked
/// for when one is needed.
struct CodeReserve {
    private var codes: [JoinCode] = []
    private let countMax: Int
    private let retryMilliseconds: UInt64
    private var isAsking = false
    /// The time before which a store that had no codes to give isn't asked again.
    private var asksAgainAt: UInt64 = 0

    init(countMax: Int, retryMilliseconds: UInt64) {
        self.countMax = countMax
        self.retryMilliseconds = retryMilliseconds
    }

    var isEmpty: Bool { codes.isEmpty }

    mutating func take() -> JoinCode? { codes.popLast() }

    /// The number of codes to ask for now; nil unless there are few.
    mutating func takeWish(now: UInt64) -> Int? {
        guard !isAsking, codes.count <= countMax / 2, now >= asksAgainAt else { return nil }
        isAsking = true
        asksAgainAt = now + retryMilliseconds
        return countMax - codes.count
    }

    /// Takes the answer to a wish; it is empty if the store can't give any.
    mutating func add(_ new: [JoinCode]) {
        isAsking = false
        if !new.isEmpty { asksAgainAt = 0 }
        codes += new
    }
}
