import Glibc

/// Reads a file whole, if it is a plain one of at most `bytesMax` bytes; nil if it isn't, or
/// changes meanwhile.
package func contents(of file: borrowing Descriptor, bytesMax: Int) -> [UInt8]? {
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_size <= bytesMax
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let number = file.number
    let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(number, $0.baseAddress, $0.count)
    }
    return count == bytes.count ? bytes : nil
}

/// Reads the file at a path whole.
///
/// - Throws: `EFBIG` for what is no plain file or longer than `bytesMax`.
package func contents(of path: String, bytesMax: Int) throws(SystemError) -> [UInt8] {
    // A pipe must not keep us waiting until somebody writes to it.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw SystemError(code: errno, call: "open") }
    guard let bytes = contents(of: Descriptor(number), bytesMax: bytesMax) else {
        throw SystemError(code: EFBIG, call: "read")
    }
    return bytes
}

/// What changes when a file is replaced or written anew.
package struct FileStamp: Equatable, Sendable {
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// The stamp of what a path leads to, through links; nil if that is nothing.
    package init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        inode = UInt(status.st_ino)
        size = Int(status.st_size)
        seconds = Int(status.st_mtim.tv_sec)
        nanoseconds = Int(status.st_mtim.tv_nsec)
    }
}
