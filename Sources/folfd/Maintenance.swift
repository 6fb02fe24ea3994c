import Club
import ClubDesk
import Documents
import EventStore
import Glibc
import Lobby
import Log
import Notebook
import Reactor
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
        case .restore(let source): return try restore(source, options)
        case .rebuild: return try rebuild(options.dataFolder)
        case .serve, .check, .control, .watch, .mail, .importCourses, .help, .version: return 0
        }
    }

    private static func verify(_ folder: String) throws(StoreError) -> Int32 {
        let report = try EventStore.verify(folder: folder, replay: fault(of:))
        Logger.print(
            "\(report.lobbies) lobbies, \(report.events) events, \(report.texts) texts, "
                + "\(report.replicas) replicas, \(report.accounts) accounts, "
                + "\(report.retired) retired", to: STDOUT_FILENO)
        for line in report.integrity where line != "ok" {
            Logger.print("database: \(line)", to: STDOUT_FILENO)
        }
        for finding in report.findings { Logger.print(finding.description, to: STDOUT_FILENO) }
        Logger.print(report.isSound ? "sound" : "DAMAGED", to: STDOUT_FILENO)
        return report.isSound ? 0 : 1
    }

    /// Says what is wrong with the events of a document whose rows are sound; nil if they can be
    /// replayed.
    static func fault(of stored: StoredLobby) -> String? {
        do throws(WireError) {
            if stored.lobby.canName(.game) {
                _ = try LogCoding<Lobby>.document(stored)
            } else {
                _ = try LogCoding<Notebook>.document(stored)
            }
            return nil
        } catch {
            return "its events can't be replayed: \(error)"
        }
    }

    private static func restore(
        _ source: String, _ options: Options
    ) throws(StoreError) -> Int32 {
        let now = WallTime(milliseconds: WallClock.milliseconds())
        let report = try EventStore.restore(
            from: source, to: options.dataFolder, replaces: options.replaces, now: now)
        var lines = report.passedOver.map { "\($0) is not sound, and was passed over" }
        lines.append(
            "\(report.lobbies) lobbies from \(report.copy), and \(report.batches) later commits")
        if report.unfitting > 0 {
            lines.append(
                "\(report.unfitting) commits follow nothing that is there: something before them "
                    + "is lost, and the phones that have it will bring it back")
        }
        lines += report.torn.map { "the end of \($0) can't be read" }
        if report.erased > 0 {
            lines.append("\(report.erased) lobbies that had been erased stay so")
        }
        if report.retired > 0 {
            lines.append("\(report.retired) keys and persons that were retired stay so")
        }
        if let aside = report.aside { lines.append("what was there is now \(aside)") }
        for line in lines { Logger.print(line, to: STDOUT_FILENO) }
        return 0
    }

    private static func rebuild(_ folder: String) throws(StoreError) -> Int32 {
        let now = WallTime(milliseconds: WallClock.milliseconds())
        let report = try EventStore.rebuild(folder: folder) { derive($0, now: now) }
        Logger.print(
            "\(report.seats) seats and \(report.results) results in \(report.lobbies) lobbies",
            to: STDOUT_FILENO)
        for lobby in report.damaged {
            Logger.print(
                "lobby \(lobby.value) is damaged, and was passed over", to: STDOUT_FILENO)
        }
        return report.damaged.isEmpty ? 0 : 1
    }

    /// What follows from a lobby's events; nil if they can't be replayed.
    private static func derive(_ stored: StoredLobby, now: WallTime) -> Derivation? {
        guard stored.lobby.canName(.game) else {
            return seat(inNotebook: stored).map { Derivation(seats: $0) }
        }
        guard let seats = seats(in: stored), let made = GameResults(of: stored, now: now) else {
            return nil
        }
        return Derivation(seats: seats, results: (made.results, made.projection))
    }

    private static func seats(in stored: StoredLobby) -> [LobbySeat]? {
        var seats: [LobbySeat] = []
        let lobby = try? LogCoding<Lobby>.document(stored) { event, _, _ in
            let person: PersonID? =
                switch event.change {
                case .created(let creation): creation.host
                case .joined(let member): member.person
                default: nil
                }
            guard let person else { return }
            seats.append(
                LobbySeat(person: person, lobby: stored.lobby, since: event.received))
        }
        return lobby == nil ? nil : seats
    }

    private static func seat(inNotebook stored: StoredLobby) -> [LobbySeat]? {
        guard let notebook = try? LogCoding<Notebook>.document(stored),
            let first = stored.records.first, let event = try? LogCoding<Notebook>.event(first)
        else { return nil }
        return [
            LobbySeat(person: notebook.person, lobby: stored.lobby, since: event.received)
        ]
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
            guard LobbyID(id).canName(.game) else { return nil }
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
