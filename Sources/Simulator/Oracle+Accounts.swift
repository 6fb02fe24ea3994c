import Club
import Documents
import Log
import Wire

/// Who was signed out writes nothing any more, and who was erased is named nowhere.
extension Oracle {
    /// Keys that are good for nothing any more, whatever happens from now on.
    func revoked(_ keys: [DeviceKey], at time: UInt64) {
        for key in keys where revokedAt[key] == nil { revokedAt[key] = time }
    }

    /// A phone sends entries.
    func sent(_ numbers: [OpNumber], by replica: ReplicaTag, with key: DeviceKey?, now: UInt64) {
        guard let key, revokedAt[key] == nil else { return }
        for number in numbers { sent.insert(OriginKey(replica: replica, number: number)) }
    }

    /// Somebody is let in.
    func checkMayEnter(_ link: Link<Kind>?, in world: World<Kind>) {
        guard let link, let key = link.key, revokedAt[key] != nil else { return }
        world.violate(.revoked, "\(link.owner) is let in, though it was signed out before")
    }

    /// An op is on the disk.
    func checkWasSent(_ origin: Origin, in world: World<Kind>) {
        guard !revokedAt.isEmpty, !sent.contains(origin.key) else { return }
        world.violate(
            .revoked,
            "op \(origin.number) of \(origin.replica) came from nobody who wasn't signed out")
    }

    /// Names are about to go out of a game: entries that consist of them go with them.
    func losesNames(_ texts: [Seq: [UInt8]], in stored: StoredLobby) {
        for record in stored.records where texts[record.seq] != nil {
            guard let event = try? LogCoding<Kind>.event(record), let origin = event.origin else {
                continue
            }
            for place in places(origin.replica, origin.number) { namesErased.insert(place) }
        }
    }

    /// A game stands on the disk without them, in a new epoch. What the server has in memory is
    /// older until it has read the game again.
    func lostNames(_ stored: StoredLobby) {
        guard var history = histories[stored.lobby] else { return }
        var changes: [Kind.Change] = []
        history.document = try? LogCoding<Kind>.document(stored) { event, _, _ in
            changes.append(event.change)
        }
        history.changes = changes
        history.epochBefore = history.epoch
        history.epoch = stored.epoch
        history.last = nil
        history.isBeingReread = true
        histories[stored.lobby] = history
    }

    /// Nobody is shown the name that somebody who was erased has joined under.
    func checkErased(_ document: Kind, seenBy viewer: String, in world: World<Kind>) {
        for person in world.store.retired.persons where document.isNamed(person) {
            world.violate(.erasedNames, "\(viewer) still names somebody who was erased")
        }
    }
}
