/// The settings that every connection runs with, read back where durability hangs on them.
///
/// In WAL mode `synchronous = NORMAL` loses acknowledged commits in a power cut; FULL syncs the
/// log at each commit (sqlite.org/pragma.html#pragma_synchronous). SQLite ignores what it can't
/// do instead of failing, so the settings are asked for again and anything else is refused.
extension SQLiteConnection {
    /// For the one connection that writes.
    func configureForWriting(_ limits: StoreLimits, path: String) throws(StoreError) {
        try onFile(path) { () throws(SQLiteError) in
            try execute("PRAGMA busy_timeout = \(limits.busyMillisecondsMax)")
            try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            countLogPages()
            try execute("PRAGMA foreign_keys = ON")
            // What is deleted is filled with zeros, but no page is written only for that: whole
            // pages of sorted batches are filled when a lobby is erased.
            try execute("PRAGMA secure_delete = FAST")
            if let pages = limits.databasePagesMax {
                try execute("PRAGMA max_page_count = \(pages)")
            }
            try hardenAgainstDamage()
        }
        try requireDurability(path: path)
    }

    /// For a connection that only reads.
    func configureForReading(_ limits: StoreLimits) throws(SQLiteError) {
        try execute("PRAGMA busy_timeout = \(limits.busyMillisecondsMax)")
        try hardenAgainstDamage()
    }

    /// No code from the file is run, damaged pages are noticed, and nothing is mapped into
    /// memory, where a read error would be a signal.
    private func hardenAgainstDamage() throws(SQLiteError) {
        try execute("PRAGMA trusted_schema = OFF")
        try execute("PRAGMA cell_size_check = ON")
        try execute("PRAGMA mmap_size = 0")
    }

    func requireDurability(path: String) throws(StoreError) {
        let (journal, synchronous) = try onFile(path) { () throws(SQLiteError) in
            (try texts("PRAGMA journal_mode"), try integer("PRAGMA synchronous"))
        }
        guard journal == ["wal"] else { throw .notDurable(setting: "journal_mode = WAL") }
        guard synchronous == 2 else { throw .notDurable(setting: "synchronous = FULL") }
    }
}
