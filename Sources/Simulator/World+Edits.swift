import Documents
import SyncClient

/// People who do something: what they see when they begin, and what they make of it.
extension World {
    func begin(_ edit: Action.Edit, _ hesitation: UInt64, on app: App<Kind>) {
        guard app.isAwake, let core = app.core, let document = core.shown else { return }
        if case .undo = edit {
            app.undo()
            return
        }
        let intent = Kind.intent(edit, with: core, seeing: document, using: &app.random)
        guard let intent else { return }
        guard hesitation > 0 else { return finish(intent, on: app) }
        after(hesitation) { [self] in
            if app.isAwake, !isHealed { finish(intent, on: app) }
        }
    }

    private func finish(_ intent: Intent<Kind.Command>, on app: App<Kind>) {
        guard app.edit(intent.command, seen: intent.seen) else { return }
        note("\(app) writes \(intent.command)")
        guard let core = app.core, let document = core.shown else { return }
        if !document.shows(intent.command, of: core.replica.tag) {
            violate(.readYourWrites, "\(app) doesn't see its own \(intent.command)")
        }
    }
}
