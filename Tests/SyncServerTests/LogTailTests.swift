import Documents
import Testing
import Wire

@testable import SyncServer

@Suite struct LogTailTests {
    @Test("However long the log, its last events are at hand, whole and in order, and no others")
    func events() {
        var log = LogTail()
        var encoded: [[UInt8]] = []
        for number in 1...100 {
            let event = Array(
                "{\"e\":\"\(String(repeating: "x", count: number % 7))\(number)\"}".utf8)
            encoded.append(event)
            log.append(hash: UInt64(number), isWithheld: false, encoded: event[...])
            for known in 0...number {
                let missed = encoded.suffix(number - known)
                let expected =
                    missed.count <= LogTail.recentMax
                    ? Array(missed.joined(separator: [UInt8(ascii: ",")])) : nil
                #expect(log.events(after: Seq(known)).map(Array.init) == expected)
            }
            #expect(log.events(after: Seq(number + 1)) == nil, "the future isn't at hand")
        }
    }

    @Test("Events that open the door, and those before them, aren't at hand for spectators")
    func withheld() {
        var log = LogTail()
        for number: UInt64 in 1...20 {
            log.append(hash: number, isWithheld: number == 10, encoded: [0x30])
        }
        for known: Seq in 0...20 {
            #expect((log.events(after: known, for: .spectator) == nil) == (known < 10))
            #expect(log.events(after: known, for: .creator) != nil)
        }
    }

    @Test("A position is known by its number and its hash, however long ago it was")
    func positions() {
        var log = LogTail()
        for number in 1...100 {
            log.append(hash: UInt64(number), isWithheld: false, encoded: [0x30])
        }
        #expect(log.contains(seq: 0, hash: 5), "nobody has seen nothing wrongly")
        #expect((1...100).allSatisfy { log.contains(seq: $0, hash: RollingHash.short($0)) })
        #expect((1...100).allSatisfy { !log.contains(seq: $0, hash: RollingHash.short($0 + 1)) })
        #expect(!log.contains(seq: 101, hash: RollingHash.short(101)))
    }
}
