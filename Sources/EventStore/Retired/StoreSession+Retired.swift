import Club
import Documents

/// `retired.log` and the tables are brought together when the store is opened: each gets what it
/// lacks. The tables lack what a copy lacks that was made before, and what was written into the log
/// just before the server was killed; the log lacks what it has lost to damage.
extension StoreSession {
    func mergeRetired(
        in folder: String, notice: (StoreNotice) -> Void
    ) throws(StoreError) -> RetiredLog {
        let path = folder + "/" + RetiredFile.name
        let own = try RetiredFile(reading: path)
        let rows = try onFile(path) { () throws(SQLiteError) in try speakersLeft() }
        var file = own ?? RetiredFile()
        file.merge(try RetiredFile.entries(in: folder))
        file.merge(rows.retired)
        if let own, own.damagedLineCount > 0 {
            notice(.retiredLogMended(lines: own.damagedLineCount))
        }
        if file.differs(from: own) { try file.writeWhole(to: path) }
        let missing = rows.missing(of: file.entries)
        if !missing.isEmpty {
            try onFile(path) { () throws(SQLiteError) in try retireAgain(missing) }
            notice(.retiredAgain(missing.count))
        }
        return RetiredLog(path: path, file)
    }

    /// All rows that can be read.
    private func speakersLeft() throws(SQLiteError) -> SpeakerRows {
        club.begin(rowsMax: .max)
        if let rows = try? club.speakers() { return rows }
        throw club.failure ?? .tooManyRows
    }

    /// Each by itself, as far as the pages of the tables can be read. What can't be noted there is
    /// known from the log all the same.
    private func retireAgain(_ entries: [RetiredEntry]) throws(SQLiteError) {
        try fillingDeleted { () throws(SQLiteError) in
            try begin.run()
            for entry in entries {
                _ = try underSavepoint { (tables) throws(ClubFault) in
                    // What was taken back is looked for among all persons.
                    tables.begin(rowsMax: .max)
                    try tables.note([entry])
                    try tables.eraseAgain([entry])
                }
                guard let failure = club.failure else { continue }
                guard rollBack() else { throw failure }
                return
            }
            try commit.run()
        }
    }
}

extension SpeakerRows {
    /// What the tables say is retired.
    var retired: [RetiredEntry] {
        let keys = keys.compactMap { row in
            row.retired.map { RetiredEntry(.key(row.key), at: $0) }
        }
        return keys + erased.map { RetiredEntry(.person($0.person), at: $0.at) }
    }

    /// Those of `entries` that the tables don't know of, or still have something of.
    fileprivate func missing(of entries: [RetiredEntry]) -> [RetiredEntry] {
        let noted = Set(retired.map(\.subject))
        let owned = Set(persons.map(\.person))
        let owners = Set(persons.map(\.account))
        let links = Set(persons.map { Release(of: $0.person, by: $0.account).id })
        return entries.filter { entry in
            switch entry.subject {
            case .person(let person): owned.contains(person) || !noted.contains(entry.subject)
            case .key: !noted.contains(entry.subject)
            case .account(let account): owners.contains(account)
            case .release(let id): links.contains(id)
            }
        }
    }
}
