import EventStore

extension Check {
    private static let database = "database"

    static func judgeDatabase(_ options: Options) -> [Finding] {
        let version = EventStore.sqliteVersion
        let path = options.dataFolder
        guard EventStore.hasDatabase(in: path) else {
            return [.ok(database, "none yet; SQLite \(version)")]
        }
        do throws(StoreError) {
            let count = try EventStore.lobbies(folder: path).count
            let retired = try EventStore.judgeRetired(in: path)
            return [.ok(database, "\(count) games; SQLite \(version)")]
                + retired.faults.map { .problem("retired.log", $0) }
        } catch .olderSchema(let found, let known) {
            return [
                .ok(
                    database,
                    "version \(found), which the server will bring to \(known) at its start")
            ]
        } catch {
            return [.problem(database, error.description)]
        }
    }
}
