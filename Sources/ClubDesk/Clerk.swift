import API
import Club
import Documents
import EventStore
import HTTP
import Secrets
import SyncServer
import SystemCalls
import Threads

/// Answers what the API is asked about people: on the thread that asks, which may wait for a commit
/// or for the hash of a password. Nothing of this is for a loop.
///
///     request ── form (APITable) ──▸ call ── who asks (Caller) ──▸ subject ──▸ answer
///
/// What is durable is in the store's tables. Beside them stand in memory who may act as whom
/// (`speakers`), changed after each commit that concerns it and never before, and what is only good
/// for minutes (`memory`). Whatever a client asks for may come twice, since answers get lost: so
/// everything that changes something is named by the client, and the second time changes nothing.
final class Clerk: Sendable {
    let store: EventStore
    let speakers: SharedSpeakers
    let passwords: Passwords
    let settings: ClubSettings
    let host: ClubHost
    let tally = SignInTally()
    let shelf = CourseShelf()
    let figures = FigureShelf()
    let crowds = CourseCrowds()
    private let memory: Lock<ShortMemory>

    init(
        _ store: EventStore, _ speakers: SharedSpeakers, _ passwords: Passwords,
        _ settings: ClubSettings, _ host: ClubHost
    ) {
        self.store = store
        self.speakers = speakers
        self.passwords = passwords
        self.settings = settings
        self.host = host
        memory = Lock(ShortMemory(now: host.monotonic()))
    }

    /// The server's secret, which passes and other proofs are made with.
    var secret: [UInt8] { store.secret }

    func randomIdentifier() -> Identifier128 {
        var random = SystemRandom()
        return Identifier128(high: random.next(), low: random.next())
    }

    /// Looks at what is only good for minutes, or changes it.
    func remember<Value: Sendable>(_ body: (inout ShortMemory) -> Value) -> Value {
        memory.withLock { body(&$0) }
    }

    func answer(_ call: APICall) throws(APIProblem) -> APIAnswer {
        switch APITable.route(call.operation).access {
        case .anyone, .device: return try answerAnyone(call)
        case .account: return try answer(call, try caller(of: call))
        case .full: return try answer(call, try fullCaller(of: call))
        case .fresh: return try answer(call, try freshCaller(of: call))
        }
    }

    private func answerAnyone(_ call: APICall) throws(APIProblem) -> APIAnswer {
        switch call.operation {
        case .about: about(call)
        case .handle: try lookUpHandle(call)
        case .suggestHandle: try suggestHandle(call)
        case .signUp: try counted(call, signUp)
        case .signIn: try counted(call, signIn)
        case .confirmMail: try counted(call, confirmMail)
        case .sendMail: try sendMail(call)
        case .passkeyChallenge: try passkeyChallenge(call)
        case .person: try person(call)
        case .game: try game(call)
        case .gameTable: try gameTable(call)
        case .gameHistory: try gameHistory(call)
        case .createGame: try createGame(call)
        case .suggest: try suggest(call)
        case .offerColumns: try offerColumns(call)
        case .offeredColumns: try offeredColumns(call)
        case .releaseColumn: try releaseColumn(call)
        case .coursePacks: try coursePacks()
        case .coursePack: try coursePack(call)
        case .courses: try courses(call)
        case .course: try course(call)
        case .exportCourses: try exportCourses(call)
        case .courseFigures: try courseFigures(call)
        case .courseComments: try courseComments(call)
        case .courseCrowd: try courseCrowd(call)
        default: throw APIProblem(.notImplemented)
        }
    }

    private func answer(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        switch call.operation {
        case .me: try me(call, caller)
        case .changeMe: try changeMe(call, caller)
        case .setPassword: try setPassword(call, caller)
        case .removePassword: try removePassword(caller)
        case .setEmail: try setEmail(call, caller)
        case .removeEmail: try removeEmail(caller)
        case .recoveryCodes: try recoveryCodes(caller)
        case .signOut: try signOut(caller)
        case .devices: try devices(caller)
        case .renameDevice: try renameDevice(call, caller)
        case .removeDevice: try removeDevice(call, caller)
        case .removeOtherDevices: try removeOtherDevices(caller)
        case .claimPersons: try claimPersons(call, caller)
        case .releasePerson: try releasePerson(call, caller)
        case .passkeys: try passkeys(caller)
        case .addPasskey: try addPasskey(call, caller)
        case .removePasskey: try removePasskey(call, caller)
        case .openLink: try openLink(caller)
        case .getLink: try getLink(call, caller)
        case .approveLink: try approveLink(call, caller)
        case .games: try games(call, caller)
        case .myResults: try myResults(call, caller)
        case .shareCourse: try shareCourse(call, caller)
        case .unshareCourse: try unshareCourse(call, caller)
        case .courseChanges: try courseChanges(call, caller)
        case .changeCourse: try changeCourse(call, caller)
        case .decideChange: try decideChange(call, caller)
        case .comment: try comment(call, caller)
        case .removeComment: try removeComment(call, caller)
        case .markComment: try markComment(call, caller)
        case .matchCourse: try matchCourse(call, caller)
        case .export: try export(caller)
        case .exportTable: try exportTable(caller)
        case .erasure: try erasure(caller)
        case .erase: try erase(call, caller)
        case .friends: try friends(call, caller)
        case .acceptFriend: try acceptFriend(call, caller)
        case .unfriend: try unfriend(call, caller)
        case .blocks: try blocks(caller)
        case .block: try block(call, caller)
        case .unblock: try unblock(call, caller)
        case .ask: try ask(call, caller)
        case .unask: try unask(call, caller)
        case .askPlayer: try askPlayer(call, caller)
        case .friendLink: try friendLink(call, caller)
        case .endFriendLink: try endFriendLink(call, caller)
        case .invite: try invite(call, caller)
        case .inbox: try inbox(call, caller)
        case .answer: try answerInvitation(call, caller)
        case .search: try search(call, caller)
        case .claimColumns: try claimColumns(call, caller)
        case .columns: try columns(caller)
        case .tokens: try tokens(caller)
        case .addToken: try addToken(call, caller)
        case .removeToken: try removeToken(call, caller)
        default: throw APIProblem(.notImplemented)
        }
    }
}

// MARK: the store, with its faults in the API's words

extension Clerk {
    func read<Value: Sendable>(
        _ body: (ClubTables) throws(ClubFault) -> Value
    ) throws(APIProblem) -> Value {
        do throws(ClubFault) {
            return try store.readClub(body)
        } catch {
            throw APIProblem(error)
        }
    }

    func change<Value: Sendable>(
        _ body: @escaping @Sendable (ClubTables) throws(ClubFault) -> Value
    ) throws(APIProblem) -> Value {
        do throws(ClubFault) {
            return try store.changeClub(body)
        } catch {
            throw APIProblem(error)
        }
    }

    /// The same, of an account that is still there: it may have been erased since somebody looked.
    func change<Value: Sendable>(
        of account: AccountID,
        _ body: @escaping @Sendable (ClubTables) throws(ClubFault) -> Value
    ) throws(APIProblem) -> Value {
        try change { (tables) throws(ClubFault) in
            guard try tables.account(account) != nil else { throw .absent }
            return try body(tables)
        }
    }

    /// The account, which has to be there.
    func account(_ id: AccountID) throws(APIProblem) -> Account {
        guard let account = try read({ (tables) throws(ClubFault) in try tables.account(id) })
        else { throw APIProblem(.notFound) }
        return account
    }

    /// The persons of an account, its main one first.
    func linkedPersons(of account: Account) throws(APIProblem) -> [LinkedPerson] {
        let linked = try read { (tables) throws(ClubFault) in
            try tables.persons(of: account.id)
        }
        func order(_ one: LinkedPerson) -> (Int, Int64) {
            (one.person == account.mainPerson ? 0 : 1, one.added.milliseconds)
        }
        return linked.sorted { order($0) < order($1) }
    }

    /// What lets a device act as a person of an account, also after the server was put back to a
    /// copy that knows nothing of it.
    func pass(for key: DeviceKey, of account: AccountID, as person: PersonID) -> Identifier128 {
        Identity.pass(for: key, of: account, as: person, secret: secret)
    }

    /// The persons that a device may act as, each with its pass for this.
    func persons(of account: Account, for key: DeviceKey) throws(APIProblem) -> JSONValue {
        .array(
            try linkedPersons(of: account).map { linked in
                [
                    "person": .text("\(linked.person.value)"),
                    "pass": .text("\(pass(for: key, of: account.id, as: linked.person))"),
                ]
            })
    }
}

extension APIProblem {
    private static let storageRetryMilliseconds: UInt64 = 2_000

    init(_ fault: ClubFault) {
        switch fault {
        case .handleTaken: self.init(.handleTaken, field: "handle")
        case .emailTaken: self.init(.emailTaken, field: "email")
        case .exists: self.init(Kind.exists)
        case .absent: self.init(.notFound)
        case .retired: self.init(.signedOut)
        case .stale: self.init(Kind.stale)
        case .tooMany: self.init(.tooMany)
        case .damaged: self.init(.storage)
        case .unavailable(let isFull):
            self.init(
                isFull ? .storageFull : .storage,
                retryMilliseconds: Self.storageRetryMilliseconds)
        }
    }
}
