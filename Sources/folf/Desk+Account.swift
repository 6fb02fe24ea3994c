import API
import ClientPlatform
import Documents
import SyncClient
import Wire

/// The account itself: what belongs to it.
extension Desk {
    /// The account that this device is signed in to, and its server, which has to answer for what
    /// follows.
    func signedIn() throws(Failure) -> (account: KeptAccount, server: AccountServer) {
        guard let account else {
            throw Failure(
                "You aren't signed in here: folf login, or folf sign-up NAME for a new account.")
        }
        guard self.account(at: options.server ?? account.server) != nil else {
            let server = AccountText.address(account.server)
            throw Failure("You are signed in at \(server), not there.", code: .usage)
        }
        guard !options.isOffline else { throw Failure("For this, a server is needed.") }
        return (account, AccountServer(account.server, token: account.credentials.token))
    }

    func perform(_ action: AccountAction) throws(Failure) -> ExitCode {
        let (kept, server) = try signedIn()
        switch action {
        case .show: return try show(kept, server)
        case .signOut(let text): return try signOut(text, server)
        case .takeAlong:
            let account = try takeAlong(strangers(to: kept), kept, server)
            say("confirmed", message(of: account, before: kept))
            return .done
        }
    }

    private func show(_ kept: KeptAccount, _ server: AccountServer) throws(Failure) -> ExitCode {
        let (account, devices, games) = try attemptAccount { () throws(AccountError) in
            (try server.me(as: kept), try server.devices(), try server.games())
        }
        // Names and persons may have changed on another device.
        if account != kept { try keep(account) }
        let here = Set(folder.games().compactMap(\.view.lobbyID))
        let missing = games.filter { !here.contains($0.lobby) }
        var lines = [
            "\(account.name) (\(account.handle)) at \(AccountText.address(account.server))",
            "Devices:",
        ]
        lines += AccountText.devices(devices, date: Terminal.date)
        if !missing.isEmpty {
            lines.append("Games that aren't on this device; folf join ID brings one here:")
            lines += AccountText.games(missing, date: Terminal.date)
        }
        say("confirmed", lines.joined(separator: "\n"), fields(account, devices, missing))
        return .done
    }

    private func fields(
        _ account: KeptAccount, _ devices: [AccountDevice], _ games: [AccountGame]
    ) -> JSONObject {
        [
            "account": .text("\(account.credentials.account)"), "handle": .text(account.handle),
            "name": .text(account.name), "server": .text(account.server.description),
            "devices": .array(
                devices.map { device in
                    [
                        "device": .text("\(device.id)"), "label": .text(device.label),
                        "seen_day": .integer(device.seenDay), "is_this": .truth(device.isThis),
                    ]
                }),
            "games_elsewhere": .array(games.map { .text("\($0.lobby.value)") }),
        ]
    }

    private func signOut(_ text: String, _ server: AccountServer) throws(Failure) -> ExitCode {
        let devices = try attemptAccount { () throws(AccountError) in try server.devices() }
        let device = try AccountText.only(devices, \.id, text, "device", "folf account")
        guard !device.isThis else { throw Failure("That is this device: folf logout.") }
        try attemptAccount { () throws(AccountError) in try server.remove(device: device.id) }
        say("confirmed", "\(device.label.ifEmpty("The device")) is signed out.")
        return .done
    }

    func keep(_ account: KeptAccount) throws(Failure) {
        try attemptStorage { () throws(StorageError) in try folder.keep(account) }
    }
}

/// Games that were played on this device without the account.
extension Desk {
    /// The games of the account's server that were begun as somebody who is no account's.
    func strangers(to account: KeptAccount) -> [GameFolder.Game] {
        folder.games().filter { game in
            let credentials = game.identity.credentials
            return folder.server(of: game.name) == account.server && credentials.pass == nil
                && !account.owns(credentials.person)
        }
    }

    /// Makes games the account's, as far as they are to be had.
    func takeAlong(
        _ games: [GameFolder.Game], _ account: KeptAccount, _ server: AccountServer
    ) throws(Failure) -> KeptAccount {
        let tokens = Set(games.map(\.identity.credentials.token)).prefix(AccountServer.tokensMax)
        guard !tokens.isEmpty else { return account }
        let changed = try attemptAccount { () throws(AccountError) in
            try server.claim(Array(tokens), for: account)
        }
        try keep(changed)
        return changed
    }

    /// How many games have come along.
    func message(of account: KeptAccount, before: KeptAccount) -> String {
        let count = strangers(to: before).count { account.owns($0.identity.credentials.person) }
        guard count > 0 else { return "No game has come along." }
        return count == 1 ? "1 game has come along." : "\(count) games have come along."
    }
}
