import Foundation
import TestSupport
import Testing

/// A game's log as `folfd export` prints it.
struct LogExport: Decodable {
    struct Entry: Decodable {
        var seq: UInt64
        var by: UInt16
        var replica: UInt32?
        var n: UInt64?
        var event: Event
    }

    /// The kind of an event; its further places are of no interest here.
    struct Event: Decodable {
        var kind: String

        init(from decoder: any Decoder) throws {
            var places = try decoder.unkeyedContainer()
            kind = try places.decode(String.self)
        }
    }

    struct Card: Decodable {
        struct Line: Decodable {
            var name: String
            var `throws`: [Int64?]
            var total: Int64
        }

        var lines: [Line]
    }

    var epoch: String
    var seq: UInt64
    var card: Card
    var events: [Entry]

    func count(_ kind: String) -> Int { events.count { $0.event.kind == kind } }

    func line(_ name: String) -> Card.Line? { card.lines.first { $0.name == name } }
}

extension TestServer {
    /// Checks what lies on disk: all of it sound, the game's events numbered without a gap, and
    /// each op in there at most once.
    ///
    /// - Parameter game: code or id.
    @discardableResult
    func checkLog(
        of game: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> LogExport {
        let report = try run(["verify"])
        #expect(report.status == 0, "\(report)", sourceLocation: sourceLocation)
        #expect(report.text.contains("sound"), "\(report)", sourceLocation: sourceLocation)
        let output = try run(["export", game])
        try #require(output.status == 0, "\(output.errors)", sourceLocation: sourceLocation)
        let export = try JSONDecoder().decode(LogExport.self, from: Data(output.text.utf8))
        #expect(
            export.events.map(\.seq) == Array(1...export.seq), "seq has a gap",
            sourceLocation: sourceLocation)
        var taken: [UInt32: UInt64] = [:]
        for entry in export.events {
            guard let replica = entry.replica, let number = entry.n else { continue }
            #expect(
                number > taken[replica, default: 0],
                "op \(number) of \(replica) at \(entry.seq) is there twice or out of order",
                sourceLocation: sourceLocation)
            taken[replica] = number
        }
        return export
    }
}
