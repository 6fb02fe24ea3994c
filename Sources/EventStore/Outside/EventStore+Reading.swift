package import Documents
package import Log

/// Reading a data folder from outside: no lock, no write, beside a running server or without.
extension EventStore {
    /// Checks every row of `folder`, and the file as a whole. `replay` gets each sound lobby,
    /// in order of its id, and may answer what is wrong with it. Throws if the file can't be
    /// read at all.
    package static func verify(
        folder: String, replay: (StoredLobby) -> String? = { _ in nil }
    ) throws(StoreError) -> VerifyReport {
        try verify(
            file: DataFolder.databasePath(in: folder), retired: folder + "/" + RetiredFile.name,
            replay: replay)
    }

    /// The same for a database file, such as a copy.
    ///
    /// - Parameter retired: where `retired.log` lies that has to have what the file says is
    ///   retired; nil if that is of no interest.
    package static func verify(
        file: String, retired: String? = nil, replay: (StoredLobby) -> String? = { _ in nil }
    ) throws(StoreError) -> VerifyReport {
        let log = try StoredLog.open(path: file)
        var report = VerifyReport()
        report.findings = log.findings
        do throws(StoreError) {
            for lobby in try log.lobbies() { report.add(try log.read(lobby), replay: replay) }
            for lobby in try log.headlessLobbies() {
                report.add(try log.read(lobby), replay: replay)
            }
            try log.checkClub(&report)
            if let retired { report.take(try log.judge(retired: retired)) }
        } catch .corrupt(let reason) {
            report.findings.append(StoreFinding(lobby: nil, seq: nil, what: reason))
        }
        report.integrity = try log.integrity()
        return report
    }

    /// The ids of all lobbies in `folder`, in order.
    package static func lobbies(folder: String) throws(StoreError) -> [LobbyID] {
        try StoredLog.open(path: DataFolder.databasePath(in: folder)).lobbies()
    }

    /// A lobby of `folder`; nil if there is none of that id. Throws `corruptLobby` if its rows
    /// are damaged.
    package static func read(
        folder: String, _ lobby: LobbyID
    ) throws(StoreError) -> StoredLobby? {
        let reading = try StoredLog.open(path: DataFolder.databasePath(in: folder)).read(lobby)
        if let finding = reading.findings.first {
            throw .corruptLobby(lobby, reason: finding.reason)
        }
        return reading.stored
    }
}

extension VerifyReport {
    mutating func take(_ retired: RetiredReport) {
        self.retired = retired.entries
        findings += retired.faults.map { StoreFinding(lobby: nil, seq: nil, what: $0) }
    }

    mutating func add(_ reading: LobbyReading, replay: (StoredLobby) -> String?) {
        lobbies += reading.hasHead ? 1 : 0
        events += reading.records.count
        texts += reading.textCount
        replicas += reading.replicaCount
        findings += reading.findings
        guard reading.findings.isEmpty, let stored = reading.stored else { return }
        guard let fault = replay(stored) else { return }
        findings.append(StoreFinding(lobby: stored.lobby, seq: nil, what: fault))
    }
}
