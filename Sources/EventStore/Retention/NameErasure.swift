import Club
package import Documents
package import Log
import SystemCalls

/// What has become of the names of erased persons.
package enum NameErasureOutcome: Equatable, Sendable {
    /// They are gone from these lobbies, each of which has a new epoch; there may be more unless
    /// there are none.
    case erased([LobbyID])
    /// Nothing was done, since batches can't be sorted, which `folfd verify` names.
    case unsorted
    /// Nothing was done.
    case failed(StoreError)
}

/// The texts of a lobby that take the place of those in which a person is named, by their event;
/// nil if its log can't be understood.
package typealias NamelessTexts =
    @Sendable (_ person: PersonID, _ lobby: StoredLobby) -> [Seq: [UInt8]]?

extension EventStore {
    /// Takes the names of erased persons out of lobbies in which they had a seat, which is gone
    /// with that; and their notebooks, whole. What was there is overwritten with zeros; bodies and
    /// hashes of games stay as they are. To be called until none is left, also after a start: a
    /// copy that was restored has the names again, and the seats.
    ///
    /// Whoever has one of the lobbies in memory has to read it anew.
    ///
    /// - Parameters:
    ///   - lobbiesMax: how many at once; others wait meanwhile.
    ///   - answer: called on the store's thread, or at once if the store is closed.
    package func eraseNames(
        lobbiesMax: Int, _ texts: @escaping NamelessTexts,
        _ answer: @escaping @Sendable (NameErasureOutcome) -> Void
    ) {
        let request = StoreRequest.eraseNames(lobbiesMax: lobbiesMax, texts, answer)
        if !queue.add(request, at: 0) { answer(.failed(.closed)) }
    }
}

extension StoreSession {
    func eraseNames(
        lobbiesMax: Int, _ texts: NamelessTexts
    ) throws(SQLiteError) -> NameErasureOutcome {
        guard try !seatsOfErased(max: 1).isEmpty else { return .erased([]) }
        let lobbies = try fillingDeleted { () throws(SQLiteError) in
            try begin.run()
            try log.sortAll(through: connection)
            var lobbies: [LobbyID] = []
            if log.isSorted {
                try fillFreePages()
                for (person, lobby) in try seatsOfErased(max: lobbiesMax) {
                    try eraseName(of: person, in: lobby, texts)
                    if !lobbies.contains(lobby) { lobbies.append(lobby) }
                }
            }
            try commit.run()
            return lobbies
        }
        guard log.isSorted else { return .unsorted }
        // Until it is moved, the write-ahead log has the pages as they were.
        try? connection.checkpoint()
        return .erased(lobbies)
    }

    private func seatsOfErased(
        max: Int
    ) throws(SQLiteError) -> [(person: PersonID, lobby: LobbyID)] {
        var seats: [(PersonID, LobbyID)] = []
        let select = try connection.prepare(
            """
            SELECT seats.person, seats.lobby FROM erased_persons
            CROSS JOIN seats ON seats.person = erased_persons.person LIMIT ?1
            """)
        try select.forEachRow([.integer(Int64(max))]) { row in
            guard let person = row.identifier(0), let lobby = row.identifier(1) else { return }
            seats.append((PersonID(person), LobbyID(lobby)))
        }
        return seats
    }

    /// A lobby that is damaged stays as it is: nobody is shown anything of it.
    private func eraseName(
        of person: PersonID, in lobby: LobbyID, _ texts: NamelessTexts
    ) throws(SQLiteError) {
        guard lobby != LobbyID(notebookOf: person) else { return try remove([lobby]) }
        let leave = try connection.prepare("DELETE FROM seats WHERE person = ?1 AND lobby = ?2")
        try leave.run([.identifier(person.value), lobby.blob])
        let reading = try log.read(lobby)
        guard reading.findings.isEmpty, let stored = reading.stored, var head = reading.head,
            let nameless = texts(person, stored), !nameless.isEmpty
        else { return }
        let replace = try connection.prepare(
            "UPDATE texts SET body = ?3, checksum = ?4 WHERE lobby = ?1 AND seq = ?2")
        for (seq, body) in nameless {
            try replace.run([
                lobby.blob, .unsigned(seq), .blob(body),
                RowChecksum.text(lobby, seq, body).value,
            ])
        }
        // Every phone that comes gets the whole lobby: no other news would take the name from it.
        var random = SystemRandom()
        head.epoch = Epoch(.random(in: 1...UInt64.max, using: &random))
        let renew = try connection.prepare(
            "UPDATE lobbies SET epoch = ?2, checksum = ?3 WHERE lobby = ?1")
        try renew.run([
            lobby.blob, .unsigned(head.epoch.value), RowChecksum.head(head).value,
        ])
    }
}
