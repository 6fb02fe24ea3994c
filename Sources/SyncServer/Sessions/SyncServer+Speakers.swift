import Club
package import Documents
import Log
import Structures
import Wire

/// Who a client is: first whether it may act as the person it says it is, then as which of its
/// account's persons it comes in.
///
///     hello ──▸ Speakers ── accepted ──▸ lobby ──▸ person ──▸ seat, welcome
///                  ├── signedOut ──▸ signed_out
///                  └── stranger ──▸ bad_token
///
/// A session knows its person, but not its key. So when a device is signed out, all who act as the
/// account's persons are sent away: those that may come back do, at once and by themselves.
extension SyncServer {
    /// Whether a client may act as the person it says it is; one that may not is ended.
    mutating func mayAct(_ id: SessionID, now: ServerTime) -> Bool {
        guard let credentials = sessions[id].greeting?.hello.credentials else { return false }
        switch answer(to: credentials) {
        case .accepted(let account):
            sessions[id].greeting?.account = account
            return true
        case .stranger where credentials.pass == nil: fail(id, .badToken, now: now)
        case .stranger, .signedOut: fail(id, .signedOut, now: now)
        }
        return false
    }

    private func answer(to credentials: Credentials) -> Speakers.Answer {
        let key = DeviceKey(credentials.token.person.value)
        let pass = credentials.pass.flatMap { pass -> AccountID? in
            let account = AccountID(pass.account)
            let valid = Identity.pass(
                for: key, of: account, as: credentials.person, secret: configuration.secret)
            return Identity.isEqual(pass.proof, valid) ? account : nil
        }
        return configuration.askSpeakers {
            $0.answer(to: key, as: credentials.person, passOf: pass)
        }
    }

    /// The person as whom somebody comes into a lobby: the journal's, where it is known, and else a
    /// member. Nobody else learns that two persons are one.
    mutating func person(of greeting: Greeting, in slot: SlotID) -> PersonID {
        let said = greeting.person
        guard let account = greeting.account else { return said }
        let own = configuration.askSpeakers { $0.persons(of: account) }
        guard own.contains(said) else { return said }
        if let row = lobbies[slot].replicas[greeting.hello.replica], own.contains(row.person) {
            return row.person
        }
        let members = lobbies[slot].activePeople
        guard !members.contains(said), !holdsTicket(greeting.hello, for: said, in: slot) else {
            return said
        }
        return members.first(where: own.contains) ?? said
    }

    /// Sends away all who act as one of these persons, or are about to: those that may not any more
    /// aren't let in again. To be called between two turns.
    package mutating func recall(persons: Set<PersonID>, now: ServerTime) {
        for id in sessions.ids(actingAs: persons) { send(away: id, now: now) }
    }
}
