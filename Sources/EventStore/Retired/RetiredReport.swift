import Club

/// What is found when `retired.log` is held against the database.
package struct RetiredReport: Equatable, Sendable {
    /// Keys and persons that the file has.
    package var entries = 0
    /// Lines of the file that aren't as they were written.
    package var damagedLines = 0
    /// What the database says is retired, and the file doesn't.
    package var missing = 0

    /// What is wrong, in words.
    package var faults: [String] {
        var faults: [String] = []
        if damagedLines > 0 {
            faults.append("\(damagedLines) lines of retired.log aren't as they were written")
        }
        if missing > 0 {
            faults.append(
                "\(missing) keys and persons are retired in the database, but not in retired.log")
        }
        return faults
    }
}

extension EventStore {
    /// Looks at the `retired.log` of a folder, which a server may be using.
    package static func judgeRetired(in folder: String) throws(StoreError) -> RetiredReport {
        try StoredLog.open(path: DataFolder.databasePath(in: folder))
            .judge(retired: folder + "/" + RetiredFile.name)
    }
}

extension StoredLog {
    /// Holds the file at `path` against the tables as they were at this moment: so the file, which
    /// is written first, has all that they have.
    func judge(retired path: String) throws(StoreError) -> RetiredReport {
        let file = try RetiredFile(reading: path) ?? RetiredFile()
        let known = Set(file.entries.map(\.subject))
        let missing = try retired().count { !known.contains($0.subject) }
        return RetiredReport(
            entries: known.count, damagedLines: file.damagedLineCount, missing: missing)
    }
}
