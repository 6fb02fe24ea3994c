import TestSupport
import Testing

@Suite("Friends at the terminal")
struct FriendsProgramTests {
    /// Makes accounts of these names, each on a device of the same name, and friends of the first
    /// two.
    private func household(_ names: [String]) throws -> Household {
        let house = try Household()
        for name in names { try house.signUp(name, as: name) }
        try house.done(names[0], ["friends", "ask", names[1]])
        #expect(
            try house.done(names[1], ["friends", "accept", names[0]])
                == "You and \(names[0]) (\(names[0])) are friends.\n")
        return house
    }

    @Test("Friends are asked and accept, decline, end it and block, and both see what is")
    func friends() async throws {
        try await onOwnThread {
            let house = try household(["anna", "ben", "cleo"])
            #expect(try house.done("anna", ["friends"]) == "ben  ben\n")
            #expect(
                try house.done("cleo", ["friends", "ask", "anna"])
                    == house.done("cleo", ["friends", "ask", "anna"]))
            #expect(
                try house.done("anna", ["friends"])
                    == "ben  ben\ncleo (cleo) wants to be friends: folf friends accept cleo\n")
            try house.done("anna", ["friends", "decline", "cleo"])
            #expect(try house.done("anna", ["inbox"]) == "Nothing waits for you.\n")
            // Who asks back is a friend at once.
            try house.done("cleo", ["friends", "ask", "anna"])
            #expect(
                try house.done("anna", ["friends", "ask", "CLEO"])
                    == "You and CLEO are friends.\n")
            try house.done("ben", ["friends", "remove", "an"])
            #expect(try house.done("anna", ["friends"]) == "cleo  cleo\n")
            try house.done("anna", ["friends", "block", "cleo"])
            try house.done("cleo", ["friends", "ask", "anna"])
            #expect(
                try house.done("anna", ["friends"]).split(separator: "\n").last
                    == "Blocked: cleo (cleo)")
            try house.done("anna", ["friends", "unblock", "cleo"])
            for words in [
                ["accept", "ben"], ["remove", "ben"], ["unblock", "ben"], ["block", "x"],
            ] {
                let output = try house.run("anna", ["friends"] + words)
                #expect(output.status == 1 && !output.errors.isEmpty, "\(words)")
            }
        }
    }

    @Test("A friend who is invited finds the way into the game, as long as it hasn't begun")
    func invitations() async throws {
        try await onOwnThread {
            let house = try household(["anna", "ben", "cleo"])
            let code = try house.host("anna", ["--course", "Meadow"])
            #expect(try house.done("anna", ["invite", code, "ben"]) == "ben (ben) is invited.\n")
            let stranger = try house.run("anna", ["invite", code, "cleo"])
            #expect(stranger.errors == "folf: You have no friend called “cleo”.\n")
            let inbox = try house.done("ben", ["inbox"])
            #expect(inbox.hasPrefix("anna (anna) invites you to Meadow: folf join "))
            let id = String(try #require(inbox.split(separator: " ").last).prefix(8))
            #expect(
                try house.done("ben", ["join", id])
                    == "You are in the game on Meadow. On the card: anna, ben.\n")
            #expect(try house.done("ben", ["inbox"]) == "Nothing waits for you.\n")

            let late = try house.host("anna", ["--course", "Hill"])
            try house.done("anna", ["invite", late, "ben"])
            try house.done("anna", ["start", late])
            let over = try house.done("ben", ["inbox"])
            #expect(over.hasPrefix("anna (anna) invited you to Hill, which has begun without you"))
            let lateID = String(try #require(over.split(separator: " ").last).prefix(8))
            #expect(
                try house.run("ben", ["join", lateID]).errors
                    == "folf: That game has begun without you.\n")
            try house.done("ben", ["inbox", "decline", lateID])
            #expect(try house.done("ben", ["inbox"]) == "Nothing waits for you.\n")
        }
    }

    @Test("One invites to games in which the account takes part, and that the server knows")
    func foreignGames() async throws {
        try await onOwnThread {
            let house = try Household()
            let old = try house.host("anna")
            try house.signUp("ben", as: "ben")
            try house.signUp("phone", as: "anna")
            _ = try house.logIn("anna", as: "anna", ["--take-along", "no"])
            try house.done("anna", ["friends", "ask", "ben"])
            try house.done("ben", ["friends", "accept", "anna"])
            let apart = try house.run("anna", ["invite", old, "ben"])
            #expect(apart.status == 1 && apart.errors.contains("folf account take-along"))
            let offline = try house.run("anna", ["host", "--offline", "--json"])
            let id = try #require(offline.text.firstMatch(of: #/"lobby":"([0-9a-f]{32})"/#)).1
            let unknown = try house.run("anna", ["invite", "\(id)", "ben"])
            #expect(unknown.status == 1 && unknown.errors.contains("folf sync"))
        }
    }
}
