import Documents
import Lobby
import SyncClient
import Testing
import Wire

@Suite("A device that is signed in to an account, and out")
struct ClientAccountTests {
    /// An account of which one's own person is one.
    private static func account(
        _ token: Token,
        passes: [PersonID: Identifier128] = [
            Phone.owner(1).person: Identifier128(high: 1, low: 1),
            Phone.owner(9).person: Identifier128(high: 9, low: 9),
        ]
    ) -> AccountCredentials {
        AccountCredentials(
            account: Identifier128(high: 0xAC, low: 0), token: token, passes: passes)
    }

    private static let account = account(Phone.owner(5).token)

    private func hello(_ phone: Phone) throws -> Hello {
        let message = try ClientMessage<Lobby>.decode(try #require(phone.sent.first))
        guard case .hello(let hello) = message else { throw WireError.unexpected(at: 0) }
        return hello
    }

    /// The server ends the connection because the token is no good any more.
    private func signOut(_ phone: inout Phone) {
        phone.open()
        phone.receive(.error(ErrorNotice(.signedOut)))
        phone.loseConnection(closeCode: SyncCloseCode.signedOut)
    }

    @Test("A device that was signed out stops and says so; what is entered then stays")
    func signedOut() throws {
        var (phone, _) = try SyncTests.playing()
        phone.loseConnection()
        signOut(&phone)
        #expect(phone.core.connectionState == .stopped(.signedOut))
        #expect(
            phone.core.view.problem == "You were signed out on this device. Your entries stay here."
        )
        try phone.edit(.score(1, 3))
        #expect(phone.core.view.pendingCount == 1)
        #expect(phone.core.nextDeadline == nil)
    }

    @Test("What waits is sent with the new token once the device is signed in again")
    func signInAgain() throws {
        var (phone, server) = try SyncTests.playing()
        phone.loseConnection()
        signOut(&phone)
        try phone.edit(.score(1, 3))
        let replica = phone.core.replica
        phone.signIn(to: Self.account)
        #expect(phone.core.connectionState == .connecting)
        try phone.connect(&server)
        #expect(phone.core.credentials == Self.account.credentials(as: Phone.owner(1).person))
        #expect(phone.core.view.pendingCount == 0 && phone.core.view.isUpToDate)
        #expect(phone.core.replica == replica && server.rows.count == 1)
    }

    @Test("What was under way when the device was signed out arrives once, and nothing is left")
    func underWay() throws {
        for hasArrived in [true, false] {
            var (phone, server) = try SyncTests.playing()
            try phone.edit(.score(1, 3))
            try phone.edit(.score(2, 4))
            if hasArrived {
                // The answer never comes back.
                _ = try server.receive(phone.sent.removeFirst(), on: &phone.session)
            }
            phone.loseConnection()
            signOut(&phone)
            try phone.edit(.score(3, 5))
            try phone.restart()
            let top = server.top
            signOut(&phone)
            phone.signIn(to: Self.account)
            try phone.connect(&server)
            #expect(server.top - top == (hasArrived ? 2 : 3))
            #expect(phone.core.view.pendingCount == 0)
            #expect((1...3).map { phone.core.view.score($0) } == [3, 4, 5])
        }
    }

    @Test("The journal keeps by what the device acts")
    func journal() throws {
        var (phone, _) = try SyncTests.playing()
        phone.signIn(to: Self.account)
        let credentials = Self.account.credentials(as: Phone.owner(1).person)
        #expect(
            ClientCore<Lobby>.identity(inJournal: phone.journal)?.credentials == credentials)
        #expect(ClientCore<Lobby>.identity(inJournal: phone.core.compactedJournal()) != nil)
        try phone.restart()
        #expect(phone.core.credentials == credentials)
        phone.open()
        #expect(try hello(phone).credentials == credentials)
    }

    @Test("A session that lasts goes on, and the next one is begun with the new token")
    func lasting() throws {
        var (phone, server) = try SyncTests.playing()
        phone.signIn(to: Self.account)
        #expect(phone.core.connectionState == .live)
        try phone.edit(.score(1, 3))
        try phone.talk(&server)
        #expect(phone.core.view.pendingCount == 0)
        phone.loseConnection(closeCode: SyncCloseCode.again)
        phone.open()
        #expect(try hello(phone).credentials.token == Self.account.token)
    }

    @Test("An answer about the old token doesn't stop a device that has a new one by then")
    func late() throws {
        for (error, code) in [
            (SessionError.signedOut, SyncCloseCode.signedOut), (.badToken, SyncCloseCode.badToken),
        ] {
            var (phone, _) = try SyncTests.playing()
            phone.loseConnection()
            phone.open()
            phone.signIn(to: Self.account)
            phone.receive(.error(ErrorNotice(error)))
            phone.loseConnection(closeCode: code)
            phone.open()
            #expect(try hello(phone).credentials.token == Self.account.token)
            phone.receive(.error(ErrorNotice(error)))
            phone.loseConnection(closeCode: code)
            guard case .stopped = phone.core.connectionState else { return #expect(Bool(false)) }
            phone.signIn(to: Self.account)
            #expect(phone.core.connectionState == .connecting)
        }
    }

    @Test("A journal of somebody who isn't the account's stays as it is")
    func anotherPerson() throws {
        var (phone, _) = try SyncTests.playing()
        let before = phone.journal
        let others = Self.account(
            Phone.owner(5).token, passes: [Phone.owner(9).person: Identifier128(high: 9, low: 9)])
        phone.signIn(to: others, isOwn: false)
        #expect(phone.core.credentials == Phone.owner(1))
        #expect(phone.journal == before)
    }

    @Test("Whoever the server says one is one becomes, by the pass for that person")
    func adoption() throws {
        for isKnown in [true, false] {
            var phone = Phone.guest(5)
            var server = FakeServer(lobbyID: Phone.lobby)
            var host = Phone.host()
            try host.edit(.create)
            try host.connect(&server)
            if isKnown { phone.signIn(to: Self.account, isOwn: false) }
            phone.open()
            var answers = try server.receive(phone.sent.removeFirst(), on: &phone.session)
            guard case .welcome(var welcome) = answers[0] else { return #expect(Bool(false)) }
            (welcome.person, welcome.admission) = (Phone.owner(1).person, .member(MemberNumber(1)))
            answers[0] = .welcome(welcome)
            for answer in answers { phone.receive(answer) }
            #expect(phone.core.view.me == MemberNumber(1))
            try phone.restart()
            let pass = Self.account.credentials(as: Phone.owner(1).person)?.pass
            #expect(
                phone.core.credentials
                    == Credentials(
                        person: Phone.owner(1).person, token: Phone.owner(5).token,
                        pass: isKnown ? pass : nil))
        }
    }
}

extension Phone {
    /// - Parameter isOwn: whether the account owns the journal's person.
    fileprivate mutating func signIn(to account: AccountCredentials, isOwn: Bool = true) {
        let owns = core.signIn(to: account, now: now)
        #expect(owns == isOwn)
        settle()
    }
}
