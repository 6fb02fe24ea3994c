import EventStore
import Metrics
import Testing

@testable import folfd

@Suite("Copies while the server runs")
struct BackupsTests {
    @Test("A copy of what is damaged isn't tried again in a minute, one that the disk failed is")
    func retried() {
        #expect(!Backups.mayPass(.corrupt("lobby 1: event 2")))
        #expect(Backups.mayPass(.full("no room")))
        #expect(Backups.mayPass(.inputOutput(code: 5, message: "read")))
    }

    @Test("Who has never had a good copy is told a time that an alert takes for old")
    func neverCopied() {
        var exposition = Exposition()
        exposition.add(Backups.Status())
        #expect(exposition.text.contains("\nfolf_backup_success_timestamp_seconds 0\n"))
    }
}
