import Club
import Courses
import Documents
import Testing

@testable import EventStore

@Suite("What people say of courses in the store")
struct CourseCommentTableTests {
    let folder = try! ScratchFolder()
    private let meadow = SampleCatalogue.entries[0]
    private let ann = AccountID.test(1)
    private let bo = AccountID.test(2)

    private func store() throws -> EventStore {
        let store = try EventStore(folder: folder.data)
        let meadow = meadow
        try store.signUp(4)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.put(meadow, now: .day(1))
        }
        return store
    }

    private func change(
        _ store: EventStore,
        _ body: @escaping @Sendable (ClubTables) throws(ClubFault) -> Void
    ) throws { try store.changeClub(body) }

    private func texts(
        _ store: EventStore, all: Bool = false, of reader: AccountID? = nil,
        behind last: CourseComment? = nil, countMax: Int = 50
    ) throws -> [String] {
        let id = meadow.course.id
        return try store.readClub { (t) throws(ClubFault) in
            try t.comments(in: id, behind: last?.place, all: all, of: reader, countMax: countMax)
        }.map(\.text)
    }

    @Test("A comment stands once however often it is sent, stays where it is when it changes")
    func once() throws {
        var store = try store()
        let bo = bo
        try change(store) { (t) throws(ClubFault) in
            #expect(try t.put(.test(1, at: 1)))
            #expect(try t.put(.test(2, hole: "7", at: 2)))
            #expect(try !t.put(.test(1, at: 3)))
            var changed = CourseComment.test(1, at: 4)
            changed.text = "other words"
            _ = try t.put(changed)
            let kept = try t.comment(changed.id)
            #expect(kept?.at == .day(1) && kept?.text == "other words")
            var foreign = changed
            foreign.account = bo
            #expect(throws: ClubFault.exists) { try t.put(foreign) }
            foreign = changed
            foreign.course = .test(99)
            #expect(throws: ClubFault.exists) { try t.put(foreign) }
        }
        store.close()
        store = try EventStore(folder: folder.data)
        #expect(try texts(store) == ["comment 2", "other words"])
        #expect(
            try store.readClub { (t) throws(ClubFault) in try t.comment(.test(2, of: 0xC0)) }
                == .test(2, hole: "7", at: 2))
    }

    @Test("What is hidden is seen by its writer and those who look after the course alone")
    func hidden() throws {
        let store = try store()
        try change(store) { (t) throws(ClubFault) in
            _ = try t.put(.test(1, at: 1))
            _ = try t.put(.test(2, by: 2, at: 2))
            _ = try t.put(.test(3, by: 2, at: 3))
            try t.setState(.hidden, ofComment: .test(1, of: 0xC0))
            try t.setState(.reported, ofComment: .test(2, of: 0xC0))
            // Other words don't bring it back.
            _ = try t.put(.test(1, at: 5))
            #expect(try t.comment(.test(1, of: 0xC0))?.state == .hidden)
            #expect(throws: ClubFault.absent) {
                try t.setState(.hidden, ofComment: .test(9, of: 0xC0))
            }
        }
        #expect(try texts(store) == ["comment 3", "comment 2"])
        #expect(try texts(store, of: bo) == ["comment 3", "comment 2"])
        #expect(try texts(store, of: ann) == ["comment 3", "comment 2", "comment 1"])
        #expect(try texts(store, all: true) == ["comment 3", "comment 2", "comment 1"])
        let marked = try store.readClub { (t) throws(ClubFault) in
            try t.markedComments(countMax: 5)
        }
        #expect(marked.map(\.text) == ["comment 1", "comment 2"])
    }

    @Test("What was kept isn't looked at again, unless its writer says something else")
    func kept() throws {
        let store = try store()
        try change(store) { (t) throws(ClubFault) in
            var comment = CourseComment.test(1)
            _ = try t.put(comment)
            try t.setState(.kept, ofComment: comment.id)
            _ = try t.put(comment)
            #expect(try t.comment(comment.id)?.state == .kept)
            #expect(try t.markedComments(countMax: 5).isEmpty)
            comment.text = "worse"
            _ = try t.put(comment)
            #expect(try t.comment(comment.id)?.state == .shown)
        }
        #expect(try texts(store) == ["worse"])
    }

    @Test("Comments come page by page, the newest first, and each is its writer's to remove")
    func pages() throws {
        let store = try store()
        let (ann, bo) = (ann, bo)
        try change(store) { (t) throws(ClubFault) in
            for number in 1...5 as ClosedRange<UInt64> {
                _ = try t.put(.test(number, at: Int64(number) / 2 + 1))
            }
        }
        #expect(try texts(store, countMax: 2) == ["comment 5", "comment 4"])
        #expect(
            try texts(store, behind: .test(4, at: 3)) == ["comment 3", "comment 2", "comment 1"])
        try change(store) { (t) throws(ClubFault) in
            try t.remove(comment: .test(5, of: 0xC0), of: bo)
            try t.remove(comment: .test(4, of: 0xC0), of: ann)
            try t.remove(comment: .test(3, of: 0xC0), of: nil)
            try t.remove(comment: .test(3, of: 0xC0), of: nil)
        }
        #expect(try texts(store) == ["comment 5", "comment 2", "comment 1"])
    }

    @Test("An account begins so many comments in a day, and may change them all the same")
    func limit() throws {
        let store = try store()
        try change(store) { (t) throws(ClubFault) in
            let most = UInt64(ClubLimit.courseComments.max)
            for number in 1...most { _ = try t.put(.test(number)) }
            #expect(throws: ClubFault.tooMany(.courseComments)) { try t.put(.test(most + 1)) }
            #expect(try !t.put(.test(most)))
            _ = try t.put(.test(most + 2, by: 2))
            _ = try t.put(.test(most + 3, at: 3))
        }
    }

    @Test("Three people within thirty days, each once, find that a course isn't as it is said")
    func mismatches() throws {
        let store = try store()
        let id = meadow.course.id
        try change(store) { (t) throws(ClubFault) in
            func note(_ matches: Bool, _ account: UInt64, _ day: Int64) throws(ClubFault) {
                try t.note(matches, course: id, by: .test(account), now: .day(day))
            }
            try note(false, 1, 1)
            try note(false, 1, 2)
            try note(false, 2, 3)
            #expect(try t.toldMismatches(of: id, now: .day(4)) == nil)
            try note(true, 3, 4)
            #expect(try t.toldMismatches(of: id, now: .day(4)) == nil)
            try note(false, 3, 5)
            #expect(try t.toldMismatches(of: id, now: .day(5)) == 3)
            #expect(try t.toldMismatches(of: id, now: .day(31)) == 3)
            #expect(try t.toldMismatches(of: id, now: .day(32)) == nil)
            try note(true, 1, 6)
            #expect(try t.toldMismatches(of: id, now: .day(6)) == nil)
            #expect(throws: ClubFault.absent) {
                try t.note(false, course: .test(99), by: .test(1), now: .day(1))
            }
        }
    }

    @Test("Those who look after courses are told of those where something waits")
    func lookedAfter() throws {
        let store = try store()
        let (ann, bo) = (ann, bo)
        let (one, other) = (meadow.course.id, SampleCatalogue.entries[1])
        let change = try CourseChange(of: meadow, fields: ["name": "A"], layouts: [])
        try self.change(store) { (t) throws(ClubFault) in
            func told(_ account: AccountID) throws(ClubFault) -> [CourseToLookAfter] {
                try t.coursesToLookAfter(by: account, countMax: 5, now: .day(5))
            }
            try t.put(other, now: .day(1))
            try t.setRole(.steward, of: ann, in: one, now: .day(1))
            try t.setRole(.owner, of: ann, in: other.course.id, now: .day(1))
            _ = try t.put(.test(1))
            #expect(try told(ann).isEmpty)
            try t.setState(.reported, ofComment: .test(1, of: 0xC0))
            _ = try t.propose(
                CourseProposal(
                    id: .test(1), course: one, account: bo, at: .day(2),
                    body: String(decoding: change.json.bytes, as: UTF8.self)))
            for account in 1...3 as ClosedRange<UInt64> {
                try t.note(false, course: other.course.id, by: .test(account), now: .day(2))
            }
            let found = Dictionary(uniqueKeysWithValues: try told(ann).map { ($0.course.id, $0) })
            #expect(found[one]?.changes == 1 && found[one]?.comments == 1)
            #expect(found[one]?.mismatches == 0 && found[other.course.id]?.mismatches == 3)
            #expect(found.count == 2)
            #expect(try told(bo).isEmpty)
        }
    }

    @Test("What who is erased has said of courses goes")
    func erased() throws {
        let store = try store()
        let (id, ann) = (meadow.course.id, ann)
        try change(store) { (t) throws(ClubFault) in
            _ = try t.put(.test(1))
            _ = try t.put(.test(2, by: 2))
            for account in 1...3 as ClosedRange<UInt64> {
                try t.note(false, course: id, by: .test(account), now: .day(1))
            }
        }
        let key = DeviceKey.test(1)
        let entries = [
            RetiredEntry(.key(key), at: .day(4)), RetiredEntry(.person(key.person), at: .day(4)),
            RetiredEntry(.account(ann), at: .day(4)),
        ]
        try store.retire(entries) { (t) throws(ClubFault) in try t.erase(ann) }
        #expect(try texts(store, all: true) == ["comment 2"])
        try store.readClub { (t) throws(ClubFault) in
            #expect(try t.comments(of: ann).isEmpty)
            #expect(try t.toldMismatches(of: id, now: .day(2)) == nil)
        }
    }
}
