import CFaultyDisk
import Glibc

/// The disk below a folder, for SQLite: fails when it is told to, and remembers what was written
/// to it. See `CFaultyDisk.h`.
@safe final class FaultyDisk: @unchecked Sendable {
    /// The way in which a call fails.
    enum Fault: UInt32, CaseIterable, CustomStringConvertible {
        case error, doneButError, half, full, busy, lasting

        var description: String {
            switch self {
            case .error: "answers an error"
            case .doneButError: "is done and answers an error"
            case .half: "is half done and answers an error"
            case .full: "finds no room"
            case .busy: "finds a lock taken"
            case .lasting: "and all after it answer an error"
            }
        }

        fileprivate var value: faulty_disk_fault { faulty_disk_fault(rawValue) }
    }

    private let disk: OpaquePointer

    /// The folder must exist.
    init(_ folder: String) {
        guard let path = unsafe realpath(folder, nil) else { fatalError("no folder \(folder)") }
        defer { unsafe free(path) }
        guard let disk = unsafe faulty_disk_create(path) else { fatalError("no memory") }
        unsafe self.disk = disk
    }

    deinit { unsafe faulty_disk_destroy(disk) }

    /// Counts from here on, and makes call `number`, from 1, fail; 0 makes none fail.
    func arm(_ number: Int64, _ fault: Fault) {
        unsafe faulty_disk_arm(disk, number, fault.value)
    }

    /// Calls and failures since the last arming.
    var calls: Int64 { unsafe faulty_disk_calls(disk) }
    var failures: Int64 { unsafe faulty_disk_failures(disk) }
    /// The name of the call that failed first.
    var failedCall: String { unsafe String(cString: faulty_disk_failed_call(disk)) }

    /// The calls since the last arming that can fail in this way.
    func callsThatCanFail(_ fault: Fault) -> [Int64] {
        guard calls > 0 else { return [] }
        return (1...calls).filter { unsafe faulty_disk_can_fail(disk, $0, fault.value) != 0 }
    }

    /// Starts remembering changes.
    func record() { unsafe faulty_disk_set_recording(disk, 1) }

    var changeCount: Int { Int(unsafe faulty_disk_record_count(disk)) }

    /// The changes to the files, in order.
    var changes: [DiskChange] {
        (0..<changeCount).map { index in
            let record = unsafe faulty_disk_record_at(disk, Int64(index))
            return unsafe DiskChange(record)
        }
    }
}

/// Something that was done to a file.
struct DiskChange {
    enum Kind: Int32 {
        case write, truncate, sync, delete, syncFolder
    }

    var kind: Kind
    /// Below the disk's folder.
    var name: String
    /// The place where a write begins, or the length of a truncated file.
    var offset: Int
    var bytes: [UInt8]

    fileprivate init(_ record: faulty_disk_record) {
        guard let kind = Kind(rawValue: unsafe record.change) else { fatalError("a new kind") }
        self.kind = kind
        name = unsafe String(cString: record.name)
        offset = Int(unsafe record.offset)
        bytes = unsafe [UInt8](
            UnsafeBufferPointer(start: record.bytes, count: Int(record.count)))
    }
}
