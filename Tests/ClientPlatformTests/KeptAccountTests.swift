import Documents
import Foundation
import SyncClient
import TestSupport
import Testing
import Wire

@testable import ClientPlatform

@Suite("The account that a device is signed in to")
struct KeptAccountTests {
    private let temporary: TemporaryFolder
    private let folder: GameFolder
    private let server = ServerAddress("https://folf.example")!

    init() throws {
        temporary = try TemporaryFolder()
        folder = try GameFolder(path: temporary.path + "/folf")
    }

    private func account(owning persons: [PersonID]) -> KeptAccount {
        let id = Identifier128(high: 1, low: 2)
        let passes = persons.map { ($0, Identifier128(high: $0.value.low, low: 9)) }
        return KeptAccount(
            server: server, handle: "anna", name: "Anna \"A\"", mainPerson: persons[0],
            credentials: AccountCredentials(
                account: id, token: Token(high: id, low: id),
                passes: Dictionary(uniqueKeysWithValues: passes)))
    }

    private func person(_ number: UInt64) -> PersonID {
        PersonID(Identifier128(high: 7, low: number))
    }

    @Test("It is kept for its owner's eyes only, and read back as it was")
    func kept() throws {
        #expect(try folder.account() == nil)
        let account = account(owning: [person(3), person(1), person(2)])
        try folder.keep(account)
        #expect(try folder.account() == account)
        #expect(try temporary.permissions("folf/account") == 0o600)
        var renamed = account
        renamed.name = "Anna B"
        try folder.keep(renamed)
        #expect(try folder.account() == renamed)
    }

    @Test("A device that is signed out is nobody, and keeps what lets it be known again")
    func forgotten() throws {
        var generator = SeededGenerator(seed: 1)
        let own = try folder.credentials(using: &generator)
        let account = account(owning: [own.person])
        try folder.keep(account)
        try folder.keep(known: "ab", at: server)
        try folder.forget(account)
        #expect(try folder.account() == nil)
        #expect(try folder.credentials(using: &generator) != own)
        #expect(try folder.known(at: server) == "ab")
        #expect(try folder.known(at: ServerAddress("https://other.example")!) == nil)
        #expect(try temporary.permissions("folf/known") == 0o600)
        try folder.forget(account)
    }

    @Test("A person of the device's own who isn't the account's stays")
    func ownPerson() throws {
        var generator = SeededGenerator(seed: 1)
        let own = try folder.credentials(using: &generator)
        let account = account(owning: [person(1)])
        try folder.keep(account)
        try folder.forget(account)
        #expect(try folder.credentials(using: &generator) == own)
    }

    @Test("A damaged file is said to be so", arguments: ["", "nonsense", "{}", "[]"])
    func damaged(text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: temporary.path + "/folf/account"))
        #expect(throws: StorageError.self) { try folder.account() }
    }
}
