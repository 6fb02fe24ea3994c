package import Club

extension EventStore {
    /// Runs `body` on the store's thread, in the transaction that the commits which wait share, and
    /// under a savepoint of its own: if it throws, nothing is changed. Returns once that is
    /// durable. `body` must be short, and hand on nothing of what it is given.
    ///
    /// Not for a loop, and not for the store's thread: it waits.
    package func changeClub<Value: Sendable>(
        _ body: @escaping @Sendable (ClubTables) throws(ClubFault) -> Value
    ) throws(ClubFault) -> Value { try ask(retiring: [], body) }

    /// Runs `body` on a connection that only reads, of which there are some, within limits of rows
    /// and time. What it sees is one moment. Not for a loop: it waits.
    package func readClub<Value: Sendable>(
        _ body: (ClubTables) throws(ClubFault) -> Value
    ) throws(ClubFault) -> Value { try readers.read(body) }

    /// Like `readClub`, for a whole country's courses.
    package func readCatalogue<Value: Sendable>(
        _ body: (ClubTables) throws(ClubFault) -> Value
    ) throws(ClubFault) -> Value {
        try readers.read(
            rowsMax: ClubLimits.catalogueRowsMax,
            millisecondsMax: ClubLimits.catalogueMillisecondsMax, body)
    }

    /// Like `readClub`, for all results of a course.
    package func readResults<Value: Sendable>(
        _ body: (ClubTables) throws(ClubFault) -> Value
    ) throws(ClubFault) -> Value {
        try readers.read(
            rowsMax: ClubLimits.figureRowsMax * 2,
            millisecondsMax: ClubLimits.catalogueMillisecondsMax, body)
    }

    /// Retires keys and persons for good. They are noted in `retired.log` first, and synced, and
    /// then in the tables; `body` runs behind that in the same transaction, as with `changeClub`.
    /// If only the second half fails, the next opening repeats the marks, and to ask again does no
    /// harm.
    package func retire<Value: Sendable>(
        _ entries: [RetiredEntry],
        _ body: @escaping @Sendable (ClubTables) throws(ClubFault) -> Value
    ) throws(ClubFault) -> Value {
        do throws(StoreError) {
            try retired.append(entries)
        } catch {
            if case .full = error { throw .unavailable(full: true) }
            throw .unavailable(full: false)
        }
        return try ask(retiring: entries, body)
    }

    /// What has to be known to say who may act as whom, as far as it can be read, with what
    /// `retired.log` has. Reads all of it: for the start.
    package func speakers() throws(ClubFault) -> SpeakerRows {
        var rows = try readers.read(rowsMax: .max, millisecondsMax: nil) {
            (tables) throws(ClubFault) in try tables.speakers()
        }
        rows.retire(retired.entries)
        return rows
    }

    private func ask<Value: Sendable>(
        retiring entries: [RetiredEntry],
        _ body: @escaping @Sendable (ClubTables) throws(ClubFault) -> Value
    ) throws(ClubFault) -> Value {
        let reply = ClubReply<Value>()
        let change = reply.change(retiring: entries, body)
        guard queue.add(.change(change), at: 0) else { throw .unavailable(full: false) }
        return try reply.wait()
    }
}
