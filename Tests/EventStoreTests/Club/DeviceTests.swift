import Club
import Documents
import Testing

@testable import EventStore

@Suite("Devices and ways in")
struct DeviceTests {
    let folder = try! ScratchFolder()

    @Test("A claimed person can be given back for a while, and its key is free again")
    func release() throws {
        let store = try EventStore(folder: folder.data)
        let account = try Account.test(1)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.signUp(account, 1, takingAlong: [2])
        }
        let (main, claimed) = (DeviceKey.test(1).person, DeviceKey.test(2).person)
        for (person, since) in [(main, WallTime.day(0)), (claimed, .day(2))] {
            #expect(throws: ClubFault.absent) {
                try store.changeClub { (tables) throws(ClubFault) in
                    try tables.release(person, of: account.id, claimedSince: since)
                }
            }
        }
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.release(claimed, of: account.id, claimedSince: .day(1))
        }
        let other = try Account.test(2)
        try store.changeClub { (tables) throws(ClubFault) in try tables.signUp(other, 2) }
        try store.readClub { (tables) throws(ClubFault) in
            #expect(try tables.owner(of: claimed)?.account == other.id)
            #expect(try tables.key(.test(2))?.account == other.id)
        }
    }

    @Test("What is linked twice stays as it is, and nobody links what is somebody else's")
    func links() throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(2)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.link(.test(1), to: DeviceID(first: .test(1)), of: .test(1))
            try tables.link(
                LinkedPerson(
                    person: DeviceKey.test(1).person, account: .test(1), added: .day(9)))
            try tables.insert(.test(1, of: 1))
            #expect(try tables.persons(of: .test(1)).map(\.added) == [.day(1)])
            #expect(throws: ClubFault.exists) {
                try tables.link(.test(1), to: DeviceID(first: .test(2)), of: .test(2))
            }
            #expect(throws: ClubFault.exists) {
                try tables.link(
                    LinkedPerson(
                        person: DeviceKey.test(1).person, account: .test(2), added: .day(9)))
            }
            #expect(throws: ClubFault.exists) { try tables.insert(.test(1, of: 2)) }
        }
    }

    @Test("A device has a name, a day on which it was seen, and goes once its keys are retired")
    func devices() throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(1)
        let device = DeviceID(first: .test(1))
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.rename(device, of: .test(1), to: "Old phone")
            try tables.saw(device, on: DayNumber(of: .day(5)))
            try tables.saw(device, on: DayNumber(of: .day(4)))
            #expect(throws: ClubFault.stale) { try tables.remove(device, of: .test(1)) }
            #expect(throws: ClubFault.absent) {
                try tables.rename(DeviceID(first: .test(9)), of: .test(1), to: "")
            }
            #expect(throws: ClubFault.absent) {
                try tables.rename(device, of: .test(2), to: "")
            }
        }
        try store.readClub { (tables) throws(ClubFault) in
            let found = try tables.device(device)
            #expect(found?.label == "Old phone")
            #expect(found?.seenDay == DayNumber(5))
        }
    }

    @Test("The limits of an account hold inside the transaction")
    func limits() throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(1)
        let device = DeviceID(first: .test(1))
        try store.changeClub { (tables) throws(ClubFault) in
            for number in 2...UInt64(ClubLimit.persons.max) {
                try tables.link(
                    LinkedPerson(
                        person: DeviceKey.test(number).person, account: .test(1),
                        added: .day(1)))
            }
            for number in 2...UInt64(ClubLimit.keys.max) {
                try tables.link(.test(number), to: device, of: .test(1))
            }
            for number in 1...UInt64(ClubLimit.programs.max) {
                var program = Device.test(100 + number, of: 1)
                program.scope = .readOnly
                try tables.insert(program)
            }
            for number in 1...UInt8(ClubLimit.passkeys.max) {
                try tables.insert(.test([number]))
            }
            try tables.replaceRecovery(
                of: .test(1),
                by: (1...UInt64(ClubLimit.recoveryCodes.max)).map { RecoveryHash(.test($0)) })
        }
        let over: [(ClubLimit, @Sendable (ClubTables) throws(ClubFault) -> Void)] = [
            (
                .persons,
                { (tables) throws(ClubFault) in
                    try tables.link(
                        LinkedPerson(
                            person: DeviceKey.test(900).person, account: .test(1),
                            added: .day(1)))
                }
            ),
            (
                .keys,
                { (tables) throws(ClubFault) in
                    try tables.link(.test(900), to: device, of: .test(1))
                }
            ),
            (
                .programs,
                { (tables) throws(ClubFault) in
                    var program = Device.test(900, of: 1)
                    program.scope = .readOnly
                    try tables.insert(program)
                }
            ),
            (
                .passkeys,
                { (tables) throws(ClubFault) in try tables.insert(.test([200])) }
            ),
            (
                .recoveryCodes,
                { (tables) throws(ClubFault) in
                    try tables.replaceRecovery(
                        of: .test(1), by: (1...6).map { RecoveryHash(.test($0)) })
                }
            ),
        ]
        for (limit, change) in over {
            #expect(throws: ClubFault.tooMany(limit)) { try store.changeClub(change) }
        }
    }

    @Test("A passkey is used with the counter that was read, and removed by its owner")
    func passkeys() throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(2)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.insert(.test([1, 2, 3]))
            try tables.insert(.test([1, 2, 3]))
            var other = PasskeyRow.test([1, 2, 3])
            other.publicKey = [0]
            #expect(throws: ClubFault.exists) { try tables.insert(other) }
            try tables.use([1, 2, 3], counterBefore: 0, counter: .max, on: DayNumber(4))
            #expect(throws: ClubFault.stale) {
                try tables.use([1, 2, 3], counterBefore: 0, counter: 1, on: DayNumber(4))
            }
            try tables.remove(passkey: [1, 2, 3], of: .test(2))
            #expect(try tables.passkey([1, 2, 3])?.counter == .max)
            #expect(try tables.passkeys(of: .test(1)).map(\.usedDay) == [DayNumber(4)])
            try tables.remove(passkey: [1, 2, 3], of: .test(1))
            #expect(try tables.passkeys(of: .test(1)).isEmpty)
        }
    }

    @Test("A recovery code is taken once")
    func recovery() throws {
        let store = try EventStore(folder: folder.data)
        try store.signUp(2)
        let hash = RecoveryHash(.test(1))
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.replaceRecovery(of: .test(1), by: [RecoveryHash(.test(9))])
            try tables.replaceRecovery(of: .test(1), by: [hash, RecoveryHash(.test(2))])
            #expect(try !tables.takeRecovery(RecoveryHash(.test(9)), of: .test(1)))
            #expect(try !tables.takeRecovery(hash, of: .test(2)))
            #expect(try tables.takeRecovery(hash, of: .test(1)))
            #expect(try !tables.takeRecovery(hash, of: .test(1)))
            #expect(try tables.takeRecovery(RecoveryHash(.test(2)), of: .test(1)))
        }
    }
}

extension PasskeyRow {
    static func test(_ credential: [UInt8]) -> Self {
        Self(
            credential: credential, account: .test(1), publicKey: [4, 5, 6], algorithm: -7,
            counter: 0, isBackupEligible: true, label: "Key", created: .day(1))
    }
}
