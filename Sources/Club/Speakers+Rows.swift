/// The registry as the tables have it at the start.
extension Speakers {
    package init(_ rows: SpeakerRows) {
        self.init(
            links: rows.keys.compactMap { row in row.account.map { (row.key, $0) } },
            owners: rows.persons.map { ($0.person, $0.account) },
            retired: rows.keys.filter { $0.retired != nil }.map(\.key),
            erased: rows.erased.map(\.person), erasedAccounts: rows.erasedAccounts,
            releases: rows.releases)
    }
}
