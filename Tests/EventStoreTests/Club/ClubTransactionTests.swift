import Club
import Courses
import Documents
import Log
import LogContract
import Testing
import Threads

@testable import EventStore

@Suite("Transactions of accounts")
struct ClubTransactionTests {
    let folder = try! ScratchFolder()

    @Test("A change shares the transaction of the commits that wait, and each may fail alone")
    func groups() async throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(1)
        let before = try folder.committedTransactions()
        let gate = await store.hold()
        let answers = Collector<CommitOutcome>()
        var (first, second) = (BatchScript(1), BatchScript(2))
        var stale = second
        _ = stale.batch("")
        let batches = [first.batch("Ann"), stale.batch(""), second.batch("Bo")]
        let taken = try Account.test(2, handle: "player1")
        let fine = try Account.test(3)
        let replies = [taken, fine].map { account in
            let reply = ClubReply<Void>()
            let change = reply.change(retiring: []) { (tables) throws(ClubFault) in
                try tables.insert(account)
            }
            #expect(store.queue.add(.change(change), at: 0))
            return reply
        }
        for batch in batches {
            store.commit([batch], now: .day(1)) { answers.add($0) }
        }
        gate.signal()
        #expect(throws: ClubFault.handleTaken) { try replies[0].wait() }
        try replies[1].wait()
        #expect(await store.load(first.lobby) == .lobby(first.expected))
        #expect(await store.load(second.lobby) == .lobby(second.expected))
        #expect(answers.all == [.committed, .failed(.conflict(stale.lobby)), .committed])
        #expect(try folder.committedTransactions() == before + 1)
    }

    @Test("What a change has done before it throws is undone, with all else left as it was")
    func undoes() async throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(1)
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("Ann")) == .committed)
        let account = try Account.test(2)
        #expect(throws: ClubFault.stale) {
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.signUp(account, 2)
                throw .stale
            }
        }
        #expect(try store.readClub { (t) throws(ClubFault) in try t.accountCount() } == 1)
        #expect(await store.load(script.lobby) == .lobby(script.expected))
    }

    @Test("A closed store answers that it is unavailable")
    func isClosed() throws {
        let store = try EventStore(folder: folder.data)
        store.close()
        let unavailable = ClubFault.unavailable(full: false)
        #expect(throws: unavailable) { try store.changeClub { _ in } }
        #expect(throws: unavailable) { try store.readClub { _ in } }
    }

    @Test("A full disk is told, and reading goes on")
    func isFull() throws {
        var limits = StoreLimits()
        limits.databasePagesMax = 80
        let store = try EventStore(folder: folder.data, limits: limits)
        try store.signUp(1)
        let text = String(repeating: "x", count: 400_000)
        #expect(throws: ClubFault.unavailable(full: true)) {
            try store.change(1) { $0.settings = text }
        }
        try store.change(1) { $0.name = "Ann" }
        let name = try store.readClub { (tables) throws(ClubFault) in
            try tables.account(.test(1))?.name
        }
        #expect(name == "Ann")
    }

    @Test("A commit that fails is unknown to a change that shares it, and the next one goes on")
    func commitFails() throws {
        let disk = FaultyDisk(folder.path)
        let store = try EventStore(folder: folder.data)
        try store.signUp(1)
        disk.arm(1, .lasting)
        #expect(throws: ClubFault.unavailable(full: false)) {
            try store.change(1) { $0.name = "Ann" }
        }
        disk.arm(0, .error)
        try store.change(1) { $0.name = "Bo" }
        let account = try store.readClub { (tables) throws(ClubFault) in
            try tables.account(.test(1))
        }
        #expect(account?.name == "Bo")
    }
}

@Suite("Readings of accounts")
struct ClubReadingTests {
    let folder = try! ScratchFolder()

    @Test("A reading sees one moment, whatever is written meanwhile")
    func isOneMoment() throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(1)
        let account = try Account.test(2)
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.accountCount() == 1)
            try store.changeClub { (tables) throws(ClubFault) in try tables.signUp(account, 2) }
            #expect(try tables.accountCount() == 1)
        }
        #expect(try store.readClub { (t) throws(ClubFault) in try t.accountCount() } == 2)
    }

    @Test("A reading ends at its limit of rows, and at its limit of time")
    func isBounded() throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(20)
        #expect(throws: ClubFault.tooMany(.rowsRead)) {
            try store.readers.read(rowsMax: 19) { (tables) throws(ClubFault) in
                try tables.speakers().keys.count
            }
        }
        let slow = """
            WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count)
            SELECT n FROM count WHERE n < 0
            """
        #expect(throws: ClubFault.unavailable(full: false)) {
            try store.readers.read(millisecondsMax: 20) { (tables) throws(ClubFault) in
                try tables.run(slow)
            }
        }
        #expect(try store.readClub { (t) throws(ClubFault) in try t.accountCount() } == 20)
    }

    @Test("More readings than there are connections wait for one another")
    func waits() async throws {
        var limits = StoreLimits()
        limits.clubReadersMax = 1
        let store = try EventStore(folder: folder.data, limits: limits)
        try store.signUp(3)
        let counts = Collector<Int>()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    let count = try? store.readClub { (tables) throws(ClubFault) in
                        try tables.accountCount()
                    }
                    counts.add(count ?? 0)
                }
            }
        }
        #expect(counts.all == Array(repeating: 3, count: 8))
    }

    @Test("Every query is led by an index")
    func plans() async throws {
        let store = try EventStore(folder: folder.data)
        var script = BatchScript(1)
        #expect(await store.commit(script.batch("")) == .committed)
        try store.signUp(3)
        try store.befriend(1, 2)
        let session = try StoreSession(
            path: folder.database, limits: StoreLimits(), migrations: Schema.migrations)
        store.close()
        try session.begin.run()
        try session.club.tryEverything()
        let allowed: Set = [
            "SCAN keys", "SCAN persons", "SCAN erased_persons", "SCAN devices",
            "SCAN accounts USING COVERING INDEX accounts_handle",
            "SCAN accounts USING INDEX accounts_handle",
            "SCAN suggestions USING INDEX suggestions_sent",
            "SCAN course_changes USING INDEX course_changes_waiting",
            "SCAN course_comments USING INDEX course_comments_marked",
            "SCAN suggestions USING COVERING INDEX suggestions_sent",
        ]
        let queries = session.club.queries
        #expect(queries.count > 60)
        for sql in queries {
            let steps = try session.connection.plan(of: sql)
            for step in steps where !allowed.contains(step) {
                #expect(
                    !step.contains("SCAN") && !step.contains("TEMP B-TREE"), "\(sql): \(step)")
            }
        }
    }
}

extension SQLiteConnection {
    fileprivate borrowing func plan(of sql: String) throws -> [String] {
        var steps: [String] = []
        try prepare("EXPLAIN QUERY PLAN \(sql)").forEachRow([]) { row in
            steps.append(row.text(3) ?? "")
        }
        return steps
    }
}

extension ClubTables {
    /// Looks for accounts whose ids a query gives.
    fileprivate func run(_ sql: String) throws(ClubFault) {
        _ = try count(Account.table, where: "account IN (\(sql))", [])
    }

    fileprivate func tryCourses() throws(ClubFault) {
        let entry = SampleCatalogue.entries[0]
        try put(entry, now: .day(1))
        try put(entry, now: .day(2))
        _ = try self.entry(entry.course.id)
        _ = try countries()
        _ = try catalogueStamp(of: entry.course.country)
        for loose in [nil, "a"] {
            _ = try courses(
                in: entry.course.country, with: loose, after: ("", entry.course.id), countMax: 5)
        }
    }

    fileprivate func tryResults() throws {
        let lobby = BatchScript(1).lobby
        let projection = Projection(
            lobby: lobby, epoch: Epoch(1), seq: 1, rules: 1, due: .day(1))
        let (one, other) = (ResultRow.test(lobby, player: 1), ResultRow.test(lobby, player: 2))
        try replaceResults(by: [(one, "l:1"), (other, nil)], projection)
        try remakeResults(of: lobby)
        try giveUpResults(of: lobby)
        _ = try unprojected(behind: lobby, rules: 1, countMax: 5)
        _ = try projectionsDue(by: .day(1), countMax: 5)
        _ = try results(of: PersonID(.test(1)), behind: 1, countMax: 5)
        _ = try resultCount(of: PersonID(.test(1)))
        _ = try hasPlayed(PersonID(.test(1)), on: .test(1))
        _ = try text(ofKey: 1)
        try forEachResult(of: "l:1", countMax: 5) { _ in }
    }

    fileprivate func tryCourseChanges() throws {
        let entry = SampleCatalogue.entries[0]
        let (course, ann) = (entry.course.id, AccountID.test(1))
        var made = SampleCatalogue.entries[1]
        made.course.revision = 1
        let shared = SharedCourse(
            course: made.course.id, owner: ann,
            body: String(decoding: JSONValue.object(made.whole).bytes, as: UTF8.self),
            revision: 1, created: .day(1), changed: .day(1))
        _ = try share(shared)
        let publication = CourseProposal(
            id: .test(1), course: made.course.id, account: ann, at: .day(1), body: nil)
        _ = try propose(publication)
        try accept(publication.id, by: nil, now: .day(1))
        let change = try CourseChange(of: entry, fields: ["name": "A"], layouts: [])
        let proposal = CourseProposal(
            id: .test(2), course: course, account: ann, at: .day(1),
            body: String(decoding: change.json.bytes, as: UTF8.self))
        _ = try propose(proposal)
        try accept(proposal.id, by: ann, now: .day(1))
        try undo(proposal.id, reason: nil, now: .day(1))
        _ = try waitingProposals(countMax: 5)
        _ = try proposals(of: ann)
        _ = try sharedCourses(of: ann)
        _ = try proposals(in: course, behind: nil, countMax: 5)
        _ = try proposals(in: course, behind: proposal, countMax: 5)
        try setRole(.steward, of: ann, in: course, now: .day(1))
        _ = try roles(in: course)
        let comment = CourseComment.test(1)
        _ = try put(comment)
        for (last, reader) in [(nil, nil), (comment.place, ann)]
            as [(CommentPlace?, AccountID?)]
        {
            for all in [true, false] {
                _ = try comments(in: course, behind: last, all: all, of: reader, countMax: 5)
            }
        }
        _ = try comments(of: ann)
        _ = try markedComments(countMax: 5)
        try setState(.reported, ofComment: comment.id)
        try remove(comment: comment.id, of: ann)
        try note(false, course: course, by: ann, now: .day(1))
        _ = try toldMismatches(of: course, now: .day(1))
        _ = try coursesToLookAfter(by: ann, countMax: 5, now: .day(1))
    }

    /// Calls every function once, as somebody might.
    fileprivate func tryEverything() throws {
        begin()
        try tryCourses()
        try tryResults()
        try tryCourseChanges()
        let (ann, bo) = (AccountID.test(1), AccountID.test(2))
        var account = try #require(try account(ann))
        account.email = "ann@example.org"
        account.isEmailVerified = true
        _ = try update(account, now: .day(2))
        _ = try self.account(email: "")
        _ = try accountCount()
        _ = try accounts(countMax: 5)
        _ = try people(beginning: "a", atLeast: .everyone, countMax: 5)
        let claimed = DeviceKey.test(9)
        let device = DeviceID(first: .test(1))
        try link(
            LinkedPerson(
                person: claimed.person, account: ann, added: .day(1), claimedFrom: device))
        try release(claimed.person, of: ann, claimedSince: .day(0))
        var program = Device.test(50, of: 1)
        program.scope = .readOnly
        try insert(program)
        try link(.test(50), to: program.id, of: ann)
        _ = try devices(of: ann)
        try rename(device, of: ann, to: "")
        try saw(device, on: DayNumber(9))
        try note([RetiredEntry(.key(.test(50)), at: .day(2))])
        try remove(program.id, of: ann)
        try insert(.test([1]))
        try use([1], counterBefore: 0, counter: 1, on: DayNumber(1))
        _ = try passkeys(of: ann)
        try remove(passkey: [1], of: ann)
        try replaceRecovery(of: ann, by: [RecoveryHash(.test(1))])
        _ = try takeRecovery(RecoveryHash(.test(1)), of: ann)
        _ = try friends(of: bo)
        let link = FriendLink(
            id: .test(1), account: ann, secretHash: .test(2), expires: .day(5))
        try insert(link, now: .day(1))
        _ = try friendLink(secretHash: .test(2), now: .day(1))
        try removeFriendLink(.test(1), of: ann)
        try insert(
            Invitation(
                id: .test(1), from: ann, to: bo, lobby: LobbyID(.test(1)), door: nil,
                course: "", at: .day(1)))
        _ = try invitations(to: bo)
        try removeInvitation(.test(1), to: bo)
        _ = try ask(FriendRequest(from: .test(3), to: ann, asked: .day(1)))
        _ = try requests(to: ann)
        _ = try requests(from: .test(3))
        try block(Block(account: ann, blocked: bo, since: .day(1)))
        _ = try blocks(of: ann)
        try unblock(bo, for: ann)
        try insert(Suggestion(id: .test(1), text: "", language: nil, at: .day(1)))
        _ = try suggestions(countMax: 3)
        _ = try speakers()
        _ = try seats(of: [claimed.person], after: nil, countMax: 5)
        var claim = ColumnClaim.test(lobby: 1)
        try insert(claim, for: [claim.person], offered: .day(1))
        claim.state = .letGo
        try update(claim)
        _ = try columns(of: [claim.person])
        _ = try untoldClaims(to: [claim.person], since: .day(0), countMax: 5)
        let entries =
            try keys(of: ann).map { RetiredEntry(.key($0.key), at: .day(3)) }
            + persons(of: ann).map { RetiredEntry(.person($0.person), at: .day(3)) }
        try note(entries)
        try erase(ann)
        try eraseAgain(entries)
    }
}
