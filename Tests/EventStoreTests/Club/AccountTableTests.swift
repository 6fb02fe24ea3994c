import Club
import Documents
import Testing

@testable import EventStore

@Suite("Accounts")
struct AccountTests {
    let folder = try! ScratchFolder()

    @Test("An account is found as it was written, by id, handle and verified address")
    func reads() throws {
        var store = try EventStore(folder: folder.data)
        var account = try Account.test(1, handle: "ann")
        account.name = "Ann\0 Ó"
        account.fullName = "Ann Onymous"
        account.password = "$argon2id$"
        account.email = "ann@example.org"
        account.language = "is"
        account.settings = #"{"theme":"dark"}"#
        account.visibility = .everyone
        account.age = .guardianAgreed
        let written = account
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.signUp(written, 1, takingAlong: [2, 3])
        }
        store.close()
        store = try EventStore(folder: folder.data)
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.account(written.id) == written)
            #expect(try tables.account(handle: written.handle) == written)
            #expect(try tables.account(email: "ann@example.org") == nil)
            #expect(try tables.account(.test(2)) == nil)
            #expect(try tables.accountCount() == 1)
            let persons = try tables.persons(of: written.id)
            let device = DeviceID(first: .test(1))
            #expect(persons.map(\.person) == [1, 2, 3].map { DeviceKey.test($0).person })
            #expect(persons.map(\.claimedFrom) == [nil, device, device])
            #expect(try tables.keys(of: written.id).map(\.key) == [1, 2, 3].map { .test($0) })
            #expect(try tables.devices(of: written.id).map(\.id) == [device])
            #expect(try tables.owner(of: DeviceKey.test(3).person)?.account == written.id)
        }
        var verified = written
        verified.isEmailVerified = true
        let changed = verified
        let after = try store.changeClub { (tables) throws(ClubFault) in
            try tables.update(changed, now: .day(3))
        }
        #expect(after.version == 2)
        #expect(after.changed == .day(3))
        #expect(
            try store.readClub { (tables) throws(ClubFault) in
                try tables.account(email: "ann@example.org")
            } == after)
    }

    @Test("A handle belongs to one account, and an address to one that has verified it")
    func isUnique() throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(2)
        let taken = try Account.test(3, handle: "player1")
        #expect(throws: ClubFault.handleTaken) {
            try store.changeClub { (tables) throws(ClubFault) in try tables.insert(taken) }
        }
        let again = try Account.test(1, handle: "other")
        #expect(throws: ClubFault.exists) {
            try store.changeClub { (tables) throws(ClubFault) in try tables.insert(again) }
        }
        // The person is somebody else's.
        var thief = try Account.test(3)
        thief.mainPerson = DeviceKey.test(1).person
        let stranger = thief
        #expect(throws: ClubFault.exists) {
            try store.changeClub { (tables) throws(ClubFault) in try tables.insert(stranger) }
        }
        for number in UInt64(1)...2 {
            try store.change(number) { $0.email = "ann@example.org" }
        }
        try store.change(1) { $0.isEmailVerified = true }
        #expect(throws: ClubFault.emailTaken) {
            try store.change(2) { $0.isEmailVerified = true }
        }
        try store.change(2) { $0.email = "bo@example.org" }
        try store.change(2) { $0.isEmailVerified = true }
        #expect(throws: ClubFault.emailTaken) {
            try store.change(2) { $0.email = "ann@example.org" }
        }
        #expect(throws: ClubFault.handleTaken) {
            try store.change(2) { $0.handle = Handle(stored: "player1")! }
        }
    }

    @Test("A change that is based on an older version is refused, and undone as a whole")
    func isStale() throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(1)
        let first = try Account.test(1)
        var next = first
        next.name = "Ann"
        next.mainPerson = DeviceKey.test(9).person
        let change = next
        let after = try store.changeClub { (tables) throws(ClubFault) in
            try tables.update(change, now: .day(2))
        }
        #expect(after.mainPerson == first.mainPerson)
        #expect(throws: ClubFault.stale) {
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.link(.test(7), to: DeviceID(first: .test(1)), of: first.id)
                _ = try tables.update(change, now: .day(2))
            }
        }
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.key(.test(7)) == nil)
            #expect(try tables.account(first.id) == after)
        }
        let absent = try Account.test(5)
        #expect(throws: ClubFault.absent) {
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.update(absent, now: .day(2))
            }
        }
    }

    @Test("People are found by the beginning of handle or name, if they may be seen")
    func search() throws {
        let store = try EventStore(folder: folder.data)
        let people: [(String, String, Visibility)] = [
            ("orri", "Þórður", .everyone), ("thor", "Thor", .signedIn),
            ("thora", "Þóra", .friends), ("boo", "Thelma", .everyone),
        ]
        for (number, (handle, name, visibility)) in people.enumerated() {
            var account = try Account.test(UInt64(number), handle: handle)
            (account.name, account.visibility) = (name, visibility)
            let added = account
            try store.changeClub { (tables) throws(ClubFault) in try tables.insert(added) }
        }
        func found(
            _ beginning: String, _ visibility: Visibility = .signedIn, max: Int = 10
        ) throws -> [String] {
            try store.readClub { (tables) throws(ClubFault) in
                try tables.people(
                    beginning: beginning, atLeast: visibility, countMax: max)
            }.map(\.handle.text)
        }
        #expect(try found("th") == ["thor", "boo", "orri"])
        #expect(try found("TH", .everyone) == ["boo", "orri"])
        #expect(try found("þór") == ["thor", "orri"])
        #expect(try found("th", max: 2) == ["thor", "boo"])
        #expect(try found("") == [])
        #expect(try found("th", .friends) == [])
        #expect(try found("%") == [])
    }
}

extension EventStore {
    /// Changes account `number` on top of what is stored.
    func change(_ number: UInt64, _ change: @escaping @Sendable (inout Account) -> Void) throws {
        try changeClub { (tables) throws(ClubFault) in
            guard var account = try tables.account(.test(number)) else { throw .absent }
            change(&account)
            _ = try tables.update(account, now: .day(2))
        }
    }
}
