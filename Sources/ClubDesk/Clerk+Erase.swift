import API
import Club
import Documents
import EventStore
import HTTP
import Log
import Mail
import Wire

/// Erasing an account: said before what goes and what stays; then for good.
///
///     retired.log ──▸ tables ──▸ memory ──▸ sockets ──▸ names in games, some at a time
///
/// After the first step nothing brings the account back, whatever copy is restored. The last one
/// goes on after a restart, and begins anew after a restore. Nobody else's card changes by it.
extension Clerk {
    private static let goes = [
        "account", "devices", "passkeys", "keys", "friends", "invitations", "names", "courses",
    ]
    private static let stays = ["scores", "games_of_others", "course_changes", "backups"]

    func erasure(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let id = caller.account
        let persons = speakers.ask { Array($0.persons(of: id)) }
        let counts = try read { (tables) throws(ClubFault) in
            (
                devices: try tables.devices(of: id).count,
                passkeys: try tables.passkeys(of: id).count,
                friends: try tables.friends(of: id).count,
                games: Set(
                    try tables.seats(of: persons, after: nil, countMax: 20_000).map(\.lobby)
                ).count
            )
        }
        return .json([
            "goes": .array(Self.goes.map(JSONValue.text)),
            "stays": .array(Self.stays.map(JSONValue.text)),
            "counts": [
                "devices": .integer(Int64(counts.devices)),
                "passkeys": .integer(Int64(counts.passkeys)),
                "friends": .integer(Int64(counts.friends)),
                "games": .integer(Int64(counts.games)),
            ],
        ])
    }

    func erase(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let account = try account(caller.account)
        guard try Self.handle(call.body) == account.handle else {
            throw APIProblem(.badField, field: "handle")
        }
        let (keys, persons) = try forget(account)
        speakers.lend { speakers in
            speakers.erase(account: account.id)
            for key in keys { speakers.retire(key: key) }
        }
        host.recall(persons + keys.map(\.person))
        if account.isEmailVerified { send(.erased, to: account) }
        goOnErasing()
        return .nothing
    }

    /// Takes the account with all its keys and persons out of the tables. Whatever was linked to it
    /// meanwhile goes with it.
    private func forget(
        _ account: Account
    ) throws(APIProblem) -> (keys: [DeviceKey], persons: [PersonID]) {
        let id = account.id
        for _ in 0..<Self.triesMax {
            let (keys, persons) = try read { (tables) throws(ClubFault) in
                (
                    try tables.keys(of: id).filter { $0.retired == nil }.map(\.key),
                    try tables.persons(of: id).map(\.person)
                )
            }
            let now = host.wall()
            let entries =
                keys.map { RetiredEntry(.key($0), at: now) }
                + persons.map { RetiredEntry(.person($0), at: now) }
                + [RetiredEntry(.account(id), at: now)]
            do throws(ClubFault) {
                try store.retire(entries) { (tables) throws(ClubFault) in try tables.erase(id) }
                return (keys, persons)
            } catch .stale {
                continue
            } catch {
                throw APIProblem(error)
            }
        }
        throw APIProblem(.stale)
    }

    /// Takes the names of erased persons out of the games in which they are left. If the store
    /// can't, that is done later.
    func goOnErasing() {
        while true {
            let outcome = Handed<NameErasureOutcome>()
            store.eraseNames(lobbiesMax: Self.lobbiesAtOnce) { person, stored in
                try? NameErasure.texts(without: person, in: stored)
            } _: {
                outcome.give($0)
            }
            guard case .erased(let lobbies) = outcome.wait(), !lobbies.isEmpty else { return }
            for lobby in lobbies { host.reread(lobby) }
        }
    }

    private static let lobbiesAtOnce = 16

    /// How often something is tried again that others have changed meanwhile.
    static var triesMax: Int { 8 }
}
