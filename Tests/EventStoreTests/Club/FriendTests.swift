import Club
import Documents
import Testing

@testable import EventStore

@Suite("Friends, invitations, suggestions")
struct FriendTests {
    let folder = try! ScratchFolder()
    private let door = Identifier128.test(7)

    private func opened(_ count: UInt64) throws -> EventStore {
        let store = try EventStore(folder: folder.data)
        try store.signUp(count)
        return store
    }

    private func handles(_ found: [Acquaintance]) -> [String] { found.map(\.handle.text) }

    @Test("Who was asked becomes a friend by asking back, and both see it")
    func asks() throws {
        let store = try opened(3)
        let (ann, bo) = (AccountID.test(1), AccountID.test(2))
        try store.changeClub { (tables) throws(ClubFault) in
            let request = FriendRequest(from: ann, to: bo, asked: .day(2))
            #expect(try tables.ask(request) == .asked)
            #expect(try tables.ask(request) == .asked)
            #expect(handles(try tables.requests(to: bo)) == ["player1"])
            #expect(handles(try tables.requests(from: ann)) == ["player2"])
            #expect(try !tables.areFriends(ann, bo))
            let back = FriendRequest(from: bo, to: ann, asked: .day(3))
            #expect(try tables.ask(back) == .friends)
            #expect(try tables.ask(back) == .friends)
            #expect(try tables.requests(to: bo).isEmpty)
            #expect(handles(try tables.friends(of: ann)) == ["player2"])
            #expect(try tables.friends(of: bo).map(\.since) == [.day(3)])
            try tables.unfriend(bo, ann)
            #expect(try tables.friends(of: ann).isEmpty)
            _ = try tables.ask(request)
            try tables.removeRequest(from: ann, to: bo)
            #expect(try tables.requests(to: bo).isEmpty)
            for (from, to) in [(ann, ann), (ann, AccountID.test(9))] {
                #expect(throws: ClubFault.absent) {
                    try tables.ask(FriendRequest(from: from, to: to, asked: .day(3)))
                }
            }
        }
    }

    @Test("A block ends what is between two, and keeps both from asking")
    func blocks() throws {
        let store = try opened(2)
        let (ann, bo) = (AccountID.test(1), AccountID.test(2))
        try store.befriend(1, 2)
        let invitation = invitation(1, from: 1, to: 2)
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.insert(invitation)
            let block = Block(account: bo, blocked: ann, since: .day(3))
            try tables.block(block)
            try tables.block(block)
            #expect(try !tables.areFriends(ann, bo))
            #expect(try tables.invitations(to: bo).isEmpty)
            #expect(handles(try tables.blocks(of: bo)) == ["player1"])
            #expect(try tables.blocks(of: ann).isEmpty)
            #expect(try tables.areApart(ann, bo))
            for (from, to) in [(ann, bo), (bo, ann)] {
                #expect(throws: ClubFault.absent) {
                    try tables.ask(FriendRequest(from: from, to: to, asked: .day(3)))
                }
            }
            #expect(throws: ClubFault.absent) {
                try tables.befriend(Friendship(ann, bo, since: .day(3))!)
            }
            try tables.unblock(ann, for: bo)
            #expect(try !tables.areApart(ann, bo))
        }
    }

    @Test("A friend link is found by its secret until it expires")
    func links() throws {
        let store = try opened(2)
        let link = FriendLink(
            id: .test(1), account: .test(1), secretHash: .test(2), expires: .day(5))
        try store.changeClub { (tables) throws(ClubFault) in
            try tables.insert(link, now: .day(1))
            try tables.insert(link, now: .day(1))
            #expect(try tables.friendLink(secretHash: .test(2), now: .day(4)) == link)
            #expect(try tables.friendLink(secretHash: .test(2), now: .day(5)) == nil)
            for (id, account) in [(UInt64(1), UInt64(2)), (3, 1)] {
                let other = FriendLink(
                    id: .test(id), account: .test(account), secretHash: .test(2),
                    expires: .day(6))
                #expect(throws: ClubFault.exists) { try tables.insert(other, now: .day(1)) }
            }
            for number in 2...UInt64(ClubLimit.friendLinks.max) {
                try tables.insert(Self.link(number), now: .day(1))
            }
            #expect(throws: ClubFault.tooMany(.friendLinks)) {
                try tables.insert(Self.link(99), now: .day(1))
            }
            // The first one has expired.
            try tables.insert(Self.link(99), now: .day(5))
            try tables.removeFriendLink(.test(99), of: .test(2))
            #expect(try tables.friendLink(secretHash: .test(199), now: .day(5)) != nil)
            try tables.removeFriendLink(.test(99), of: .test(1))
            #expect(try tables.friendLink(secretHash: .test(199), now: .day(5)) == nil)
        }
    }

    private static func link(_ number: UInt64) -> FriendLink {
        FriendLink(
            id: .test(number), account: .test(1), secretHash: .test(100 + number),
            expires: .day(9))
    }

    private func invitation(_ number: UInt64, from: UInt64, to: UInt64) -> Invitation {
        Invitation(
            id: .test(number), from: .test(from), to: .test(to), lobby: LobbyID(.test(number)),
            door: number == 1 ? door : nil, course: "Úlfarsárdalur", at: .day(Int64(number)))
    }

    @Test("Friends' invitations lie in the inbox until they are put away")
    func invitations() throws {
        let store = try opened(3)
        try store.befriend(1, 2)
        let sent = (1...3).map { invitation($0, from: 1, to: 2) }
        let strange = invitation(4, from: 3, to: 2)
        try store.changeClub { (tables) throws(ClubFault) in
            for invitation in sent + sent { try tables.insert(invitation) }
            #expect(throws: ClubFault.absent) { try tables.insert(strange) }
            let inbox = try tables.invitations(to: .test(2))
            #expect(inbox.map(\.invitation) == sent)
            #expect(inbox.map(\.from.handle.text) == Array(repeating: "player1", count: 3))
            try tables.removeInvitation(sent[0].id, to: .test(1))
            try tables.removeInvitation(sent[1].id, to: .test(2))
            try tables.removeInvitation(sent[2].id, to: .test(2))
            #expect(try tables.invitations(to: .test(2)).map(\.invitation) == [sent[0]])
        }
    }

    @Test("An inbox is bounded, and what lies in it for a fortnight makes room")
    func inboxLimit() throws {
        let each = UInt64(ClubLimit.invitationsFromOne.max)
        let friends = 3...UInt64(ClubLimit.invitationsReceived.max) / each + 2
        let store = try opened(friends.upperBound)
        for friend in [1] + friends { try store.befriend(friend, 2) }
        func sent(_ number: UInt64, by friend: UInt64 = 1, on day: Int64) -> Invitation {
            var invitation = invitation(number, from: friend, to: 2)
            invitation.at = .day(day)
            return invitation
        }
        let many = friends.flatMap { friend in
            (1...each).map { sent(friend * 1_000 + $0, by: friend, on: 1) }
        }
        let (over, late) = (sent(998, on: 15), sent(999, on: 16))
        try store.changeClub { (tables) throws(ClubFault) in
            for invitation in many { try tables.insert(invitation) }
            #expect(throws: ClubFault.tooMany(.invitationsReceived)) {
                try tables.insert(over)
            }
            try tables.insert(late)
            #expect(try tables.invitations(to: .test(2)).map(\.invitation) == [late])
        }
    }

    @Test("Requests are bounded for who asks and for who is asked")
    func requestLimits() throws {
        let asked = ClubLimit.requestsMade.max
        let store = try opened(UInt64(asked) + 2)
        try store.changeClub { (tables) throws(ClubFault) in
            for number in 2...UInt64(asked) + 1 {
                _ = try tables.ask(
                    FriendRequest(from: .test(1), to: .test(number), asked: .day(1)))
            }
            #expect(throws: ClubFault.tooMany(.requestsMade)) {
                try tables.ask(
                    FriendRequest(
                        from: .test(1), to: .test(UInt64(asked) + 2), asked: .day(1)))
            }
        }
    }

    @Test("So many may ask one, and no more")
    func requestsReceived() throws {
        let asking = UInt64(ClubLimit.requestsReceived.max)
        let store = try opened(asking + 2)
        try store.changeClub { (tables) throws(ClubFault) in
            for number in 2...asking + 1 {
                _ = try tables.ask(
                    FriendRequest(from: .test(number), to: .test(1), asked: .day(1)))
            }
            #expect(throws: ClubFault.tooMany(.requestsReceived)) {
                try tables.ask(
                    FriendRequest(from: .test(asking + 2), to: .test(1), asked: .day(1)))
            }
        }
    }

    @Test("Friends and blocks are bounded, on both sides of a friendship")
    func manyPeople() throws {
        let most = UInt64(ClubLimit.friends.max)
        #expect(ClubLimit.blocks.max == ClubLimit.friends.max)
        let store = try opened(most + 2)
        try store.changeClub { (tables) throws(ClubFault) in
            for number in 2...most + 1 {
                try tables.befriend(Friendship(.test(1), .test(number), since: .day(1))!)
            }
            for (one, other) in [(UInt64(1), most + 2), (most + 2, 1)] {
                #expect(throws: ClubFault.tooMany(.friends)) {
                    try tables.befriend(Friendship(.test(one), .test(other), since: .day(1))!)
                }
            }
            for number in 2...most + 1 {
                try tables.block(Block(account: .test(1), blocked: .test(number), since: .day(1)))
            }
            #expect(try tables.friends(of: .test(1)).isEmpty)
            #expect(throws: ClubFault.tooMany(.blocks)) {
                try tables.block(
                    Block(account: .test(1), blocked: .test(most + 2), since: .day(1)))
            }
        }
    }

    @Test("Invitations of one account are bounded, in however many inboxes they lie")
    func invitationsMade() throws {
        let (most, each) = (ClubLimit.invitationsMade.max, ClubLimit.invitationsFromOne.max)
        let inboxes = UInt64(most / each)
        #expect(most % each == 0)
        let store = try opened(inboxes + 2)
        for friend in 2...inboxes + 2 { try store.befriend(1, friend) }
        var sent: [Invitation] = []
        for number in 0..<UInt64(most) {
            var invitation = invitation(number + 1, from: 1, to: 2 + number / UInt64(each))
            invitation.at = .day(1)
            sent.append(invitation)
        }
        var next = invitation(998, from: 1, to: inboxes + 2)
        next.at = .day(1)
        let (all, over) = (sent, next)
        try store.changeClub { (tables) throws(ClubFault) in
            for invitation in all { try tables.insert(invitation) }
            #expect(throws: ClubFault.tooMany(.invitationsMade)) { try tables.insert(over) }
        }
    }

    @Test("The newest suggestions are kept")
    func suggestions() throws {
        let store = try EventStore(folder: folder.data)
        let count = ClubLimits.suggestionsMax + 5
        try store.changeClub { (tables) throws(ClubFault) in
            for number in 1...count {
                let suggestion = Suggestion(
                    id: .test(UInt64(number)), text: "Text \(number)",
                    language: number % 2 == 0 ? "is" : nil,
                    at: WallTime(milliseconds: Int64(number)))
                try tables.insert(suggestion)
                try tables.insert(suggestion)
            }
        }
        let kept = try store.readClub { (tables) throws(ClubFault) in
            try tables.suggestions(countMax: 2_000)
        }
        #expect(kept.count == ClubLimits.suggestionsMax)
        #expect(kept.first?.text == "Text \(count)")
        #expect(kept.last?.text == "Text 6")
        #expect(kept.first?.language == nil)
    }
}
