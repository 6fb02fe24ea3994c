package import Documents
package import Log

/// A log that can be asked where a person has a seat.
package protocol SeatedLog: EventLog {
    func lobbies(of person: PersonID) async -> Set<LobbyID>
}

extension MemoryLog: SeatedLog {
    package func lobbies(of person: PersonID) async -> Set<LobbyID> {
        Set(seats.filter { $0.value.contains(person) }.keys)
    }
}
