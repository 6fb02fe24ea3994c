import API
import ClientPlatform
import Documents
import Glibc
import SyncClient
import SystemCalls
import Wire

/// Ways into an account.
extension Desk {
    func logIn(_ name: String?) throws(Failure) -> ExitCode {
        let address = try signInAddress()
        guard let name = name ?? Terminal.ask("User name:"), !name.isEmpty else {
            throw Failure("Without a user name nobody can sign in.", code: .usage)
        }
        let proof = try proof()
        // A token of its own: what was played here before belongs to whoever played it.
        var generator = SystemRandomNumberGenerator()
        let token = Credentials.new(using: &generator).token
        let server = AccountServer(address, token: token)
        let known = try attemptStorage { () throws(StorageError) in
            try folder.known(at: address)
        }
        var account = try attemptAccount { () throws(AccountError) in
            try server.signIn(name, by: proof, known: known, label: Self.label)
        }
        try forget()
        try keep(account)
        // Without its name, which can wait for another time, it is as good.
        if let named = try? server.me(as: account) {
            account = named
            try keep(account)
        }
        let strangers = strangers(to: account)
        var message = "You are signed in as \(account.handle)."
        if isToTakeAlong(strangers) {
            let changed = try takeAlong(strangers, account, server)
            message += " " + self.message(of: changed, before: account)
        }
        say("confirmed", message, ["handle": .text(account.handle)])
        return .done
    }

    func signUp(_ handle: String) throws(Failure) -> ExitCode {
        let address = try signInAddress()
        try forget()
        let credentials = try ownCredentials()
        let server = AccountServer(address, token: credentials.token)
        let terms = try attemptAccount { () throws(AccountError) in try server.terms() }
        let application = try application(handle, terms, credentials)
        var generator = SystemRandomNumberGenerator()
        let id = Identifier128(high: generator.next(), low: generator.next())
        var (account, codes) = try attemptAccount { () throws(AccountError) in
            try server.signUp(id, application)
        }
        try keep(account)
        if codes.isEmpty {
            codes = try attemptAccount { () throws(AccountError) in
                try server.newRecoveryCodes()
            }
        }
        say(
            "confirmed", Self.welcome(account, codes),
            [
                "handle": .text(account.handle),
                "recovery_codes": .array(codes.map { .text($0) }),
            ])
        return .done
    }

    private static func welcome(_ account: KeptAccount, _ codes: [String]) -> String {
        (["You are \(account.handle) now, and signed in here."]
            + ["Recovery codes, each good once if you lose everything else; write them down:"]
            + codes.map { "  " + $0 }).joined(separator: "\n")
    }

    private func application(
        _ handle: String, _ terms: AccountTerms, _ own: Credentials
    ) throws(Failure) -> AccountApplication {
        var code = options.signUpCode
        switch terms.signUp {
        case .open: break
        case .closed: throw Failure("Nobody can sign up there at the moment.")
        case .code: code = code ?? Terminal.ask("Sign-up code:")
        }
        let games = folder.games().filter { folder.server(of: $0.name) == server() }
        let tokens = Set(games.map(\.identity.credentials.token)).subtracting([own.token])
        return AccountApplication(
            handle: handle, name: options.name ?? handle, age: try age(),
            password: try newPassword(signsMin: terms.passwordSignsMin), code: code,
            tokens: Array(tokens.prefix(AccountServer.tokensMax)), label: Self.label)
    }

    private func age() throws(Failure) -> AccountApplication.Age {
        if let age = options.age { return age }
        if Terminal.confirm("Are you 13 or older?") { return .ofAge }
        if Terminal.confirm("Does a parent or guardian agree?") { return .guardianAgrees }
        throw Failure(
            "An account is for whoever is 13 or older, or has a guardian who agrees; to play "
                + "nobody needs one. Without a terminal: --age 13, or --age guardian.",
            code: .usage)
    }
}

/// What signing in and signing up have in common.
extension Desk {
    /// The server to sign in at, if a password may be said on the way there.
    private func signInAddress() throws(Failure) -> ServerAddress {
        guard !options.isOffline else { throw Failure("For this, a server is needed.") }
        if let account, isSignedIn(account) {
            throw Failure(
                "You are signed in here as \(account.handle) at "
                    + "\(AccountText.address(account.server)); folf logout comes first.")
        }
        let address = server()
        guard address.isSecure || address.isOnThisMachine else {
            throw Failure(
                "Others could read your password on the way to \(address.authority): "
                    + "name the server as https://… (--server).")
        }
        return address
    }

    /// Whether the server still knows this device. As long as it can't be asked, it does.
    private func isSignedIn(_ account: KeptAccount) -> Bool {
        let server = AccountServer(account.server, token: account.credentials.token)
        do throws(AccountError) {
            _ = try server.me(as: account)
            return true
        } catch {
            let ends: [APIProblem.Kind] = [.signedOut, .notSignedIn, .accountLost]
            return !ends.contains { error.isProblem($0) }
        }
    }

    /// Forgets an account that this device was signed out of from elsewhere.
    private func forget() throws(Failure) {
        guard let account else { return }
        try attemptStorage { () throws(StorageError) in try folder.forget(account) }
    }

    private func isToTakeAlong(_ games: [GameFolder.Game]) -> Bool {
        guard !games.isEmpty else { return false }
        let what = games.count == 1 ? "the game" : "the \(games.count) games"
        return options.takesAlong ?? Terminal.confirm("Take \(what) played here along?")
    }

    /// Asks for what shows that an account is one's own.
    func proof() throws(Failure) -> AccountProof {
        guard options.usesRecoveryCode else { return .password(try password("Password:")) }
        guard let code = Terminal.askSecretly("Recovery code:"), !code.isEmpty else {
            throw Failure("Without a code nobody can sign in.", code: .usage)
        }
        return .recoveryCode(code)
    }

    private func password(_ question: String) throws(Failure) -> String {
        let file = try options.passwordFile.map { path throws(Failure) in
            try Self.firstLine(of: path)
        }
        guard let password = file ?? Terminal.askSecretly(question), !password.isEmpty else {
            throw Failure("Without a password nobody can sign in.", code: .usage)
        }
        return password
    }

    /// A password that is typed twice, so that it is what was meant.
    private func newPassword(signsMin: Int64) throws(Failure) -> String {
        let password = try password("Password of at least \(signsMin) signs:")
        guard options.passwordFile == nil, Terminal.isInputInteractive else { return password }
        guard try self.password("Once more:") == password else {
            throw Failure("Those were two different passwords.", code: .usage)
        }
        return password
    }

    private static func firstLine(of path: String) throws(Failure) -> String {
        do throws(SystemError) {
            let bytes = try contents(of: path, bytesMax: 4_096)
            return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        } catch {
            throw Failure("\(path) can't be read: \(error.text).", code: .usage)
        }
    }

    /// What this device is called in the list of devices.
    private static var label: String {
        var name = [CChar](repeating: 0, count: 65)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "folf" }
        let text = String(
            decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.isEmpty || text.utf8.count > 56 ? "folf" : "folf on \(text)"
    }
}

extension ServerAddress {
    /// Whether nobody else can listen on the way there.
    var isOnThisMachine: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isLoopback =
            parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { UInt8($0) != nil }
        return isLoopback || host == "localhost" || host == "::1"
    }
}
