import Club
import Courses
import Documents
import EventStore
import Foundation
import Mail
import Secrets
import SyncServer
import TestSupport
import Threads

@testable import API
@testable import ClubDesk
@testable import HTTP

/// A desk over a store of its own, with a clock that stands until it is told to go on.
final class DeskFixture: Sendable {
    /// What the desk has done to the server around it.
    struct Effects: Sendable {
        var recalled: [[PersonID]] = []
        var reread: [LobbyID] = []
        var letters: [Letter] = []
    }

    let store: EventStore
    let clerk: Clerk
    let speakers: SharedSpeakers
    let effects: EffectsBox
    let clock: ClockBox
    private let folder: TemporaryFolder

    static let passwords: Passwords = {
        do { return try Passwords(cost: .least) } catch { fatalError("no memory to hash with") }
    }()

    init(_ change: (inout ClubSettings) -> Void = { _ in }) throws {
        let folder = try TemporaryFolder()
        let store = try EventStore(folder: folder.url.appendingPathComponent("data").path)
        let effects = EffectsBox()
        let clock = ClockBox()
        let speakers = SharedSpeakers(Speakers(try store.speakers()))
        var settings = ClubSettings()
        change(&settings)
        let host = ClubHost(
            wall: { WallTime(milliseconds: 1_800_000_000_000 + Int64(clock.milliseconds)) },
            monotonic: { clock.milliseconds },
            recall: { persons in effects.change { $0.recalled.append(persons) } },
            reread: { lobby in effects.change { $0.reread.append(lobby) } },
            countCreation: { _ in nil },
            send: { letter in
                effects.change { $0.letters.append(letter) }
                return true
            })
        self.folder = folder
        self.store = store
        self.effects = effects
        self.clock = clock
        self.speakers = speakers
        clerk = Clerk(store, speakers, Self.passwords, settings, host)
    }

    deinit { store.close() }

    /// Whether a text stands anywhere in the database's file.
    func fileHolds(_ text: String) -> Bool {
        let file = folder.url.appendingPathComponent("data/folf.sqlite")
        guard let bytes = try? Data(contentsOf: file) else { return false }
        return bytes.range(of: Data(text.utf8)) != nil
    }

    /// A call that was read and isn't answered yet.
    func call(
        _ operation: APIOperation, _ path: String, as token: TestToken, _ body: JSONValue
    ) throws -> APICall {
        let route = APITable.route(operation)
        let parameters = PathPattern(route.path).parameters(
            of: PathPattern.segments(of: APITable.root + path))
        return try APITable.check(
            APIRequest(
                operation, parameters: parameters ?? PathParameters(), body: body.bytes,
                authorization: ["Bearer \(token.text)"],
                network: Identifier128(high: 0, low: 1), isPrivate: true))
    }

    /// Asks as a client does, by the method and what stands behind "/api/v1".
    @discardableResult
    func ask(
        _ method: HTTPMethod, _ target: String, as token: TestToken? = nil,
        _ body: JSONValue? = nil, isPrivate: Bool = true, from network: UInt64 = 1,
        ifMatch: String? = nil, ifNoneMatch: String? = nil
    ) -> Reply {
        let path = String(target.prefix { $0 != "?" })
        let query = String(target.drop { $0 != "?" }.dropFirst())
        for route in APITable.routes where route.method == method {
            guard
                let parameters = PathPattern(route.path).parameters(
                    of: PathPattern.segments(of: APITable.root + path))
            else { continue }
            let request = APIRequest(
                route.operation, parameters: parameters, query: query,
                body: body?.bytes ?? [],
                authorization: token.map { ["Bearer \($0.text)"] } ?? [],
                ifMatch: ifMatch.map { [$0] } ?? [],
                ifNoneMatch: ifNoneMatch.map { [$0] } ?? [],
                network: Identifier128(high: 0, low: network), isPrivate: isPrivate)
            do throws(APIProblem) {
                return Reply(try clerk.answer(try APITable.check(request)))
            } catch {
                return Reply(APIAnswer(error))
            }
        }
        fatalError("the API has no \(method) \(path)")
    }
}

/// An answer, as a client reads it.
struct Reply {
    let status: Int
    let body: JSONValue
    let tag: String?

    init(_ answer: APIAnswer) {
        status = Int(answer.status.rawValue)
        body = answer.body.flatMap { try? JSONValue($0) } ?? .nothing
        tag = answer.headers.first { $0.name == "ETag" }?.value
    }

    subscript(name: String) -> JSONValue? { body[name] }
    /// The problem's name; nil if it is none.
    var problem: String? { status >= 400 ? body["name"]?.string : nil }
}

/// A device's token.
struct TestToken: Hashable {
    let text: String

    init(_ number: UInt64) {
        text = "\(Identifier128(high: 0xABCD, low: number))\(Identifier128(high: 0, low: number))"
    }

    var key: DeviceKey { DeviceKey(token: JSONValue.text(text).token ?? []) }
    var person: PersonID { key.person }
}

final class EffectsBox: Sendable {
    private let effects = Lock(DeskFixture.Effects())
    func change(_ body: (inout DeskFixture.Effects) -> Void) { effects.withLock { body(&$0) } }
    var all: DeskFixture.Effects { effects.withLock { $0 } }
}

final class ClockBox: Sendable {
    private let time = Lock<UInt64>(1_000_000)
    var milliseconds: UInt64 { time.withLock { $0 } }
    func advance(_ milliseconds: UInt64) { time.withLock { $0 += milliseconds } }
    func advance(minutes: UInt64) { advance(minutes * 60_000) }
}

extension DeskFixture {
    static let password = "korktappi ja harmonikka"

    /// Signs somebody up by a password, and answers the account's id.
    @discardableResult
    func signUp(
        _ handle: String, as token: TestToken, age: Int64 = 0, tokens: [TestToken] = []
    ) -> String {
        let id = Self.accountID(handle)
        let reply = ask(
            .put, "/accounts/\(id)", as: token,
            [
                "handle": .text(handle), "name": .text(handle.capitalized), "age": .integer(age),
                "password": .text(Self.password),
                "tokens": .array(tokens.map { .text($0.text) }),
            ])
        precondition(reply.status == 201, "\(reply.body)")
        return id
    }

    static func accountID(_ handle: String) -> String {
        "\(SHA256.half(of: Array(handle.utf8)))"
    }

    @discardableResult
    func signIn(_ handle: String, as token: TestToken, _ more: JSONObject = [:]) -> Reply {
        var body: JSONObject = ["handle": .text(handle), "password": .text(Self.password)]
        for field in more.fields { body[field.name] = field.value }
        return ask(.post, "/sessions", as: token, .object(body))
    }
}

extension DeskFixture {
    /// A desk whose catalogue has a course, which Cara looks after; Anna and Ben are there, too.
    static func withCourse(
        _ entry: CatalogueEntry, _ anna: TestToken, _ ben: TestToken, steward cara: TestToken
    ) throws -> DeskFixture {
        let desk = try DeskFixture()
        for (name, token) in [("anna", anna), ("ben", ben), ("cara", cara)] {
            desk.signUp(name, as: token)
        }
        try desk.store.changeClub { (tables) throws(ClubFault) in
            try tables.put(entry, now: WallTime(milliseconds: 0))
        }
        try desk.clerk.setSteward(try Handle("cara"), of: entry.course.id, isSteward: true)
        return desk
    }
}
