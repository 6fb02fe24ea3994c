import Documents

/// The cells that aren't on the card: of rounds and players that aren't there, typed in a history
/// that was lost. Each is put down to the author of what it shows.
struct StrayCells: Hashable, Sendable {
    private var authors: [CellKey: MemberNumber] = [:]
    /// The number of such cells that each member has.
    private(set) var counts: [MemberNumber: Int] = [:]

    var count: Int { authors.count }
    var keys: [CellKey] { Array(authors.keys) }

    func contains(_ key: CellKey) -> Bool { authors[key] != nil }

    mutating func put(_ key: CellKey, downTo author: MemberNumber) {
        remove(key)
        authors[key] = author
        counts[author, default: 0] += 1
    }

    mutating func remove(_ key: CellKey) {
        guard let author = authors.removeValue(forKey: key), let count = counts[author] else {
            return
        }
        counts[author] = count > 1 ? count - 1 : nil
    }
}
