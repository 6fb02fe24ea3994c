import Foundation
import Testing

@testable import folfd

@Suite("Troubles, and who is told")
struct TroubleTests {
    private static let day: Int64 = 86_400_000

    private static let calm = Vitals(
        disk: (bytes: 1_000 << 20, freeBytes: 500 << 20), isReady: true, clockJumpCount: 3,
        certificateMillisecondsLeft: 60 * day, orderFailure: nil, backupAgeMilliseconds: day,
        silentLoopCount: 0)

    private static func vitals(_ change: (inout Vitals) -> Void) -> Vitals {
        var vitals = calm
        change(&vitals)
        return vitals
    }

    @Test(
        "A server that is well is in no trouble, nor is one that has no certificate and no backups")
    func calm() {
        #expect(Self.calm.troubles(since: nil).isEmpty)
        #expect(Self.calm.troubles(since: Self.calm).isEmpty)
        let bare = Self.vitals {
            ($0.disk, $0.certificateMillisecondsLeft, $0.backupAgeMilliseconds) = (nil, nil, nil)
        }
        #expect(bare.troubles(since: Self.calm).isEmpty)
    }

    @Test("Each trouble is seen past its bound, and not at it")
    func bounds() {
        let cases: [(Trouble, Vitals, Vitals)] = [
            (
                .disk, Self.vitals { $0.disk?.freeBytes = 100 << 20 },
                Self.vitals { $0.disk?.freeBytes = 99 << 20 }
            ),
            (.commits, Self.calm, Self.vitals { $0.isReady = false }),
            (.clock, Self.calm, Self.vitals { $0.clockJumpCount = 4 }),
            (
                .certificate, Self.vitals { $0.certificateMillisecondsLeft = 10 * Self.day },
                Self.vitals { $0.certificateMillisecondsLeft = 10 * Self.day - 1 }
            ),
            (.certificateOrder, Self.calm, Self.vitals { $0.orderFailure = "no such name" }),
            (
                .backup, Self.vitals { $0.backupAgeMilliseconds = 2 * Self.day },
                Self.vitals { $0.backupAgeMilliseconds = 2 * Self.day + 1 }
            ),
            (.loops, Self.calm, Self.vitals { $0.silentLoopCount = 1 }),
        ]
        for (trouble, calm, troubled) in cases {
            #expect(calm.troubles(since: Self.calm).isEmpty, "\(trouble)")
            #expect(Array(troubled.troubles(since: Self.calm).keys) == [trouble])
        }
        #expect(Self.vitals { $0.clockJumpCount = 4 }.troubles(since: nil).isEmpty)
    }

    @Test("A trouble is told once, once a day while it lasts, and when it is over")
    func told() {
        var book = TroubleBook()
        #expect(
            book.look([.disk: "a"], now: 0)
                == [TroubleMessage(trouble: .disk, state: .raised, text: "a")])
        #expect(book.look([.disk: "b"], now: 10_000).isEmpty)
        #expect(book.look([.disk: "b"], now: 86_399_999).isEmpty)
        #expect(
            book.look([.disk: "b"], now: 86_400_000)
                == [TroubleMessage(trouble: .disk, state: .lasts, text: "b")])
        #expect(book.look([:], now: 86_410_000).isEmpty)
        #expect(book.look([.disk: "c"], now: 86_450_000).isEmpty)
        #expect(book.look([:], now: 86_509_999).isEmpty)
        #expect(
            book.look([:], now: 86_510_000)
                == [TroubleMessage(trouble: .disk, state: .ended, text: "over: c")])
        #expect(book.look([:], now: 86_520_000).isEmpty)
        #expect(book.look([.disk: "d"], now: 86_530_000).map(\.state) == [.raised])
    }

    @Test("What may pass by itself isn't told before it has lasted a minute, and then not as over")
    func patience() {
        var book = TroubleBook()
        #expect(book.look([.commits: "a"], now: 0).isEmpty)
        #expect(book.look([.commits: "a"], now: 59_999).isEmpty)
        #expect(book.look([:], now: 200_000).isEmpty)
        #expect(book.look([.commits: "a"], now: 210_000).isEmpty)
        #expect(book.look([.commits: "a"], now: 270_000).map(\.state) == [.raised])
    }

    @Test("A message is JSON that chat programs show, whatever the server's name")
    func json() throws {
        let message = TroubleMessage(trouble: .disk, state: .raised, text: "only 3 MB")
        let text = message.json(server: "a\"\nb", at: 5)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(object?["text"] as? String == "a\"\nb: only 3 MB")
        #expect(object?["trouble"] as? String == "disk" && object?["state"] as? String == "raised")
        #expect(!text.contains("\n"))
    }

    @Test("What can't be delivered is tried again later and later, in order, and doesn't pile up")
    func mail() {
        var mail = OutgoingMail()
        #expect(mail.next(now: 0) == nil)
        for number in 0..<40 { mail.add("\(number)") }
        #expect(mail.next(now: 0) == "8")
        var now: UInt64 = 0
        var pauses: [UInt64] = []
        for _ in 0..<20 {
            mail.failed(now: now)
            pauses.append(mail.dueAt - now)
            #expect(mail.next(now: mail.dueAt - 1) == nil)
            now = mail.dueAt
        }
        #expect(pauses.prefix(4) == [2_000, 4_000, 8_000, 16_000])
        #expect(pauses.max() == 300_000 && pauses.last == 300_000)
        mail.delivered()
        #expect(mail.next(now: 0) == "9")
        for _ in 9..<40 { mail.delivered() }
        #expect(mail.isEmpty)
    }

    @Test("Availability counts the looks of the last thirty days, and survives its file")
    func availability() {
        var availability = Availability()
        #expect(availability.sentence == "nothing is known yet")
        for day in Int64(0)..<40 {
            for look in 0..<100 {
                availability.note(isGood: day >= 10 && look > 0, at: day * Self.day + 5)
            }
        }
        #expect(availability.days.count == 30 && availability.days.first?.number == 10)
        #expect(availability.share == 99_000)
        #expect(availability.sentence == "available 99.000 % in 30 of the last 30 days")
        #expect(Availability(availability.text) == availability)
        availability.note(isGood: false, at: 39 * Self.day)
        #expect(availability.sentence.hasPrefix("available 98.967 % "))
        for text in ["", "x", "1 2", "1 2 3", "-1 2 1", "1 2 1 1", "99999999999 1 1", "\u{0}"] {
            #expect(Availability(text).days.isEmpty, "\(text)")
        }
    }

    @Test("A clock that goes back takes no days with it that are yet to come")
    func clockBack() {
        var availability = Availability()
        availability.note(isGood: true, at: 40 * Self.day)
        availability.note(isGood: true, at: 10 * Self.day)
        #expect(availability.days.map(\.number) == [10])
    }
}
