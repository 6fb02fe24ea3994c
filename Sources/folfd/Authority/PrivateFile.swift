import Glibc
import SystemCalls

/// Files that nobody else on the machine may read.
enum PrivateFile {
    /// Puts a file in place by one step: whoever reads it meanwhile finds the old one whole. The
    /// folders on its way are made if they aren't there.
    static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        makeFolders(of: path)
        let draft = path + ".new"
        let number = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SystemError(code: errno, call: "open") }
        let isWritten =
            unsafe Glibc.write(number, bytes, bytes.count) == bytes.count && fsync(number) == 0
        let code = errno
        close(number)
        guard isWritten else { throw SystemError(code: code, call: "write") }
        guard unsafe rename(draft, path) == 0 else {
            throw SystemError(code: errno, call: "rename")
        }
    }

    /// What can't be made is noticed when the file is opened.
    private static func makeFolders(of path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        for count in parts.indices.dropFirst() {
            unsafe mkdir(parts[...count].joined(separator: "/"), 0o700)
        }
    }
}
