import Foundation
import Scoring
import TestSupport
import Testing

@Suite("An account at the terminal")
struct AccountProgramTests {
    @Test("Who plays first and signs up later goes on on a second device in the middle of the game")
    func secondDevice() async throws {
        try await onOwnThread {
            let house = try Household()
            let code = try house.host("phone", ["--name", "Anna", "--course", "Meadow"])
            try house.done("phone", ["start", code])
            try house.done("phone", ["score", code, "Anna", "1", "3"])
            try house.signUp("phone", as: "anna")
            #expect(try house.logIn("laptop", as: "anna") == "You are signed in as anna.\n")
            let account = try house.done("laptop", ["account"])
            let id = try #require(account.split(separator: "\n").last).split(separator: " ")[0]
            #expect(account.contains("join ID brings one here") && id.count == 8)
            #expect(try house.done("laptop", ["join", "\(id)"]).contains("On the card: Anna."))
            try house.done("laptop", ["score", code, "Anna", "2", "4"])
            try house.done("phone", ["score", code, "Anna", "3", "5"])
            let log = try house.server.checkLog(of: code)
            #expect(try #require(log.line("Anna")).throws.prefix(3) == [3, 4, 5])
            #expect(log.count("join") == 0)
        }
    }

    @Test("Games that were played on a device come along when they are asked to, and not before")
    func takingAlong() async throws {
        try await onOwnThread {
            let house = try Household()
            try house.signUp("phone", as: "anna")
            let code = try house.host("laptop", ["--name", "Anna"])
            let login = try house.logIn("laptop", as: "anna", ["--take-along", "no"])
            #expect(login == "You are signed in as anna.\n")
            #expect(try house.run("phone", ["join", code]).status == 0)
            let apart = try house.server.checkLog(of: code)
            #expect(apart.count("join") == 1)
            let second = try house.host("laptop", ["--name", "Anna"])
            #expect(
                try house.done("laptop", ["account", "take-along"]) == "1 game has come along.\n")
            #expect(
                try house.done("laptop", ["account", "take-along"]) == "No game has come along.\n")
            try house.done("laptop", ["start", code])
            try house.done("phone", ["join", second])
            #expect(try house.server.checkLog(of: second).count("join") == 0)
        }
    }

    @Test("Nobody is signed in twice, nor by a wrong password, nor where others could read it")
    func refused() async throws {
        try await onOwnThread {
            let house = try Household()
            try house.signUp("phone", as: "anna")
            let again = try house.run("phone", ["login", "anna"])
            #expect(again.status == 1 && again.errors.contains("folf logout comes first"))
            let wrong = try house.run("laptop", ["login"], typing: ["anna", "wrong"])
            #expect(wrong.status == 1 && wrong.errors == "folf: That doesn't fit. Try again.\n")
            let open = try house.run(
                "laptop", ["login", "anna", "--server", "http://folf.example"])
            #expect(open.status == 1 && open.errors.contains("name the server as https://"))
            let taken = try house.run(
                "laptop",
                ["sign-up", "Anna", "--age", "13", "--password-file", house.passwordFile])
            #expect(taken.status == 1 && taken.errors.contains("Somebody has that name already."))
            let name = try house.run(
                "laptop",
                ["sign-up", "4nna", "--age", "13", "--password-file", house.passwordFile])
            #expect(name.errors.contains("3 to 20 letters"))
            let ageless = try house.run(
                "laptop", ["sign-up", "cilla", "--password-file", house.passwordFile])
            #expect(ageless.status == 2 && ageless.errors.contains("--age 13, or --age guardian"))
            #expect(try house.run("laptop", ["friends"]).errors.contains("You aren't signed in"))
            #expect(try house.done("laptop", ["games"]) == "There are no games on this device.\n")
        }
    }

    @Test("A recovery code lets one in, once")
    func recovery() async throws {
        try await onOwnThread {
            let house = try Household()
            let arguments = ["sign-up", "anna", "--age", "13", "--json"]
            let text = try house.done("phone", arguments, typing: [Household.password])
            let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let codes = try #require(answer?["recovery_codes"] as? [String])
            #expect(codes.count == 5)
            let login = ["login", "anna", "--recovery"]
            try house.done("laptop", login, typing: [codes[0]])
            #expect(try house.run("tablet", login, typing: [codes[0]]).status == 1)
            try house.done("tablet", login, typing: [codes[1].lowercased()])
        }
    }

    @Test("Before one is signed out all that waits is handed over; without a server it can't be")
    func signingOut() async throws {
        try await onOwnThread {
            let house = try Household()
            try house.signUp("phone", as: "anna")
            let code = try house.host("phone", ["--name", "Anna"])
            try house.done("phone", ["start", code])
            #expect(
                try house.run("phone", ["score", code, "Anna", "1", "3", "--offline"]).status == 3)
            house.server.stop()
            let waiting = try house.run("phone", ["logout", "--wait", "1"])
            #expect(waiting.status == 3 && waiting.errors.contains("1 entry waits"))
            let sure = try house.run("phone", ["logout", "--wait", "1", "--yes"])
            #expect(sure.status == 1 && sure.errors.contains("you can't be signed out"))
            try house.server.start()
            #expect(try house.done("phone", ["logout"]).hasPrefix("You are signed out."))
            #expect(try house.server.checkLog(of: code).line("Anna")?.throws.first == 3)

            // What is entered afterwards waits, and goes on its way with the next token.
            let score = try house.run("phone", ["score", code, "Anna", "2", "4"])
            #expect(score.status == 3 && score.text.contains("until you sign in again"))
            let other = try house.host("phone", ["--name", "Anna"])
            #expect(try house.logIn("phone", as: "anna") == "You are signed in as anna.\n")
            try house.done("phone", ["sync", code])
            #expect(try house.server.checkLog(of: code).line("Anna")?.throws.prefix(2) == [3, 4])
            try house.done("phone", ["start", other])
        }
    }

    @Test("A device that was signed out from another one keeps its entries until it is in again")
    func revoked() async throws {
        try await onOwnThread {
            let house = try Household()
            try house.signUp("phone", as: "anna")
            let code = try house.host("phone", ["--name", "Anna"])
            try house.done("phone", ["start", code])
            _ = try house.logIn("laptop", as: "anna")
            try house.done("laptop", ["join", code])
            let devices = try house.done("phone", ["account"]).split(separator: "\n")
            let laptop = try #require(devices.first { $0.contains("last seen") })
            let id = String(laptop.split(separator: " ")[0])
            #expect(
                try house.run("laptop", ["account", "sign-out", id]).errors.contains(
                    "That is this device"))
            try house.done("phone", ["account", "sign-out", id])
            let score = try house.run("laptop", ["score", code, "Anna", "1", "3"])
            #expect(score.status == 3 && score.text.contains("until you sign in again"))
            let friends = try house.run("laptop", ["friends"])
            #expect(friends.status == 1 && friends.errors.contains("folf login signs you in again"))
            _ = try house.logIn("laptop", as: "anna")
            try house.done("laptop", ["sync"])
            try house.done("phone", ["score", code, "Anna", "2", "4"])
            #expect(try house.server.checkLog(of: code).line("Anna")?.throws.prefix(2) == [3, 4])
        }
    }

    @Test("What is kept about somebody is given to them, once they have shown who they are")
    func export() async throws {
        try await onOwnThread {
            let house = try Household()
            try house.signUp("phone", as: "anna")
            let code = try house.host("phone", ["--name", "Anna", "--course", "Meadow"])
            try house.done("phone", ["start", code])
            try house.done("phone", ["score", code, "Anna", "1", "3"])
            // Who has proved it a moment ago isn't remembered by a server that begins anew.
            house.server.stop()
            try house.server.start()
            let unproved = try house.run("phone", ["export"])
            #expect(unproved.status == 2 && unproved.text.isEmpty)
            let file = house.path("own.json")
            let proof = ["--password-file", house.passwordFile]
            try house.done("phone", ["export", file] + proof)
            let own = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
            let object = try #require(own as? [String: Any])
            #expect((object["account"] as? [String: Any])?["handle"] as? String == "anna")
            #expect((object["games"] as? [[String: Any]])?.first?["course"] as? String == "Meadow")
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let table = try house.done("phone", ["export", "--csv"])
            #expect(table.split(separator: "\r\n").last?.hasSuffix(",Meadow,1,1,3,3") == true)
        }
    }

    @Test("Over https a server proves its name before it is told a password")
    func secured() async throws {
        try await onOwnThread {
            let authority = try TestAuthority.shared.get()
            let identity = try authority.identity(UUID().uuidString)
            let files = try TemporaryFolder()
            let (certificate, key) = (files.path + "/chain.pem", files.path + "/key.pem")
            try Data(identity.certificate).write(to: URL(filePath: certificate))
            try Data(identity.key).write(to: URL(filePath: key))
            let server = try TestServer(["--tls-certificate", certificate, "--tls-key", key])
            let address = "https://LocalHost:\(server.port)"
            let trusting = try Household(
                server, address: address, environment: ["SSL_CERT_FILE": authority.certificatePath])
            try trusting.signUp("phone", as: "anna")
            let code = try trusting.host("phone")
            #expect(try trusting.logIn("laptop", as: "anna") == "You are signed in as anna.\n")
            #expect(try trusting.done("laptop", ["join", code]).contains("On the card: anna."))
            let wary = try Household(server, address: address)
            let login = try wary.run(
                "phone", ["login", "anna", "--password-file", wary.passwordFile])
            #expect(login.status == 1 && login.errors.contains("can't prove that it is localhost"))
        }
    }
}
