import Club
import Foundation
import Testing

@testable import API

@Suite("The page for those who write programs")
struct DevelopersPageTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/WebClient")

    private static func found(
        _ pattern: Regex<(Substring, Substring, Substring)>, in page: String
    ) throws -> [(Substring, Substring)] {
        let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
        return text.matches(of: pattern).map { ($0.1, $0.2) }
    }

    @Test("names the limits that the server has", arguments: ["api.html", "forritaskil.html"])
    func limits(page: String) throws {
        let rows = try Self.found(/data-limit="([a-z-]+)">([0-9]+)</, in: page)
        let told = Dictionary(uniqueKeysWithValues: rows.map { (String($0), Int($1)) })
        #expect(
            told == [
                "body": APILimits.bodyBytesMax, "depth": APILimits.bodyDepthMax,
                "name": APILimits.nameBytesMax, "page": APILimits.pageMax,
                "keys": ClubLimit.keys.max, "programs": ClubLimit.programs.max,
                "persons": ClubLimit.persons.max, "passkeys": ClubLimit.passkeys.max,
                "friends": ClubLimit.friends.max, "requests": ClubLimit.requestsMade.max,
                "invited": APILimits.invitedMax,
                "sign-ups": Int(ClubBudgets.signUpsPerNetworkPerHourMax),
                "look-ups": Int(ClubBudgets.lookUpsPerNetworkPerMinuteMax),
                "wrong": Int(ProofBudgets.wrongPerNetworkPerMinuteMax),
                "mails": Int(ClubBudgets.mailsPerAddressPerHourMax),
                "suggestions": Int(ClubBudgets.suggestionsPerNetworkPerHourMax),
            ])
    }
}
