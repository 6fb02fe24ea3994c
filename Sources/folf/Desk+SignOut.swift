import API
import ClientPlatform
import Documents
import SyncClient
import Wire

/// The way out of an account.
extension Desk {
    func logOut() async throws(Failure) -> ExitCode {
        let (account, server) = try signedIn()
        let games = folder.games().filter { account.owns($0.identity.credentials.person) }
        for game in games where folder.pendingCount(of: game) > 0 {
            for number in folder.journalNumbers(of: game.name) {
                _ = try await handOver(game, number)
            }
        }
        let waiting = games.reduce(0) { $0 + folder.pendingCount(of: $1) }
        guard waiting == 0 || mayLeaveWaiting(waiting) else {
            throw Failure(
                "\(Self.entriesWait(waiting)) for the server; you are still signed in "
                    + "(--yes signs you out all the same).", code: .unconfirmed)
        }
        let known = try retire(server)
        try attemptStorage { () throws(StorageError) in
            if let known { try folder.keep(known: known, at: account.server) }
            try folder.forget(account)
        }
        let stay = games.isEmpty ? "" : " Your games stay here, and go on when you sign in again."
        say("confirmed", "You are signed out.\(stay)", ["pending": .integer(Int64(waiting))])
        return .done
    }

    private func mayLeaveWaiting(_ count: Int) -> Bool {
        options.isSure
            || Terminal.confirm(
                "\(Self.entriesWait(count)) for the server, and will until you sign in here again. "
                    + "Sign out?")
    }

    private static func entriesWait(_ count: Int) -> String {
        count == 1 ? "1 entry waits" : "\(count) entries wait"
    }

    /// Retires this device's token.
    ///
    /// - Returns: what lets it be known again; nil if it was signed out before, be it by a request
    ///   whose answer was lost.
    private func retire(_ server: AccountServer) throws(Failure) -> String? {
        do throws(AccountError) {
            return try server.signOut()
        } catch {
            let ends: [APIProblem.Kind] = [.signedOut, .notSignedIn]
            guard !ends.contains(where: { error.isProblem($0) }) else { return nil }
            if case .connection(let error) = error {
                throw Failure(
                    "\(error.sentence.safe) Without the server you can't be signed out.")
            }
            throw Failure(error)
        }
    }
}
