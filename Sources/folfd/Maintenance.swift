import Documents
import EventStore
import Glibc
import Lobby
import Log
import Wire

/// The tasks of an operator with a data folder besides serving it.
enum Maintenance {
    /// Carries the task out, and returns the exit code of the process.
    static func run(_ options: Options) throws(StoreError) -> Int32 {
        switch options.action {
        case .verify: return try verify(options.dataFolder)
        case .export(let name): return try export(name, from: options.dataFolder)
        case .backup(let path):
            try EventStore.backup(folder: options.dataFolder, to: path)
            Logger.print("copied to \(path)", to: STDOUT_FILENO)
            return 0
        case .serve, .help, .version: return 0
        }
    }

    private static func verify(_ folder: String) throws(StoreError) -> Int32 {
        let report = try EventStore.verify(folder: folder) { stored in
            do throws(WireError) {
                _ = try LogCoding<Lobby>.document(stored)
                return nil
            } catch {
                return "its events can't be replayed: \(error)"
            }
        }
        Logger.print(
            "\(report.lobbies) lobbies, \(report.events) events, \(report.texts) texts, "
                + "\(report.replicas) replicas", to: STDOUT_FILENO)
        for line in report.integrity where line != "ok" {
            Logger.print("database: \(line)", to: STDOUT_FILENO)
        }
        for finding in report.findings { Logger.print(finding.description, to: STDOUT_FILENO) }
        Logger.print(report.isSound ? "sound" : "DAMAGED", to: STDOUT_FILENO)
        return report.isSound ? 0 : 1
    }

    private static func export(_ name: String, from folder: String) throws(StoreError) -> Int32 {
        guard let stored = try lobby(named: name, in: folder) else {
            Logger.print("folfd: there is no game \(name) in \(folder)", to: STDERR_FILENO)
            return 1
        }
        do throws(WireError) {
            let json = try ExportCoding.encode(stored)
            Logger.print(String(decoding: json, as: UTF8.self), to: STDOUT_FILENO)
            return 0
        } catch {
            throw .corruptLobby(stored.lobby, reason: "its events can't be replayed: \(error)")
        }
    }

    /// Finds a lobby by its id, or by the code of a game that isn't locked.
    private static func lobby(
        named name: String, in folder: String
    ) throws(StoreError) -> StoredLobby? {
        if let id = Identifier128(name) {
            return try EventStore.read(folder: folder, LobbyID(id))
        }
        guard let code = JoinCode(name) else { return nil }
        for id in try EventStore.lobbies(folder: folder) {
            guard let stored = try? EventStore.read(folder: folder, id) else { continue }
            if stored.code == code { return stored }
        }
        return nil
    }
}
