import Club
import Courses
import Documents
import Testing

@testable import EventStore

@Suite("Changes of courses in the store")
struct CourseChangeTableTests {
    let folder = try! ScratchFolder()
    private let meadow = SampleCatalogue.entries[0]
    private let ann = AccountID.test(1)
    private let bo = AccountID.test(2)

    private func store() throws -> EventStore {
        let store = try EventStore(folder: folder.data)
        let meadow = meadow
        try store.signUp(3)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.put(meadow, now: .day(1))
        }
        return store
    }

    private func entry(_ store: EventStore) throws -> CatalogueEntry {
        let id = meadow.course.id
        return try #require(
            try store.readClub { (tables) throws(ClubFault) in try tables.entry(id) })
    }

    private func propose(
        _ number: UInt64, _ fields: JSONValue, by account: AccountID, at time: WallTime = .day(2),
        _ store: EventStore
    ) throws -> CourseProposal {
        let change = try CourseChange(of: try entry(store), fields: fields, layouts: [])
        let proposal = CourseProposal(
            id: .test(number), course: meadow.course.id, account: account, at: time,
            body: String(decoding: change.json.bytes, as: UTF8.self))
        return try store.changeClub { (tables) throws(ClubFault) in
            try tables.propose(proposal)
        }
    }

    private func change(
        _ store: EventStore,
        _ body: @escaping @Sendable (ClubTables) throws(ClubFault) -> Void
    ) throws { try store.changeClub(body) }

    private func state(_ number: UInt64, _ store: EventStore) throws -> CourseProposal.State? {
        try store.readClub { (tables) throws(ClubFault) in
            try tables.proposal(.test(number))?.state
        }
    }

    @Test("What fills a gap is in force at once, other things wait, also after a restart")
    func proposed() throws {
        var store = try store()
        #expect(try propose(1, ["fee": "free"], by: ann, store).state == .inForce)
        #expect(try entry(store).course.fee == "free")
        #expect(try entry(store).course.revision == meadow.course.revision + 1)
        #expect(try propose(2, ["fee": "1 kr"], by: ann, store).state == .proposed)
        #expect(try propose(2, ["fee": "2 kr"], by: ann, store).state == .proposed)
        #expect(throws: ClubFault.exists) { try propose(2, ["fee": "3 kr"], by: bo, store) }
        #expect(try entry(store).course.fee == "free")
        store.close()
        store = try EventStore(folder: folder.data)
        try change(store) { (tables) throws(ClubFault) in
            #expect(try tables.waitingProposals(countMax: 9).map(\.id) == [.test(2)])
            try tables.accept(.test(2), by: nil, now: .day(3))
        }
        #expect(try entry(store).course.fee == "1 kr")
        #expect(throws: ClubFault.stale) {
            try change(store) { (t) throws(ClubFault) in
                try t.accept(.test(2), by: nil, now: .day(3))
            }
        }
        #expect(throws: ClubFault.absent) {
            try change(store) { (t) throws(ClubFault) in
                try t.accept(.test(77), by: nil, now: .day(3))
            }
        }
    }

    @Test("Who looks after a course changes it at once, as long as they do")
    func steward() throws {
        let store = try store()
        let (id, bo) = (meadow.course.id, bo)
        try change(store) { (t) throws(ClubFault) in
            try t.setRole(.steward, of: bo, in: id, now: .day(1))
        }
        #expect(try propose(1, ["name": "Meadow"], by: bo, store).state == .inForce)
        try change(store) { (t) throws(ClubFault) in
            try t.setRole(nil, of: bo, in: id, now: .day(1))
        }
        #expect(try propose(2, ["name": "Mead"], by: bo, store).state == .proposed)
        #expect(throws: ClubFault.absent) {
            try change(store) { (t) throws(ClubFault) in
                try t.setRole(.steward, of: bo, in: .test(5), now: .day(1))
            }
        }
        #expect(throws: ClubFault.tooMany(.stewards)) {
            try change(store) { (t) throws(ClubFault) in
                for number in 1...UInt64(ClubLimit.stewards.max + 1) {
                    try t.setRole(.steward, of: .test(number), in: id, now: .day(1))
                }
            }
        }
    }

    @Test("A change that something has overtaken is neither carried out nor undone")
    func stale() throws {
        let store = try store()
        _ = try propose(1, ["name": "A"], by: ann, store)
        _ = try propose(2, ["name": "B"], by: bo, store)
        try change(store) { (t) throws(ClubFault) in
            try t.accept(.test(2), by: nil, now: .day(3))
        }
        #expect(throws: ClubFault.stale) {
            try change(store) { (t) throws(ClubFault) in
                try t.accept(.test(1), by: nil, now: .day(3))
            }
        }
        #expect(try state(1, store) == .proposed)
        try change(store) { (t) throws(ClubFault) in
            try t.refuse(.test(1), reason: "It is B", now: .day(3))
        }
        _ = try propose(3, ["name": "C"], by: bo, store)
        try change(store) { (t) throws(ClubFault) in
            try t.accept(.test(3), by: nil, now: .day(3))
        }
        #expect(throws: ClubFault.stale) {
            try change(store) { (t) throws(ClubFault) in
                try t.undo(.test(2), reason: nil, now: .day(4))
            }
        }
        for number in [3, 2] as [UInt64] {
            try change(store) { (t) throws(ClubFault) in
                try t.undo(.test(number), reason: nil, now: .day(4))
            }
        }
        #expect(try entry(store).course.name == meadow.course.name)
        #expect(try state(2, store) == .undone && state(1, store) == .refused)
        #expect(throws: ClubFault.stale) {
            try change(store) { (t) throws(ClubFault) in
                try t.undo(.test(2), reason: nil, now: .day(4))
            }
        }
    }

    @Test("A change is undone within thirty days of its coming into force, and not later")
    func tooLate() throws {
        let store = try store()
        _ = try propose(1, ["name": "A"], by: ann, store)
        try change(store) { (t) throws(ClubFault) in
            try t.accept(.test(1), by: nil, now: .day(50))
        }
        #expect(throws: ClubFault.stale) {
            try change(store) { (t) throws(ClubFault) in
                let late = WallTime(milliseconds: WallTime.day(80).milliseconds + 1)
                try t.undo(.test(1), reason: nil, now: late)
            }
        }
        try change(store) { (t) throws(ClubFault) in
            try t.undo(.test(1), reason: nil, now: .day(80))
        }
    }

    @Test("A layout gets another version, and its old one comes back when that is undone")
    func layouts() throws {
        let store = try store()
        let old = meadow.layouts[0]
        var layout = old
        layout.facts = try LayoutFacts(
            name: "less", tees: old.facts.tees, holes: Array(old.facts.holes.prefix(5)))
        layout.series += 1
        let made = try CourseChange(of: meadow, fields: nil, layouts: [layout.whole])
        let proposal = CourseProposal(
            id: .test(1), course: meadow.course.id, account: ann, at: .day(2),
            body: String(decoding: made.json.bytes, as: UTF8.self))
        let (kept, id) = (layout, meadow.course.id)
        try change(store) { (t) throws(ClubFault) in
            #expect(try t.propose(proposal).state == .proposed)
            // Nothing is kept of a layout that nobody has agreed to.
            #expect(try t.facts(of: kept.id, version: kept.version) == nil)
            try t.accept(proposal.id, by: nil, now: .day(3))
            #expect(try t.layouts(of: id) == [kept])
            #expect(try t.facts(of: old.id, version: old.version) == old.facts)
            try t.undo(proposal.id, reason: nil, now: .day(3))
            #expect(try t.layouts(of: id) == [old])
        }
    }

    @Test("Within a day an account wants as many changes as the limit says")
    func limit() throws {
        let store = try store()
        let most = UInt64(ClubLimit.courseChanges.max)
        for number in 1...most { _ = try propose(number, ["name": "A"], by: ann, store) }
        #expect(throws: ClubFault.tooMany(.courseChanges)) {
            try propose(most + 1, ["name": "A"], by: ann, store)
        }
        _ = try propose(most + 1, ["name": "A"], by: bo, store)
        _ = try propose(most + 2, ["name": "A"], by: ann, at: .day(3), store)
    }

    private func share(
        _ number: UInt64, by account: AccountID, body: String = "{}", _ store: EventStore
    ) throws -> SharedCourse {
        let shared = SharedCourse(
            course: .test(number), owner: account, body: body, revision: 1, created: .day(1),
            changed: .day(1))
        return try store.changeClub { (t) throws(ClubFault) in try t.share(shared).course }
    }

    @Test("A course that is shown by link is its maker's alone, and in no list")
    func shared() throws {
        let store = try store()
        #expect(try share(1, by: ann, store).revision == 1)
        #expect(try share(1, by: ann, store).revision == 1)
        #expect(try share(1, by: ann, body: "[]", store).revision == 2)
        #expect(throws: ClubFault.exists) { try share(1, by: bo, store) }
        try change(store) { [bo, ann, meadow] (t) throws(ClubFault) in
            try t.unshare(.test(1), of: bo)
            #expect(try t.sharedCourse(.test(1))?.body == "[]")
            try t.unshare(.test(1), of: ann)
            #expect(try t.sharedCourse(.test(1)) == nil)
            #expect(try t.countries().map(\.courseCount) == [1])
            let mine = SharedCourse(
                course: meadow.course.id, owner: ann, body: "{}", revision: 1, created: .day(1),
                changed: .day(1))
            #expect(throws: ClubFault.exists) { try t.share(mine) }
        }
        for number in 1...UInt64(ClubLimit.sharedCourses.max) {
            _ = try share(number, by: ann, store)
        }
        #expect(throws: ClubFault.tooMany(.sharedCourses)) { try share(999, by: ann, store) }
    }

    @Test("The operator lets a course into the catalogue, and its maker looks after it")
    func published() throws {
        let store = try store()
        var made = SampleCatalogue.entries[1]
        made.course.name = "Behind the barn"
        let id = made.course.id
        let shared = SharedCourse(
            course: id, owner: ann,
            body: String(decoding: JSONValue.object(made.whole).bytes, as: UTF8.self),
            revision: 1, created: .day(1), changed: .day(1))
        let proposal = CourseProposal(
            id: .test(1), course: id, account: ann, at: .day(2), body: nil)
        try change(store) { [bo, ann] (t) throws(ClubFault) in
            #expect(throws: ClubFault.absent) { try t.propose(proposal) }
            _ = try t.share(shared)
            var foreign = proposal
            (foreign.id, foreign.account) = (.test(2), bo)
            #expect(throws: ClubFault.absent) { try t.propose(foreign) }
            #expect(try t.propose(proposal).state == .proposed)
            #expect(try t.course(id) == nil)
            #expect(throws: ClubFault.absent) {
                try t.accept(proposal.id, by: ann, now: .day(3))
            }
            try t.accept(proposal.id, by: nil, now: .day(3))
            #expect(try t.course(id)?.name == "Behind the barn")
            #expect(try t.course(id)?.licence == CatalogueEntry.playersLicence)
            #expect(try t.role(of: ann, in: id) == .owner)
            #expect(try t.sharedCourse(id) == nil)
            #expect(try t.layouts(of: id) == SampleCatalogue.entries[1].layouts)
        }
    }

    @Test("Of who is erased nothing stays but what they have changed, and what waits is refused")
    func erased() throws {
        let store = try store()
        let (id, ann) = (meadow.course.id, ann)
        _ = try propose(1, ["fee": "free"], by: ann, store)
        _ = try propose(2, ["name": "A"], by: ann, store)
        _ = try share(1, by: ann, store)
        try change(store) { (t) throws(ClubFault) in
            try t.setRole(.steward, of: ann, in: id, now: .day(1))
        }
        let key = DeviceKey.test(1)
        let entries = [
            RetiredEntry(.key(key), at: .day(4)), RetiredEntry(.person(key.person), at: .day(4)),
            RetiredEntry(.account(ann), at: .day(4)),
        ]
        try store.retire(entries) { (t) throws(ClubFault) in try t.erase(ann) }
        try store.readClub { (t) throws(ClubFault) in
            #expect(try t.proposal(.test(1))?.account == nil)
            #expect(try t.proposal(.test(1))?.state == .inForce)
            #expect(try t.proposal(.test(2))?.state == .refused)
            #expect(try t.sharedCourse(.test(1)) == nil)
            #expect(try t.roles(in: id).isEmpty)
        }
        #expect(try entry(store).course.fee == "free")
    }

    @Test("The changes of a course come page by page, the newest first")
    func pages() throws {
        let store = try store()
        for number in 1...5 as ClosedRange<UInt64> {
            let day = WallTime.day(Int64(number) / 2 + 1)
            _ = try propose(number, ["name": .text("\(number)")], by: ann, at: day, store)
        }
        var pages: [[CourseProposal]] = []
        let id = meadow.course.id
        while pages.last?.isEmpty != true {
            let last = pages.last?.last
            pages.append(
                try store.readClub { (t) throws(ClubFault) in
                    try t.proposals(in: id, behind: last, countMax: 2)
                })
        }
        #expect(pages.map(\.count) == [2, 2, 1, 0])
        let all = pages.flatMap { $0 }
        #expect(Set(all.map(\.id)).count == 5)
        #expect(all.map(\.at) == all.map(\.at).sorted(by: >))
    }
}
