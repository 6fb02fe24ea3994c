import Club
import Documents
import Foundation
import Testing

@testable import EventStore

extension ScratchFolder {
    var retiredLog: String { data + "/" + RetiredFile.name }
}

extension EventStore {
    /// What is retired of account `number`, which is to be erased.
    func everything(of number: UInt64) throws -> [RetiredEntry] {
        try readClub { (tables) throws(ClubFault) in
            try tables.keys(of: .test(number)).map { RetiredEntry(.key($0.key), at: .day(3)) }
                + tables.persons(of: .test(number)).map {
                    RetiredEntry(.person($0.person), at: .day(3))
                }
        }
    }

    func erase(_ number: UInt64) throws {
        try retire(everything(of: number)) { (tables) throws(ClubFault) in
            try tables.erase(.test(number))
        }
    }

    /// The keys that are retired, and the persons who are erased.
    func retiredSubjects() throws -> Set<RetiredEntry.Subject> {
        Set(try speakers().retired.map(\.subject))
    }
}

@Suite("Retired keys and erased persons")
struct RetiredTests {
    let folder = try! ScratchFolder()
    private static let key = RetiredEntry(.key(.test(1)), at: .day(2))
    private static let person = RetiredEntry(
        .person(DeviceKey.test(2).person), at: WallTime(milliseconds: -5))

    private func open() throws -> (EventStore, Collector<StoreNotice>) {
        let notices = Collector<StoreNotice>()
        return (try EventStore(folder: folder.data) { notices.add($0) }, notices)
    }

    private func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.retiredLog))
    }

    @Test("What is retired is in the file and in the tables, and stays so")
    func retires() throws {
        var (store, _) = try open()
        try store.signUp(2)
        let entries = [Self.key, RetiredEntry(.key(.test(7)), at: .day(2))]
        for _ in 1...2 {
            try store.retire(entries) { (tables) throws(ClubFault) in
                try tables.remove(DeviceID(first: .test(1)), of: .test(1))
            }
        }
        #expect(try RetiredFile(reading: folder.retiredLog)?.entries == entries)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.retiredLog)
        #expect(mode[.posixPermissions] as? Int == 0o600)
        for _ in 1...2 {
            #expect(try store.retiredSubjects() == Set(entries.map(\.subject)))
            try store.readClub { (tables) throws(ClubFault) in
                #expect(try tables.devices(of: .test(1)).isEmpty)
                #expect(try tables.key(.test(1))?.account == .test(1))
            }
            #expect(throws: ClubFault.retired) {
                try store.changeClub { (tables) throws(ClubFault) in
                    try tables.link(.test(7), to: DeviceID(first: .test(2)), of: .test(2))
                }
            }
            store.close()
            (store, _) = try open()
        }
        #expect(try EventStore.verify(folder: folder.data).retired == 2)
    }

    @Test("An account that has signed out as many keys as are remembered takes no more")
    func retiredKeysEnd() throws {
        let (store, _) = try open()
        try store.signUp(2)
        func link(_ numbers: [UInt64]) throws {
            try store.changeClub { (tables) throws(ClubFault) in
                for number in numbers {
                    try tables.link(.test(number), to: DeviceID(first: .test(1)), of: .test(1))
                }
            }
        }
        // Sixteen at once, since few are linked at the same time.
        for first in stride(from: 1_000, to: 1_000 + UInt64(ClubLimit.retiredKeys.max), by: 16) {
            let numbers = Array(first..<first + 16)
            try link(numbers)
            let entries = numbers.map { RetiredEntry(.key(.test($0)), at: .day(2)) }
            try store.retire(entries) { (_) throws(ClubFault) in }
        }
        #expect(throws: ClubFault.tooMany(.retiredKeys)) { try link([9_000]) }
        // Those that are linked stay so, and others aren't kept from it.
        try link([1])
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.link(.test(9_000), to: DeviceID(first: .test(2)), of: .test(2))
        }
    }

    @Test("Marks stay though what was asked for behind them is refused")
    func marksStay() throws {
        let (store, _) = try open()
        try store.signUp(1)
        #expect(throws: ClubFault.absent) {
            try store.retire([Self.key]) { (tables) throws(ClubFault) in
                try tables.rename(DeviceID(first: .test(1)), of: .test(1), to: "X")
                throw .absent
            }
        }
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.key(.test(1))?.retired == .day(2))
            #expect(try tables.device(DeviceID(first: .test(1)))?.label == "Phone")
        }
    }

    @Test("Of an erased account nothing is left but that its keys and persons are retired")
    func erases() async throws {
        let (store, _) = try open()
        var account = try Account.test(1)
        account.name = "Ann Unforgettable"
        let named = account
        let other = try Account.test(2)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.signUp(named, 1, takingAlong: [11])
            try tables.signUp(other, 2)
            try tables.befriend(Friendship(named.id, other.id, since: .day(2))!)
            try tables.insert(.test([1]))
            try tables.replaceRecovery(of: named.id, by: [RecoveryHash(.test(1))])
        }
        try store.erase(1)
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.account(named.id) == nil)
            #expect(try tables.friends(of: other.id).isEmpty)
            #expect(try tables.passkey([1]) == nil)
            #expect(try tables.keys(of: named.id).isEmpty)
            #expect(try tables.key(.test(11))?.retired == .day(3))
            #expect(try tables.accountCount() == 1)
        }
        let speakers = try store.speakers()
        #expect(speakers.persons.map(\.account) == [other.id])
        #expect(Set(speakers.erased.map(\.person)).count == 2)
        #expect(throws: ClubFault.retired) {
            try store.changeClub { (tables) throws(ClubFault) in
                try tables.link(
                    LinkedPerson(
                        person: DeviceKey.test(11).person, account: other.id, added: .day(4)))
            }
        }
        store.close()
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.database)))
        #expect(bytes.firstRange(of: Array("Ann Unforgettable".utf8)) == nil)
        for type in ClubSchema.rowTypes where type != ErasedPerson.self {
            let columns = type.table.columns.map { "hex(\($0)) = '\(named.id.value)'" }
            let count = "SELECT count(*) FROM \(type.table.name) WHERE "
            let uppercase = (count + columns.joined(separator: " OR "))
                .replacingOccurrences(
                    of: named.id.value.description,
                    with: named.id.value.description.uppercased())
            #expect(try folder.integer(uppercase) == 0, "\(type.table.name)")
        }
    }

    @Test("A claim that was taken back is so again, however many persons a copy has")
    func releasedAmongMany() throws {
        var (store, _) = try open()
        try store.signUp(1)
        let person = DeviceKey.test(2).person
        let release = Release(of: person, by: .test(1))
        try store.retire([RetiredEntry(.release(release.id), at: .day(2))]) { _ in }
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.link(
                LinkedPerson(
                    person: person, account: .test(1), added: .day(1),
                    claimedFrom: DeviceID(first: .test(1))))
        }
        store.close()
        try folder.edit(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
            INSERT INTO persons SELECT randomblob(16), zeroblob(16), 0, NULL, 0 FROM n
            """)
        (store, _) = try open()
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.owner(of: person) == nil)
        }
        store.close()
    }

    @Test("An account that got another key meanwhile isn't erased yet")
    func staleErasure() throws {
        let (store, _) = try open()
        try store.signUp(1)
        let entries = try store.everything(of: 1)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.link(.test(5), to: DeviceID(first: .test(1)), of: .test(1))
        }
        #expect(throws: ClubFault.stale) {
            try store.retire(entries) { (tables) throws(ClubFault) in
                try tables.erase(.test(1))
            }
        }
        #expect(try store.readClub { (t) throws(ClubFault) in try t.account(.test(1)) } != nil)
        try store.erase(1)
        #expect(try store.readClub { (t) throws(ClubFault) in try t.account(.test(1)) } == nil)
    }

    @Test("Killed between file and tables, the next opening does the rest")
    func killedInBetween() throws {
        var (store, notices) = try open()
        try store.signUp(3)
        store.close()
        let erased = [2].flatMap { number in
            [
                RetiredEntry(.key(.test(number)), at: .day(3)),
                RetiredEntry(.person(DeviceKey.test(number).person), at: .day(3)),
            ]
        }
        try write(([Self.key] + erased).flatMap(RetiredFile.line))
        (store, notices) = try open()
        #expect(notices.all == [.retiredAgain(3)])
        #expect(try store.retiredSubjects() == Set(([Self.key] + erased).map(\.subject)))
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.account(.test(1)) != nil)
            #expect(try tables.devices(of: .test(1)).isEmpty)
            #expect(try tables.account(.test(2)) == nil)
            #expect(try tables.owner(of: DeviceKey.test(2).person) == nil)
        }
        store.close()
        (store, notices) = try open()
        #expect(notices.all.isEmpty)
        // The other way round: the file is lost.
        store.close()
        try FileManager.default.removeItem(atPath: folder.retiredLog)
        #expect(try !EventStore.verify(folder: folder.data).isSound)
        (store, notices) = try open()
        #expect(notices.all.isEmpty)
        store.close()
        #expect(try EventStore.verify(folder: folder.data).isSound)
        #expect(try RetiredFile(reading: folder.retiredLog)?.entries.count == 3)
    }

    @Test("After a transaction that failed the next opening does the rest")
    func transactionFails() throws {
        let disk = FaultyDisk(folder.path)
        var (store, notices) = try open()
        try store.signUp(1)
        disk.arm(1, .lasting)
        #expect(throws: ClubFault.unavailable(full: false)) {
            try store.retire([Self.key]) { _ in }
        }
        // It is told all the same to whoever reads all.
        disk.arm(0, .error)
        #expect(try store.retiredSubjects() == [Self.key.subject])
        store.close()
        (store, notices) = try open()
        #expect(try store.readClub { (t) throws(ClubFault) in try t.key(.test(1))?.retired } != nil)
        #expect(notices.all.allSatisfy { $0 == .retiredAgain(1) })
    }

    @Test("If the file can't be written nothing is changed, and it is written anew later")
    func appendFails() throws {
        var (store, _) = try open()
        try store.signUp(2)
        try store.retire([Self.key]) { _ in }
        try FileManager.default.removeItem(atPath: folder.retiredLog)
        try FileManager.default.createDirectory(
            atPath: folder.retiredLog, withIntermediateDirectories: false)
        let other = RetiredEntry(.key(.test(2)), at: .day(4))
        #expect(throws: ClubFault.unavailable(full: false)) {
            try store.retire([other]) { (tables) throws(ClubFault) in
                try tables.remove(DeviceID(first: .test(2)), of: .test(2))
            }
        }
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.key(.test(2))?.retired == nil)
            #expect(try tables.device(DeviceID(first: .test(2))) != nil)
        }
        #expect(try store.retiredSubjects() == [Self.key.subject])
        try FileManager.default.removeItem(atPath: folder.retiredLog)
        try store.retire([other]) { _ in }
        #expect(try RetiredFile(reading: folder.retiredLog)?.entries == [Self.key, other])
        store.close()
        (store, _) = try open()
        #expect(try store.retiredSubjects().count == 2)
    }

    @Test("A full disk is called so")
    func isFull() throws {
        var file = RetiredFile()
        #expect(throws: StoreError.full("/dev/full: No space left on device")) {
            try file.append([Self.key], to: "/dev/full")
        }
    }

    @Test("A file that somebody has taken away or exchanged is written anew, with what it has")
    func exchanged() throws {
        let (store, _) = try open()
        try store.retire([Self.key]) { _ in }
        try FileManager.default.removeItem(atPath: folder.retiredLog)
        try store.retire([Self.person]) { _ in }
        #expect(
            try RetiredFile(reading: folder.retiredLog)?.entries == [Self.key, Self.person])
        let third = RetiredEntry(.key(.test(3)), at: .day(1))
        try write(RetiredFile.line(third))
        let fourth = RetiredEntry(.key(.test(4)), at: .day(1))
        try store.retire([fourth]) { _ in }
        #expect(
            try RetiredFile(reading: folder.retiredLog)?.entries
                == [Self.key, Self.person, third, fourth])
    }

    @Test("A torn end is passed over, and a damaged line is written anew from the tables")
    func damage() throws {
        var (store, notices) = try open()
        try store.retire([Self.key, Self.person]) { _ in }
        store.close()
        let lines = [Self.key, Self.person].map(RetiredFile.line)
        for cut in 1..<lines[1].count {
            try write(lines[0] + lines[1].dropLast(cut))
            let file = try #require(try RetiredFile(reading: folder.retiredLog))
            #expect(file.entries == [Self.key])
            #expect(file.isTorn == (cut < lines[1].count))
            #expect(file.damagedLineCount == 0)
        }
        (store, notices) = try open()
        store.close()
        #expect(notices.all.isEmpty)
        #expect(
            try RetiredFile(reading: folder.retiredLog)?.entries == [Self.key, Self.person])
        for place in lines[0].indices.dropLast() {
            var bytes = lines[0] + lines[1]
            bytes[place] ^= 1
            try write(bytes)
            let file = try #require(try RetiredFile(reading: folder.retiredLog))
            #expect(file.entries == [Self.person], "\(place)")
            #expect(file.damagedLineCount == 1)
        }
        #expect(
            try EventStore.verify(folder: folder.data).findings.map(\.what) == [
                "1 lines of retired.log aren't as they were written",
                "1 keys and persons are retired in the database, but not in retired.log",
            ])
        (store, notices) = try open()
        store.close()
        #expect(notices.all == [.retiredLogMended(lines: 1)])
        #expect(try EventStore.verify(folder: folder.data).isSound)
    }

    @Test("Pages that can't be read keep the server from nothing that it has in the file")
    func damagedTable() throws {
        var (store, notices) = try open()
        try store.signUp(2)
        try store.retire([Self.key]) { _ in }
        store.close()
        let page = try #require(
            try folder.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'keys'"))
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.database)))
        let start = Int(page - 1) * 4_096
        bytes.replaceSubrange(start..<start + 8, with: repeatElement(0xEE, count: 8))
        try Data(bytes).write(to: URL(fileURLWithPath: folder.database))
        (store, notices) = try open()
        #expect(try store.retiredSubjects() == [Self.key.subject])
        #expect(try store.speakers().persons.count == 2)
        #expect(notices.all.contains(.retiredAgain(1)))
    }
}

@Suite("Copies and what is retired")
struct RetiredCopyTests {
    let folder = try! ScratchFolder()

    /// A backup of two accounts, of which one is erased and one key of the other retired later.
    private func prepare() throws -> (copy: String, retired: Set<RetiredEntry.Subject>) {
        let copy = folder.path + "/copy.sqlite"
        let store = try EventStore(folder: folder.data)
        try store.signUp(2)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.link(.test(5), to: DeviceID(first: .test(5)), of: .test(2))
        }
        let old = RetiredEntry(.key(.test(8)), at: .day(1))
        try store.retire([old]) { _ in }
        try EventStore.backup(folder: folder.data, to: copy)
        try store.erase(1)
        try store.retire([RetiredEntry(.key(.test(5)), at: .day(4))]) { _ in }
        let retired = try store.retiredSubjects()
        store.close()
        #expect(retired.count == 4)
        return (copy, retired)
    }

    private func expect(_ retired: Set<RetiredEntry.Subject>, in data: String) throws {
        let store = try EventStore(folder: data)
        #expect(try store.retiredSubjects() == retired)
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.account(.test(1)) == nil)
            #expect(try tables.account(.test(2)) != nil)
            #expect(try tables.key(.test(5))?.retired != nil)
        }
        store.close()
        #expect(try EventStore.verify(folder: data).isSound)
    }

    @Test("An older copy put in the place of the database brings nobody back")
    func replaces() throws {
        let (copy, retired) = try prepare()
        let report = try EventStore.restore(
            from: copy, to: folder.data, replaces: true, now: .day(9))
        #expect(report.retired == 4)
        try expect(retired, in: folder.data)
    }

    @Test("On a new disk the file beside the copy says who must not come back")
    func newDisk() throws {
        let (copy, retired) = try prepare()
        let other = folder.path + "/other"
        let report = try EventStore.restore(from: copy, to: other, replaces: false, now: .day(9))
        // All that is known there is what was retired before the copy was made.
        #expect(report.retired == 1)
        try FileManager.default.removeItem(atPath: other)
        try FileManager.default.removeItem(atPath: copy + ".retired.log")
        try folder.copy(folder.retiredLog, to: copy + ".retired.log")
        _ = try EventStore.restore(from: copy, to: other, replaces: false, now: .day(9))
        try expect(retired, in: other)
    }

    @Test("A copy that was put there by hand is opened with every file beside it")
    func byHand() throws {
        let (copy, retired) = try prepare()
        let other = folder.path + "/other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        try folder.copy(copy, to: other + "/folf.sqlite")
        try folder.copy(copy + ".retired.log", to: other + "/copy.sqlite.retired.log")
        try folder.copy(folder.retiredLog, to: other + "/newest.retired.log")
        try expect(retired, in: other)
    }

    @Test("A folder of copies has one file, which is added to with each copy")
    func copyFolder() throws {
        let copies = try CopyFolder(folder.path + "/copies")
        let copier = try BatchCopier()
        let store = try EventStore(folder: folder.data, copier: copier)
        try store.signUp(2)
        func copy(_ day: Int64) throws {
            _ = try EventStore.copy(
                folder: folder.data, into: copies, copier: copier, now: .day(day), keep: 1,
                intervalMilliseconds: 1, replay: { _ in nil })
        }
        try copy(1)
        #expect(try RetiredFile(reading: copies.retiredPath) == nil)
        try store.erase(1)
        try copy(2)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.link(.test(5), to: DeviceID(first: .test(5)), of: .test(2))
        }
        try copy(3)
        try store.retire([RetiredEntry(.key(.test(5)), at: .day(4))]) { _ in }
        let retired = try store.retiredSubjects()
        store.close()
        copier.close()
        let report = try EventStore.restore(
            from: copies.path, to: folder.data, replaces: true, now: .day(9))
        #expect(report.retired == 3)
        try expect(retired, in: folder.data)
    }
}
