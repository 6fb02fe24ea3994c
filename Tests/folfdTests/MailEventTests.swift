import Testing

@testable import folfd

@Suite("What the log says of letters")
struct MailEventTests {
    @Test("An address that the mail server doesn't know is told from mail that can't be sent")
    func events() {
        #expect(MailDesk.Result.refused.event == .mailRefused)
        #expect(MailDesk.Result.refused.event.level == .info)
        for result in [MailDesk.Result.lost, .dropped] {
            #expect(result.event == .mailLost && result.event.level == .error)
        }
        #expect(MailDesk.Result.deferred.event == .mailDeferred)
        #expect(MailDesk.Result.sent.event == .mailSent)
    }
}
