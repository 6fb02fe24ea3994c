import Documents
import Lobby
import SyncClient
import Wire

/// Finds what players mean by the names that they type.
extension GameView {
    /// The column meant by a name, the beginning of one in any letter case, or its number.
    func column(called text: String) throws(Failure) -> Player {
        let columns = lobby?.columns ?? []
        let names = columns.map { name(of: $0) }
        if let place = try NameSearch.place(of: text, in: names) { return columns[place] }
        if let number = Int(text), columns.indices.contains(number - 1) {
            return columns[number - 1]
        }
        throw Failure("There is no player “\(text)” on the card. \(NameSearch.listing(names))")
    }

    /// The member meant by a column, or by a name for those who have none.
    func member(called text: String) throws(Failure) -> MemberNumber {
        let others = lobby?.members.filter { $0.player == nil && $0.standing == .active } ?? []
        if let place = try NameSearch.place(of: text, in: others.map(\.name)) {
            return others[place].number
        }
        let column = try column(called: text)
        guard let member = column.member else {
            throw Failure("\(name(of: column)) is a guest without a phone.")
        }
        return member
    }

    /// The one who knocks and is meant.
    func knock(called text: String) throws(Failure) -> Knock {
        let knocks = presence?.knocks ?? []
        guard let place = try NameSearch.place(of: text, in: knocks.map(\.name)) else {
            let listing = NameSearch.listing(knocks.map(\.name.safe))
            throw Failure("“\(text)” doesn't knock. \(listing)")
        }
        return knocks[place]
    }

    /// The hole's place on the card, by its label.
    func hole(called text: String) throws(Failure) -> Int {
        let labels = lobby?.holes.map(\.label) ?? []
        let wanted = text.lowercased()
        guard let place = labels.firstIndex(where: { $0.lowercased() == wanted }) else {
            throw Failure("There is no hole “\(text)”. \(NameSearch.listing(labels))")
        }
        return place + 1
    }

    func name(of column: Player) -> String { lobby?.name(of: column) ?? column.name }
}

/// Finds one of several names.
enum NameSearch {
    /// The place of the name that `text` means; nil if none fits. One as typed goes first, then one
    /// in other letter case, then the only one that begins so.
    ///
    /// - Parameter hint: what helps if several begin so.
    static func place(
        of text: String, in names: [String], hint: String = "Use the column's number."
    ) throws(Failure) -> Int? {
        let wanted = text.lowercased()
        let lowered = names.map { $0.lowercased() }
        let same = names.indices.filter { names[$0] == text }
        let exact = same.isEmpty ? lowered.indices.filter { lowered[$0] == wanted } : same
        let fitting =
            exact.isEmpty && !wanted.isEmpty
            ? lowered.indices.filter { lowered[$0].hasPrefix(wanted) } : exact
        guard fitting.count > 1 else { return fitting.first }
        let found = fitting.map { names[$0] }.joined(separator: ", ")
        throw Failure("“\(text)” could be \(found). \(hint)")
    }

    static func listing(_ names: [String]) -> String {
        names.isEmpty ? "There is none yet." : "There are: " + names.joined(separator: ", ") + "."
    }
}
