import Glibc
import Testing

@testable import Secrets

@Suite("The hash of a password")
struct PasswordsTests {
    private let passwords: Passwords

    init() throws { passwords = try Passwords(cost: .least) }

    @Test("is Argon2id's at the cost that is named, and never the same twice")
    func form() throws {
        let hash = try passwords.hash("tungl glas vegur")
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try passwords.hash("tungl glas vegur") != hash)
        let usual = try Passwords(cost: .usual).hash("tungl glas vegur")
        #expect(usual.hasPrefix("$argon2id$v=19$m=32768,t=3,p=1$"))
        #expect(usual.utf8.count == 97)
    }

    @Test(
        "knows its password, of whatever signs",
        arguments: ["tungl glas vegur", "Þórunn 🥏", "", "with\u{0}zero", "with"])
    func verified(password: String) throws {
        let hash = try passwords.hash(password)
        #expect(try passwords.verify(password, by: hash))
        #expect(try !passwords.verify(password + "a", by: hash))
        #expect(try !passwords.verify("with\u{0}another", by: hash))
        #expect(try !passwords.verify(password, by: nil))
    }

    @Test("made at another cost is outdated, and verified all the same")
    func outdated() throws {
        let old = try passwords.hash("tungl glas vegur")
        let later = try Passwords(cost: .usual)
        #expect(!passwords.isOutdated(old))
        #expect(later.isOutdated(old))
        #expect(try later.verify("tungl glas vegur", by: old))
        #expect(try !later.isOutdated(later.hash("tungl glas vegur")))
        #expect(later.isOutdated("nonsense"))
    }

    @Test("that is damaged verifies nothing", arguments: ["", "nonsense", "$argon2id$v=19$m=1"])
    func damaged(hash: String) {
        #expect((try? passwords.verify("", by: hash)) != true)
    }

    @Test("that there isn't takes the time of one that there is")
    func nobodys() throws {
        let hash = try passwords.hash("tungl glas vegur")
        func leastTime(_ hash: String?) throws -> Int {
            try (0..<7).map { _ in
                let begin = threadNanoseconds()
                _ = try passwords.verify("another password", by: hash)
                return threadNanoseconds() - begin
            }.min() ?? 0
        }
        let ratio = Double(try leastTime(nil)) / Double(try leastTime(hash))
        #expect((0.5...2).contains(ratio))
    }

    private func threadNanoseconds() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
