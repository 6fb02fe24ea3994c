import Club
import Documents
import HTTP
import Testing

@testable import API

@Suite("The limits of accounts, as the API's document has them")
struct QuotaTests {
    @Test("are those by which the club goes", arguments: APIQuota.allCases)
    func values(quota: APIQuota) {
        let max: Int =
            switch quota {
            case .persons: ClubLimit.persons.max
            case .keys: ClubLimit.keys.max
            case .retiredKeys: ClubLimit.retiredKeys.max
            case .programs: ClubLimit.programs.max
            case .passkeys: ClubLimit.passkeys.max
            case .links: ClubLimit.links.max
            case .columns: ClubLimit.columns.max
            case .friends: ClubLimit.friends.max
            case .blocks: ClubLimit.blocks.max
            case .requestsMade: ClubLimit.requestsMade.max
            case .sharedCourses: ClubLimit.sharedCourses.max
            case .courseChanges: ClubLimit.courseChanges.max
            case .courseComments: ClubLimit.courseComments.max
            case .friendLinks: ClubLimit.friendLinks.max
            case .invitationsMade: ClubLimit.invitationsMade.max
            case .signUps: Int(ClubBudgets.signUpsPerNetworkPerHourMax)
            case .lookUps: Int(ClubBudgets.lookUpsPerNetworkPerMinuteMax)
            case .wrongProofs: Int(ProofBudgets.wrongPerNetworkPerMinuteMax)
            case .mails: Int(ClubBudgets.mailsPerAddressPerHourMax)
            case .suggestions: Int(ClubBudgets.suggestionsPerNetworkPerHourMax)
            case .wrongPasswords: Int(ProofBudgets.wrongPerAccountPerHourMax)
            case .mailsWanted: Int(ClubBudgets.mailsPerNetworkPerHourMax)
            case .signUpsOfAll: Int(ClubBudgets.signUpsPerHourMax)
            case .wrongProofsOfAll: Int(ProofBudgets.wrongPerMinuteMax)
            case .mailsOfAll: Int(ClubBudgets.mailsPerHourMax)
            case .suggestionsOfAll: Int(ClubBudgets.suggestionsPerHourMax)
            case .releases: Int(ClubBudgets.releasesPerAccountPerWeekMax)
            }
        #expect(quota.max == max)
    }

    @Test("and so are those of single values")
    func sizes() {
        #expect(APILimits.nameBytesMax == ClubLimits.nameBytesMax)
        #expect(APILimits.fullNameBytesMax == ClubLimits.fullNameBytesMax)
        #expect(APILimits.labelBytesMax == ClubLimits.labelBytesMax)
        #expect(APILimits.emailBytesMax == ClubLimits.emailBytesMax)
        #expect(APILimits.suggestionBytesMax == ClubLimits.suggestionBytesMax)
        #expect(APILimits.invitedMax == ClubLimits.recipientsMax)
        #expect(APILimits.pageMax == ClubLimits.pageRowsMax)
        #expect(APILimits.handleBytes == Handle.lengths)
        #expect(APILimits.courseBytesMax <= ClubLimits.courseBytesMax)
        #expect(APILimits.credentialDigitsMax / 4 * 3 == ClubLimits.credentialBytesMax)
    }

    @Test("A program too many is refused, and room is made by removing one")
    func programs() throws {
        let desk = try DeskFixture()
        let anna = TestToken(1)
        desk.signUp("anna", as: anna)
        func add(_ number: Int) -> Reply {
            let key = TestToken(UInt64(100 + number)).key.value
            return desk.ask(
                .put, "/me/tokens/\(key)", as: anna, ["label": "x", "scope": "read"])
        }
        for number in 1...APIQuota.programs.max { #expect(add(number).status == 201) }
        #expect(add(0).problem == "too_many")
        // One that is there already is no other.
        #expect(add(1).status == 204)
        let first = TestToken(101).key.value
        #expect(desk.ask(.delete, "/me/tokens/\(first)", as: anna).status == 204)
        #expect(add(0).status == 201)
    }

    @Test("A way in too many is refused until one is too old, and others open theirs")
    func links() throws {
        let desk = try DeskFixture()
        let (anna, ben) = (TestToken(1), TestToken(2))
        desk.signUp("anna", as: anna)
        desk.signUp("ben", as: ben)
        for _ in 1...APIQuota.links.max {
            #expect(desk.ask(.post, "/me/links", as: anna).status == 201)
        }
        #expect(desk.ask(.post, "/me/links", as: anna).problem == "too_many")
        #expect(desk.ask(.post, "/me/links", as: ben).status == 201)
        desk.clock.advance(minutes: 2)
        #expect(desk.ask(.post, "/me/links", as: anna).status == 201)
    }

    @Test("Persons are taken along and given back so often a week: each time is kept for ever")
    func releases() throws {
        let desk = try DeskFixture()
        let anna = TestToken(1)
        desk.signUp("anna", as: anna)
        func takeAndGiveBack(_ number: Int) -> Reply {
            let other = TestToken(UInt64(1_000 + number))
            desk.ask(.post, "/me/persons", as: anna, ["tokens": [.text(other.text)]])
            return desk.ask(.delete, "/me/persons/\(other.person.value)", as: anna)
        }
        for number in 1...APIQuota.releases.max { #expect(takeAndGiveBack(number).status == 204) }
        #expect(takeAndGiveBack(0).problem == "too_many_tries")
        desk.clock.advance(minutes: 7 * 24 * 60 / UInt64(APIQuota.releases.max) + 1)
        #expect(takeAndGiveBack(65).status == 204)
    }

    @Test("Texts to the operator, and looks for a name, have an end for each network")
    func budgets() throws {
        let desk = try DeskFixture()
        func suggest(_ number: Int, from network: UInt64 = 1) -> Reply {
            desk.ask(
                .put, "/suggestions/\(TestToken(UInt64(number)).key.value)", ["text": "more discs"],
                from: network)
        }
        for number in 1...APIQuota.suggestions.max { #expect(suggest(number).status == 201) }
        let refused = suggest(99)
        #expect(refused.problem == "too_many_tries" && refused["retry_ms"] != nil)
        #expect(suggest(99, from: 2).status == 201)
        for number in 1...APIQuota.lookUps.max {
            #expect(desk.ask(.get, "/handles/anna\(number)").status == 200)
        }
        #expect(desk.ask(.get, "/handles/anna").problem == "too_many_tries")
        #expect(desk.ask(.get, "/handles/anna", from: 2).status == 200)
    }
}
