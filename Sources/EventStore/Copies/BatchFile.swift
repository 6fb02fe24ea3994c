import Documents
import Glibc
import Log
import SystemCalls

/// A file to which batches are only ever appended, beside the copies of a database:
///
///     "folfbat1" ║ length 4 │ checksum 8 │ touched 8 │ batch ║ length 4 │ …
///
/// The length is the batch's, as `BatchCoding` writes it; the checksum is of time and batch. A file
/// whose end is torn is read up to there.
enum BatchFile {
    static let suffix = ".batches"
    static let mark = Array("folfbat1".utf8)
    private static let headByteCount = 20

    /// The bytes that are appended for a batch.
    static func encode(_ batch: LobbyBatch, touched: WallTime, to bytes: inout [UInt8]) {
        let count = BatchCoding.byteCount(batch)
        let start = bytes.count
        bytes.appendBytes(of: UInt32(count).bigEndian)
        bytes.appendBytes(of: UInt64(0))
        bytes.appendBytes(of: touched.milliseconds.bigEndian)
        BatchCoding.append(batch, byteCount: count, to: &bytes)
        let checksum = RowChecksum.words(of: bytes, in: start + 12..<bytes.count).bigEndian
        unsafe withUnsafeBytes(of: checksum) { checksum in
            unsafe bytes.replaceSubrange(start + 4..<start + 12, with: checksum)
        }
    }

    /// Gives the sound batches of the file at `path`, from its beginning.
    ///
    /// - Returns: whether all of the file was sound.
    static func read(
        _ path: String, _ body: (LobbyBatch, WallTime) throws(StoreError) -> Void
    ) throws(StoreError) -> Bool {
        let file = try opened(path, O_RDONLY)
        guard try read(mark.count, from: file, path) == mark else { return false }
        while true {
            let head = try read(headByteCount, from: file, path)
            if head.isEmpty { return true }
            var reader = ByteReader(head)
            guard let length = reader.integer(UInt32.self),
                let checksum = reader.integer(UInt64.self),
                let touched = reader.integer(Int64.self),
                length <= CopyLimits.batchBytesMax
            else { return false }
            let bytes = try Array(head.suffix(8)) + read(Int(length), from: file, path)
            guard bytes.count == 8 + Int(length),
                RowChecksum.words(of: bytes, in: bytes.indices) == checksum,
                let batch = BatchCoding.decode(bytes, in: 8..<bytes.count)
            else { return false }
            try body(batch, WallTime(milliseconds: touched))
        }
    }

    /// Opens a file; one that is made is for its owner only.
    static func opened(_ path: String, _ flags: Int32) throws(StoreError) -> Descriptor {
        let number = unsafe open(path, flags | O_CLOEXEC, 0o600)
        guard number >= 0 else {
            throw .cannotOpen(path: path, reason: SystemError(code: errno).text)
        }
        return Descriptor(number)
    }

    /// Reads so many bytes, or what is left.
    private static func read(
        _ count: Int, from file: borrowing Descriptor, _ path: String
    ) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        let number = file.number
        while done < count {
            let part = unsafe bytes.withUnsafeMutableBytes {
                unsafe Glibc.read(number, $0.baseAddress! + done, count - done)
            }
            if part < 0, errno == EINTR { continue }
            guard part >= 0 else {
                throw .inputOutput(
                    code: errno, message: "\(path): \(SystemError(code: errno).text)")
            }
            if part == 0 { break }
            done += part
        }
        return Array(bytes.prefix(done))
    }
}

/// The bounds of what is copied beside the database.
package enum CopyLimits {
    /// Batches that may wait to be appended; if there are more, a new copy is needed.
    static let batchesWaitingMax = 32_768
    /// The time between two syncs of the file: what a dead disk costs.
    static let syncMilliseconds: UInt64 = 250
    /// Bytes of one batch that a file may say it has.
    static let batchBytesMax: UInt32 = 64 << 20
    /// Batches that a restoring transaction brings in.
    static let restoredPerTransaction = 1_024
}
