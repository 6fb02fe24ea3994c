package import Documents
import Glibc
import SystemCalls

/// A folder with copies of one database, and the batches that were committed behind them, locked
/// for one process.
///
///     folf-20261123T070000Z.batches   what was committed from then on, up to the next file
///     folf-20261123T070000Z.sqlite    the database, copied a little later
///     retired.log                     what must not come back with any of the copies
package final class CopyFolder: Sendable {
    private static let prefix = "folf-"
    private static let copySuffix = ".sqlite"

    package let path: String
    private let lock: DataFolder

    /// Locks the folder, and makes it if it is missing, for its owner only.
    package init(_ path: String) throws(StoreError) {
        lock = try DataFolder(path)
        self.path = path
    }

    func copyPath(_ stamp: String) -> String { path + "/" + Self.prefix + stamp + Self.copySuffix }
    func batchesPath(_ stamp: String) -> String {
        path + "/" + Self.prefix + stamp + BatchFile.suffix
    }

    var retiredPath: String { path + "/" + RetiredFile.name }

    /// When the last copy in a folder was begun; nil without one.
    package static func lastCopied(in path: String) -> WallTime? {
        stamps(in: path, suffix: copySuffix).last.flatMap(Stamp.time)
    }

    /// The stamps of the files in a folder that end so, oldest first.
    static func stamps(in path: String, suffix: String) -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var stamps: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
            let stamp = String(name.dropFirst(prefix.count).dropLast(suffix.count))
            if Stamp.time(stamp) != nil { stamps.append(stamp) }
        }
        return stamps.sorted()
    }

    /// The files that a restore from the folder reads: the copies, newest first.
    static func copies(in path: String) -> [(stamp: String, path: String)] {
        stamps(in: path, suffix: copySuffix).reversed().map { stamp in
            (stamp, path + "/" + prefix + stamp + copySuffix)
        }
    }

    /// The files of batches that have what was committed behind the copy of that stamp, in order.
    static func batches(in path: String, from stamp: String) -> [String] {
        stamps(in: path, suffix: BatchFile.suffix).filter { $0 >= stamp }
            .map { path + "/" + prefix + $0 + BatchFile.suffix }
    }

    /// A stamp behind all that are there, even if the clock went back.
    func nextStamp(now: WallTime) -> String {
        let known =
            Self.stamps(in: path, suffix: Self.copySuffix)
            + Self.stamps(in: path, suffix: BatchFile.suffix)
        let last = known.max().flatMap(Stamp.time)?.milliseconds ?? .min
        return Stamp.text(WallTime(milliseconds: max(now.milliseconds, last + 1_000)))
    }

    /// Removes the oldest copies, so that `keep` stay that are at least half of `interval` apart,
    /// and the batches that none of those needs. The newest always stays.
    func rotate(keep: Int, intervalMilliseconds interval: Int64) {
        var kept: [(stamp: String, time: Int64)] = []
        for (stamp, file) in Self.copies(in: path) {
            let time = Stamp.time(stamp)?.milliseconds ?? 0
            if kept.isEmpty
                || (kept.count < keep && kept[kept.count - 1].time - time >= interval / 2)
            {
                kept.append((stamp, time))
            } else {
                unsafe unlink(file)
            }
        }
        guard let oldest = kept.last?.stamp else { return }
        for stamp in Self.stamps(in: path, suffix: BatchFile.suffix) where stamp < oldest {
            unsafe unlink(batchesPath(stamp))
        }
        try? syncFolder(path)
    }

    /// Removes what copies that were broken off have left behind.
    package func removeDrafts() {
        for stamp in Self.stamps(in: path, suffix: BatchFile.suffix) {
            let copy = copyPath(stamp)
            for draft in Self.drafts(of: copy) { unsafe unlink(draft) }
        }
    }

    private static func drafts(of copy: String) -> [String] {
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe glob(copy + ".*.draft*", GLOB_NOSORT, nil, &found) == 0 else { return [] }
        return unsafe (0..<Int(found.gl_pathc)).compactMap { place in
            unsafe found.gl_pathv[place].map { unsafe String(cString: $0) }
        }
    }
}

/// A time in the name of a file, such as 20261123T070000Z.
enum Stamp {
    static func text(_ time: WallTime) -> String {
        var seconds = time_t(time.milliseconds / 1_000)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        let date = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
        let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
        func joined(_ numbers: [Int32]) -> String {
            numbers.map { ($0 < 10 ? "0" : "") + String($0) }.joined()
        }
        return joined(date) + "T" + joined(clock) + "Z"
    }

    /// Nil for what is no stamp.
    static func time(_ text: String) -> WallTime? {
        let signs = Array(text.utf8)
        guard signs.count == 16, signs[8] == UInt8(ascii: "T"), signs[15] == UInt8(ascii: "Z")
        else {
            return nil
        }
        let widths = [4, 2, 2, 0, 2, 2, 2]
        var numbers: [Int32] = []
        var place = 0
        for width in widths {
            guard width > 0 else {
                place += 1
                continue
            }
            let digits = String(decoding: signs[place..<place + width], as: UTF8.self)
            guard let number = UInt16(digits) else { return nil }
            numbers.append(Int32(number))
            place += width
        }
        var parts = unsafe tm()
        unsafe parts.tm_year = numbers[0] - 1900
        unsafe parts.tm_mon = numbers[1] - 1
        unsafe parts.tm_mday = numbers[2]
        unsafe parts.tm_hour = numbers[3]
        unsafe parts.tm_min = numbers[4]
        unsafe parts.tm_sec = numbers[5]
        return WallTime(milliseconds: Int64(unsafe timegm(&parts)) * 1_000)
    }
}
