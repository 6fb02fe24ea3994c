import Glibc

/// The user whose data folder it is. What root makes there, as by a restore, that user's server
/// can't read.
enum DataOwner {
    /// Has root act as the folder's owner from now on. Does nothing for others, or where there is
    /// no such folder.
    ///
    /// - Returns: false if that can't be done.
    static func assume(of folder: String) -> Bool {
        var status = stat()
        guard geteuid() == 0, unsafe stat(folder, &status) == 0, status.st_uid != 0 else {
            return true
        }
        return setgroups(0, nil) == 0 && setgid(status.st_gid) == 0
            && setuid(status.st_uid) == 0
    }
}
