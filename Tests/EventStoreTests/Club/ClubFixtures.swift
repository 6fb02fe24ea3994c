import Club
import Courses
import Documents

@testable import EventStore

extension Identifier128 {
    /// The `number`th identifier of a test, of some kind.
    static func test(_ number: UInt64, of kind: UInt64 = 0xC1) -> Self {
        Self(high: kind << 32 | number, low: number &* 0x9E37_79B9_7F4A_7C15)
    }
}

extension AccountID {
    static func test(_ number: UInt64) -> Self { Self(.test(number, of: 0xAC)) }
}

extension DeviceKey {
    static func test(_ number: UInt64) -> Self { Self(.test(number, of: 0xDE)) }
}

extension WallTime {
    static func day(_ day: Int64) -> Self { Self(milliseconds: day * 86_400_000) }
}

extension Account {
    /// The account that `number` makes with key `number`.
    static func test(_ number: UInt64, handle: String? = nil) throws -> Self {
        Self(
            id: .test(number), handle: try Handle(handle ?? "player\(number)"),
            name: "Player \(number)", mainPerson: DeviceKey.test(number).person, age: .ofAge,
            created: .day(1))
    }
}

extension Device {
    static func test(_ number: UInt64, of account: UInt64) -> Self {
        Self(
            id: DeviceID(first: .test(number)), account: .test(account),
            label: "Phone \(number)", created: .day(1))
    }
}

extension ClubTables {
    /// Signs somebody up with key `number`, who takes along the persons of other keys.
    func signUp(
        _ account: Account, _ number: UInt64, takingAlong others: [UInt64] = []
    ) throws(ClubFault) {
        let device = DeviceID(first: .test(number))
        try insert(account)
        try insert(
            Device(id: device, account: account.id, label: "Phone", created: account.created))
        try link(.test(number), to: device, of: account.id)
        for other in others {
            let key = DeviceKey.test(other)
            try link(
                LinkedPerson(
                    person: key.person, account: account.id, added: account.created,
                    claimedFrom: device))
            try link(key, to: device, of: account.id)
        }
    }
}

extension EventStore {
    /// Signs up accounts 1, 2, … `count`.
    func signUp(_ count: UInt64) throws {
        let accounts = try (1...count).map { try Account.test($0) }
        try changeClub { (tables) throws(ClubFault) in
            for (index, account) in accounts.enumerated() {
                try tables.signUp(account, UInt64(index) + 1)
            }
        }
    }

    /// Makes friends of accounts.
    func befriend(_ one: UInt64, _ other: UInt64) throws {
        try changeClub { (tables) throws(ClubFault) in
            guard let pair = Friendship(.test(one), .test(other), since: .day(2)) else { return }
            try tables.befriend(pair)
        }
    }
}

extension ColumnClaim {
    /// Person 1 has the column of player 7.
    static func test(lobby: UInt64) -> ColumnClaim {
        ColumnClaim(
            lobby: LobbyID(.test(lobby)), player: 7, id: .test(lobby), person: PersonID(.test(1)),
            issuer: PersonID(.test(2)), host: PersonID(.test(3)), claimed: .day(1))
    }
}

extension ResultRow {
    /// Of two holes of par 3, the second of which is thrown in 4.
    static func test(
        _ lobby: LobbyID, round: UInt8 = 1, player: UInt32 = 1, person: UInt64? = nil,
        throws first: UInt8 = 3, minutes: Int64? = nil, flags: Flags = []
    ) -> ResultRow {
        ResultRow(
            lobby: lobby, round: round, player: player,
            person: person.map { PersonID(.test($0)) }, course: .test(9, of: 0xC0), day: 20_000,
            started: .day(20_000), minutes: minutes, flags: flags, disputedCount: 0,
            pars: [3, 3], throws: [first, 4])
    }
}

extension CourseComment {
    /// On the first course of the sample, by account 1 if nothing else is said.
    static func test(
        _ number: UInt64, by account: UInt64 = 1, hole: String? = nil, at day: Int64 = 1
    ) -> CourseComment {
        let entry = SampleCatalogue.entries[0]
        return CourseComment(
            id: .test(number, of: 0xC0), course: entry.course.id, account: .test(account),
            hole: hole.map { Hole(layout: entry.layouts[0].id, label: $0) }, at: .day(day),
            text: "comment \(number)")
    }
}
