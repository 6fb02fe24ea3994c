import Documents
import Foundation
import Log
import LogContract
import Testing

@testable import EventStore

@Suite("Copies are made in turn")
struct CopyFolderTests {
    let folder = try! ScratchFolder()

    private func stamps(_ hours: [Int64]) -> [String] {
        hours.map { Stamp.text(WallTime(milliseconds: 1_790_000_000_000 + $0 * 3_600_000)) }
    }

    /// Rotates copies that were made at these hours, and returns the hours of those that stay.
    private func rotate(_ hours: [Int64], keep: Int) throws -> (copies: [String], batches: [String])
    {
        let copies = try CopyFolder(folder.path + "/copies")
        for stamp in stamps(hours) {
            for path in [copies.copyPath(stamp), copies.batchesPath(stamp)] {
                try Data().write(to: URL(fileURLWithPath: path))
            }
        }
        copies.rotate(keep: keep, intervalMilliseconds: 24 * 3_600_000)
        return (
            CopyFolder.stamps(in: copies.path, suffix: ".sqlite"),
            CopyFolder.stamps(in: copies.path, suffix: ".batches")
        )
    }

    @Test("The newest stay, and the batches behind the oldest of them")
    func keepsNewest() throws {
        let kept = try rotate([0, 24, 48, 72], keep: 2)
        #expect(kept.copies == stamps([48, 72]))
        #expect(kept.batches == stamps([48, 72]))
    }

    @Test("Starts in quick succession don't push the copies of other days out")
    func keepsDays() throws {
        let kept = try rotate([0, 24, 48, 49, 50, 51], keep: 3)
        #expect(kept.copies == stamps([0, 24, 51]))
        #expect(kept.batches == stamps([0, 24, 48, 49, 50, 51]))
    }

    @Test("A stamp is behind all others, also after the clock went back")
    func stampsGrow() throws {
        _ = try rotate([0, 24], keep: 9)
        let copies = try? CopyFolder(folder.path + "/copies")
        let early = WallTime(milliseconds: 5_000)
        #expect(copies?.nextStamp(now: early) ?? "" > stamps([24])[0])
    }

    @Test("A stamp reads as what it was made from, and other names are none")
    func stampsRead() {
        for seconds in [0, 951_782_400, 1_790_000_000, 4_102_444_799] as [Int64] {
            let time = WallTime(milliseconds: seconds * 1_000)
            #expect(Stamp.time(Stamp.text(time)) == time)
        }
        for text in ["", "20261123", "2026112XT070000Z", "20261123 070000Z", "-0261123T070000Z"] {
            #expect(Stamp.time(text) == nil, "\(text)")
        }
    }

    @Test("A file that can't be begun is told, and nothing is taken for it")
    func failsToBegin() throws {
        let copier = try BatchCopier()
        copier.beginFile(folder.path + "/missing/folf.batches")
        copier.close()
        #expect(!copier.state.isComplete && copier.state.gaps == 0)
        #expect(copier.state.failure?.contains("No such file") == true)
    }

    @Test("More batches than may wait, and a commit that nobody knows of, call for a new copy")
    func fallsBehind() throws {
        var script = BatchScript(1)
        let batch = script.batch("Ann")
        let time = WallTime(milliseconds: 0)
        let copier = try BatchCopier()
        copier.beginFile(folder.path + "/one.batches")
        copier.take([batch], touched: time)
        #expect(copier.state.isComplete)
        let many = [LobbyBatch](repeating: batch, count: CopyLimits.batchesWaitingMax + 1)
        copier.take(many, touched: time)
        #expect(!copier.state.isComplete)
        copier.beginFile(folder.path + "/two.batches")
        #expect(copier.state.isComplete && copier.state.failure == nil)
        copier.missCommit()
        copier.missCommit()
        #expect(!copier.state.isComplete && copier.state.gaps == 2)
        copier.close()
        #expect(copier.state.waiting == 0 && copier.state.copied == 1)
    }
}
