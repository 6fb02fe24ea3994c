import Foundation
import TestSupport
import Testing

/// What `folf` says of games that are played with the scores, and of signed cards.
struct GamesProgramTests {
    private let home: TemporaryFolder
    private let server: TestServer

    init() throws {
        home = try TemporaryFolder()
        server = try TestServer()
    }

    private func run(_ arguments: [String], as person: String = "anna") throws -> Child.Output {
        try Child(
            "folf", arguments,
            environment: [
                "FOLF_HOME": home.path + "/" + person,
                "FOLF_SERVER": "ws://127.0.0.1:\(server.port)",
            ]
        ).wait()
    }

    private func text(_ arguments: [String], as person: String = "anna") throws -> String {
        let output = try run(arguments, as: person)
        #expect(output.status == 0, "\(arguments): \(output.errors)")
        return output.text
    }

    /// Anna hosts three holes, and Ben is in.
    private func begin() throws -> String {
        let hosted = try text(["host", "--name", "Anna", "--pars", "3,3,3"])
        let words = hosted.split(whereSeparator: \.isWhitespace)
        let code = String(try #require(words.dropFirst().first))
        _ = try text(["join", code, "--name", "Ben"], as: "ben")
        _ = try text(["start", code])
        return code
    }

    @Test("Skins and a net match are played with the scores, and told with all their numbers")
    func games() async throws {
        try await onOwnThread {
            let code = try begin()
            #expect(
                try text(["also", code, "skins"])
                    == "Skins is played too, and counts from the first hole on.\n")
            #expect(try run(["also", code, "match"], as: "ben").status != 0)
            for score in [["Anna", "1", "2"], ["Ben", "1", "3"], ["Anna", "2", "3"]] {
                _ = try text(["score", code] + score)
            }
            #expect(try text(["results", code]).contains("Skins: Anna 1"))
            let all = try text(["results", code, "--json"])
            #expect(all.contains(#""settings":{"format":"skins"}"#))
            #expect(all.contains(#""won""#))
            #expect(try text(["also", code, "skins", "off"]) == "Skins is played no more.\n")
            #expect(try text(["handicap", code, "Ben", "8.5"]) == "Ben: handicap 8.5.\n")
            #expect(try text(["handicap", code, "Ben", "-"]) == "Ben: no handicap.\n")
        }
    }

    @Test("A card is signed once nothing is in the way, and a change makes that void for all")
    func signing() async throws {
        try await onOwnThread {
            let code = try begin()
            for hole in ["1", "2", "3"] { _ = try text(["score", code, "Anna", hole, "3"]) }
            for hole in ["1", "2"] { _ = try text(["score", code, "Ben", hole, "4"], as: "ben") }
            #expect(try text(["sign", code]) == "Anna is signed: 9 throws.\n")
            let refused = try run(["sign", code], as: "ben")
            #expect(refused.status != 0)
            #expect(refused.errors.contains("Ben can't be signed yet. No score: hole 3."))
            _ = try text(["score", code, "Ben", "3", "4"], as: "ben")
            #expect(try text(["sign", code], as: "ben") == "Ben is signed: 12 throws.\n")
            #expect(
                try text(["watch", code, "--once"]).contains("Signatures: signed: Anna, Ben"))
            // Nobody signs for another member but the host.
            #expect(try run(["sign", code, "Anna"], as: "ben").status != 0)
            _ = try text(["score", code, "Anna", "2", "4"], as: "ben")
            #expect(
                try text(["watch", code, "--once"]).contains(
                    "Signatures: signed: Ben · void: Anna"))
            #expect(try text(["sign", code, "Anna"]) == "Anna is signed: 10 throws.\n")
            let shown = try text(["watch", code, "--once", "--json"])
            #expect(shown.contains(#""content":"3,4,3;0""#))
            #expect(shown.contains(#""signature":"valid""#))
        }
    }

    @Test("In a blind game each keeps a card, and sees others' scores only where theirs are in")
    func blind() async throws {
        try await onOwnThread {
            let code = try begin()
            _ = try text(["trust", code, "all", "blind"])
            _ = try text(["score", code, "Anna", "1", "3"])
            func row(_ person: String) throws -> String {
                let card = try text(["watch", code, "--once"], as: person)
                let line = card.split(separator: "\n").first {
                    $0.contains("Anna") && $0.hasPrefix("1 ")
                }
                return String(try #require(line))
            }
            #expect(try row("anna").contains("3?"))
            #expect(try !row("ben").contains("3"))
            _ = try text(["score", code, "Anna", "1", "3"], as: "ben")
            #expect(try row("ben").contains("3"))
            #expect(try !row("anna").contains("3?"))
        }
    }
}
