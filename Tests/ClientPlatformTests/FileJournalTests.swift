import ClientPlatform
import Foundation
import Glibc
import SyncClient
import TestSupport
import Testing

struct FileJournalTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/journal" }

    init() throws { folder = try TemporaryFolder() }

    @Test("What was added is there when the journal is opened again")
    func append() throws {
        let journal = try FileJournal(path: path)
        #expect(try journal.read().isEmpty)
        try journal.append([1, 2], isDurable: true)
        try journal.append([3], isDurable: false)
        #expect(try journal.read() == [1, 2, 3])
        journal.close()
        let again = try FileJournal(path: path)
        try again.append([4], isDurable: true)
        #expect(try again.read() == [1, 2, 3, 4])
        #expect(try folder.permissions("journal") == 0o600)
    }

    @Test("A rewritten journal has the new bytes only, and goes on from there")
    func replace() throws {
        let journal = try FileJournal(path: path)
        try journal.append([1, 2, 3], isDurable: true)
        try journal.replace(with: [9])
        try journal.append([8], isDurable: true)
        #expect(try journal.read() == [9, 8])
        #expect(folder.bytes("journal") == [9, 8])
        #expect(folder.bytes("journal.new") == nil)
    }

    @Test("A journal is open once, also after it was rewritten")
    func locked() throws {
        let journal = try FileJournal(path: path)
        #expect(throws: FileJournal.OpeningError.inUse) { try FileJournal(path: path) }
        try journal.replace(with: [1])
        #expect(throws: FileJournal.OpeningError.inUse) { try FileJournal(path: path) }
        journal.close()
        #expect(try FileJournal(path: path).read() == [1])
    }

    @Test("A closed journal is free at once, even while a child process shares its descriptor")
    func shared() throws {
        let journal = try FileJournal(path: path)
        let links = "/proc/self/fd"
        let copies = try FileManager.default.contentsOfDirectory(atPath: links).filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\($0)")) == path
        }.compactMap(Int32.init).map { dup($0) }
        defer { for copy in copies { Glibc.close(copy) } }
        #expect(copies.count == 1)
        journal.close()
        #expect(try FileJournal(path: path).read().isEmpty)
    }

    @Test("A closed journal can't be written")
    func closed() throws {
        let journal = try FileJournal(path: path)
        journal.close()
        #expect(throws: StorageError.self) { try journal.append([1], isDurable: false) }
        #expect(throws: StorageError.self) { try journal.replace(with: [1]) }
    }

    @Test("When a line doesn't fit on the disk any more, nothing of it stays")
    func fullDisk() async {
        // In a process of its own: the limit counts for all files.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let journal = try FileJournal(path: folder.path + "/journal")
            try journal.append([1, 2], isDurable: true)
            signal(SIGXFSZ, SIG_IGN)
            let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
            var old = rlimit()
            unsafe getrlimit(kind, &old)
            var limit = rlimit(rlim_cur: 4, rlim_max: old.rlim_max)
            unsafe setrlimit(kind, &limit)
            #expect(throws: StorageError.self) {
                try journal.append([3, 4, 5, 6], isDurable: true)
            }
            unsafe setrlimit(kind, &old)
            #expect(folder.bytes("journal") == [1, 2])
            try journal.append([7], isDurable: true)
            #expect(folder.bytes("journal") == [1, 2, 7])
        }
    }

    @Test("A link in the journal's place isn't followed")
    func link() throws {
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: folder.path + "/elsewhere")
        #expect(throws: FileJournal.OpeningError.self) { try FileJournal(path: path) }
        #expect(folder.bytes("elsewhere") == nil)
    }
}
