import Documents
import Testing

@testable import Club

@Suite("Who may act as whom")
struct SpeakersTests {
    private static let anna = AccountID(Identifier128(high: 0xA, low: 0))
    private static let ben = AccountID(Identifier128(high: 0xB, low: 0))

    private static func key(_ number: UInt64) -> DeviceKey {
        DeviceKey(Identifier128(high: 0, low: number))
    }

    private let phone = key(1)
    private let tablet = key(2)
    private let other = key(3)

    /// Anna has signed up on her phone, and in on her tablet.
    private var annas: Speakers {
        var speakers = Speakers()
        speakers.link(key: phone, to: Self.anna)
        speakers.claim(person: phone.person, by: Self.anna)
        speakers.link(key: tablet, to: Self.anna)
        return speakers
    }

    @Test("Whoever has no account is the person of the own key, and nobody else")
    func anonymous() {
        let speakers = Speakers()
        #expect(speakers.answer(to: phone, as: phone.person) == .accepted(nil))
        #expect(speakers.answer(to: phone, as: tablet.person) == .stranger)
    }

    @Test("Devices of an account act as its persons, and each as its own")
    func linked() {
        let speakers = annas
        #expect(speakers.answer(to: tablet, as: phone.person) == .accepted(Self.anna))
        #expect(speakers.answer(to: phone, as: phone.person) == .accepted(Self.anna))
        #expect(speakers.answer(to: tablet, as: tablet.person) == .accepted(Self.anna))
        #expect(speakers.answer(to: phone, as: tablet.person) == .signedOut)
        #expect(speakers.answer(to: other, as: phone.person) == .stranger)
    }

    @Test("A claimed person is the account's, and can't be claimed by another")
    func claimed() {
        var speakers = annas
        speakers.link(key: other, to: Self.ben)
        #expect(!speakers.mayClaim(other, by: Self.anna))
        #expect(speakers.mayClaim(tablet, by: Self.anna))
        speakers.claim(person: tablet.person, by: Self.anna)
        #expect(speakers.persons(of: Self.anna) == [phone.person, tablet.person])
        #expect(speakers.answer(to: phone, as: tablet.person) == .accepted(Self.anna))
        #expect(!speakers.mayLink(tablet, to: Self.ben))
    }

    @Test("A pass stands for a link that the server has lost")
    func pass() {
        let speakers = Speakers()
        #expect(speakers.answer(to: tablet, as: phone.person) == .stranger)
        let answer = speakers.answer(to: tablet, as: phone.person, passOf: Self.anna)
        #expect(answer == .accepted(nil))
    }

    @Test("A pass of another account than the key's or the person's counts for nothing")
    func foreignPass() {
        var speakers = Speakers()
        speakers.link(key: tablet, to: Self.ben)
        var answer = speakers.answer(to: tablet, as: phone.person, passOf: Self.anna)
        #expect(answer == .signedOut)
        speakers = Speakers()
        speakers.claim(person: phone.person, by: Self.ben)
        answer = speakers.answer(to: tablet, as: phone.person, passOf: Self.anna)
        #expect(answer == .signedOut)
    }

    @Test("A retired key is nobody, whatever it shows")
    func retired() {
        var speakers = annas
        speakers.retire(key: tablet)
        #expect(speakers.answer(to: tablet, as: tablet.person) == .signedOut)
        #expect(speakers.answer(to: tablet, as: phone.person) == .signedOut)
        let answer = speakers.answer(to: tablet, as: phone.person, passOf: Self.anna)
        #expect(answer == .signedOut)
        #expect(!speakers.mayLink(tablet, to: Self.anna))
        #expect(speakers.answer(to: phone, as: phone.person) == .accepted(Self.anna))
    }

    @Test("Nobody acts as an erased person")
    func erased() {
        var speakers = annas
        speakers.erase(persons: [phone.person])
        #expect(speakers.persons(of: Self.anna).isEmpty)
        #expect(speakers.answer(to: phone, as: phone.person) == .signedOut)
        let answer = speakers.answer(to: tablet, as: phone.person, passOf: Self.anna)
        #expect(answer == .signedOut)
        #expect(speakers.answer(to: other, as: phone.person) == .stranger)
        #expect(!speakers.mayClaim(phone, by: Self.anna))
    }

    @Test("Nothing is left of an erased account: not its passes either")
    func erasedAccount() {
        var speakers = annas
        speakers.claim(person: tablet.person, by: Self.anna)
        speakers.retire(key: phone)
        speakers.erase(account: Self.anna)
        #expect(speakers.isErased(phone.person) && speakers.isErased(tablet.person))
        let answer = speakers.answer(to: other, as: other.person, passOf: Self.anna)
        #expect(answer == .accepted(nil))
        #expect(
            speakers.answer(
                to: other, as: PersonID(Identifier128(high: 1, low: 1)),
                passOf: Self.anna) == .signedOut)
        #expect(!speakers.mayLink(other, to: Self.anna))
    }

    @Test("A released person is its key's again, and the passes for both are void")
    func released() {
        var speakers = annas
        speakers.claim(person: tablet.person, by: Self.anna)
        speakers.release(person: tablet.person)
        #expect(speakers.persons(of: Self.anna) == [phone.person])
        #expect(speakers.answer(to: tablet, as: tablet.person) == .accepted(nil))
        for (key, person) in [(tablet, phone.person), (phone, tablet.person)] {
            #expect(speakers.answer(to: key, as: person, passOf: Self.anna) == .signedOut)
        }
        #expect(!speakers.mayLink(tablet, to: Self.anna))
        #expect(speakers.mayClaim(tablet, by: Self.ben))
    }

    @Test("What is read at the start is what has happened")
    func read() {
        var speakers = annas
        speakers.claim(person: tablet.person, by: Self.anna)
        speakers.link(key: other, to: Self.ben)
        speakers.claim(person: other.person, by: Self.ben)
        speakers.release(person: tablet.person)
        speakers.retire(key: other)
        speakers.erase(account: Self.ben)
        let read = Speakers(
            links: [(phone, Self.anna), (other, Self.ben)], owners: [(phone.person, Self.anna)],
            retired: [other], erased: [other.person], erasedAccounts: [Self.ben],
            releases: [Release(of: tablet.person, by: Self.anna).id])
        #expect(read == speakers)
    }

    @Test("What is done twice is done once")
    func twice() {
        var speakers = annas
        speakers.claim(person: phone.person, by: Self.anna)
        speakers.link(key: phone, to: Self.anna)
        #expect(speakers == annas)
        speakers.release(person: other.person)
        #expect(speakers == annas)
    }
}
