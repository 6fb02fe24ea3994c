import Documents
import Lobby
import Scoring
import SyncClient
import Testing

@Suite("A game from its code to its scores")
struct CodeToScoresTests {
    @Test("Two join by code in any letter case, and all see each other and the guest come and go")
    func joins() async throws {
        let server = try TestServer()
        let anna = try Phone("Anna", at: server)
        try await anna.host()
        let code = try #require(
            try await anna.waits(for: "a code") { $0.code != nil }.code
        ).description
        #expect(code.count == 6)
        let ben = try Phone("Ben", at: server)
        try await ben.join(code: code.lowercased())
        try await anna.waits(for: "Ben") { $0.here == ["Anna", "Ben"] }
        let cleo = try Phone("Cleo", at: server)
        try await cleo.join(code: code.prefix(3).lowercased() + " " + code.suffix(3))
        try await anna.waits(for: "Cleo") { $0.here == ["Anna", "Ben", "Cleo"] }
        try await anna.game.addGuest("Dora")
        for phone in [anna, ben, cleo] {
            try await phone.waits(for: "all four") {
                $0.names == ["Anna", "Ben", "Cleo", "Dora"] && $0.here == ["Anna", "Ben", "Cleo"]
            }
        }

        await ben.game.goOffline()
        for phone in [anna, cleo] {
            try await phone.waits(for: "Ben to go") {
                $0.here == ["Anna", "Cleo"] && $0.names == ["Anna", "Ben", "Cleo", "Dora"]
            }
        }
        await ben.game.connect()
        for phone in [anna, ben, cleo] {
            try await phone.waits(for: "Ben to come back") { $0.here == ["Anna", "Ben", "Cleo"] }
        }
        #expect(try server.checkLog(of: code).count("join") == 2)
    }

    @Test("The course may have a name and pars, or neither", arguments: [nil, "Söderåsen"])
    func setsUp(course: String?) async throws {
        let server = try TestServer()
        let pars: [Int64] =
            course == nil ? Array(repeating: 3, count: 9) : [3, 4, 3, 5, 3, 3, 4, 3, 3]
        let anna = try Phone("Anna", at: server)
        try await anna.host(
            course: course,
            holes: pars.enumerated().map { Hole(label: "\($0.offset + 1)", par: $0.element) })
        let code = try #require(try await anna.waits(for: "a code") { $0.code != nil }.code)
        let ben = try Phone("Ben", at: server)
        try await ben.join(code: code.description)
        let card = try #require(try await ben.isInSync().card)
        #expect(card.course == course)
        #expect(card.pars == pars)
        #expect(card.labels == (1...9).map(String.init))
        try server.checkLog(of: code.description)
    }

    @Test("Anyone scores anyone; each score reaches everyone as a delta, with totals and par")
    func scores() async throws {
        let group = try await Group(["Anna", "Ben", "Cleo"], guests: ["Dora"])
        let snapshots = group.phones.map { $0.heard("snapshot") }
        let events = group.phones.map { $0.heard("events") }
        let names = ["Anna", "Ben", "Cleo", "Dora"]
        var totals: [String: Int64] = [:]
        for hole in 1...9 {
            for (index, name) in names.enumerated() {
                let author = group.phones[(hole + index) % 3]
                let count = Int64(2 + (hole * 5 + index * 3) % 4)
                try await author.game.score(
                    try await author.player(name), hole: hole, throws: count)
                totals[name, default: 0] += count
                let total = totals[name]
                for phone in group.phones {
                    try await phone.waits(for: "\(name)'s \(count) on hole \(hole)") { view in
                        view.score(name, hole) == count && view.line(name)?.total == total
                            && view.line(name)?.overPar == total! - Int64(3 * hole)
                    }
                }
            }
        }
        let view = try await group.agree()
        #expect(view.disputes.isEmpty)
        #expect(group.phones.map { $0.heard("snapshot") } == snapshots)
        #expect(group.phones.map { $0.heard("events") } == events.map { $0 + 36 })
        let log = try group.checkLog()
        #expect(log.count("cell") == 36)
        for name in names { #expect(log.line(name)?.total == totals[name]) }
    }
}
