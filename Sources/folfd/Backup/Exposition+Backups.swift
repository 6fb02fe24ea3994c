import Documents
import EventStore
import Metrics

extension Exposition {
    /// What becomes of the copies; only for a server that makes some.
    mutating func add(_ backups: Backups.Status) {
        // Without one it is as old as can be, or no alert would ever tell.
        gauge(
            "folf_backup_success_timestamp_seconds",
            "When the last sound copy was begun; 0 before the first.",
            .count(Int((backups.lastSuccess?.milliseconds ?? 0) / 1_000)))
        gauge(
            "folf_backup_batches_waiting", "Commits that aren't in the backup yet.",
            .count(backups.copier.waiting))
        gauge(
            "folf_backup_complete", "Whether no commit is missing behind the last copy.",
            .count(backups.copier.isComplete ? 1 : 0))
    }
}
