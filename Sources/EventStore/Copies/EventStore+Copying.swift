package import Documents
package import Log

/// Copying a database into a folder that has older copies of it.
extension EventStore {
    /// Makes a copy of the database in `folder`, with a new file of batches behind it, checks every
    /// row of it, and removes copies that are too old. If it isn't sound, nothing is left of it,
    /// and the older ones stay.
    ///
    /// - Parameters:
    ///   - copier: the one that the store gives its batches to.
    ///   - keep: how many copies stay, at least half of the interval apart.
    ///   - replay: says what is wrong with a lobby, as for `verify`.
    package static func copy(
        folder: String, into copies: CopyFolder, copier: BatchCopier, now: WallTime, keep: Int,
        intervalMilliseconds: Int64, replay: (StoredLobby) -> String?
    ) throws(StoreError) -> VerifyReport {
        let stamp = copies.nextStamp(now: now)
        // First the file: what is committed while the database is copied is in one of them.
        copier.beginFile(copies.batchesPath(stamp))
        let path = copies.copyPath(stamp)
        var report = VerifyReport()
        try backup(folder: folder, to: path, retiredPath: copies.retiredPath) {
            (draft) throws(StoreError) in
            report = try verify(file: draft, replay: replay)
            guard !report.isSound else { return }
            let what = report.findings.first?.description ?? report.integrity.first ?? ""
            throw .corrupt("\(path): \(what)")
        }
        copies.rotate(keep: keep, intervalMilliseconds: intervalMilliseconds)
        return report
    }
}
