package import Documents
package import Lobby
import SyncClient

/// The entries of a game are scores of one guest on one hole.
extension Lobby: ScopedKind {
    static let keyOfScope = CellKey.score(round: 1, player: PlayerID(9), hole: 1)

    private static func setup(invitation: Identifier128, watch: Identifier128) -> GameSetup {
        GameSetup(
            course: "Park", holes: [Hole(label: "1", par: 3)], invitation: invitation,
            watch: watch, hostName: "Hanna", hostPlayer: PlayerID(7))
    }

    static let setupOfScope = setup(
        invitation: Constants.invitation, watch: Constants.watch)

    package static func preparations(
        nonce: Identifier128, invitation: Identifier128, watch: Identifier128
    ) -> [Command] {
        [
            .create(setup(invitation: invitation, watch: watch), nonce: nonce),
            .addPlayer(keyOfScope.player, name: "Guest"),
            .move(from: .setup, to: Stage(.playing, round: 1)),
        ]
    }

    package static func entry(_ value: Int64) -> Command {
        .set(keyOfScope, .number(value), confirms: false)
    }

    /// Two people must have entered the same, or one is enough again.
    package static func level(_ count: Int) -> Command? {
        .trust(TrustWish(from: UInt16(count - 1), need: isStrict(count) ? 2 : 1))
    }

    package var levelCount: Int { Int(trust.number) }

    /// Whether two people must have entered the same after so many changes.
    private static func isStrict(_ levelCount: Int) -> Bool { levelCount % 2 == 1 }

    package var standing: [Int64] { cell(Self.keyOfScope).siblings.compactMap(\.number) }

    /// In the order of precedence.
    package var ending: Ending {
        Ending(values: standing, isDisputed: cell(Self.keyOfScope).isDisputed)
    }

    package func shows(_ value: Int64, of replica: ReplicaTag) -> Bool {
        Constants.isLevel(value) ? levelCount >= value : standing.contains(value)
    }

    package func value(enteredBy event: Event) -> Int64? {
        if case .trust(let trust) = event.change { return Int64(trust.number) }
        guard case .cell(Self.keyOfScope, let cell) = event.change else { return nil }
        return cell.siblings.first { $0.seq == event.seq }?.number ?? 0
    }

    /// The register's rule.
    package func fault(in event: Event, _ origin: Origin, after before: Lobby) -> String? {
        let (old, cell) = (before.cell(Self.keyOfScope), cell(Self.keyOfScope))
        if case .trust(let trust) = event.change {
            let isNext = trust.number == before.trust.number + 1 && trust.since == event.seq
            return isNext && old == cell ? nil : "makes \(trust) of \(before.trust)"
        }
        let keepsOthers = before.trust.need > 1 || origin.seen < before.trust.since
        let kept = old.siblings.filter {
            $0.replica != origin.replica
                && ($0.seq > origin.seen || keepsOthers && $0.member != event.by)
        }
        let own = cell.siblings.filter { $0.seq == event.seq }
        let others = cell.siblings.filter { $0.seq != event.seq }
        let best = cell.siblings.max {
            ($0.rank, $0.at, $0.replica.value) < ($1.rank, $1.at, $1.replica.value)
        }
        guard own.count == 1, own[0].replica == origin.replica, Set(kept) == Set(others),
            cell.shown == best, cell.version == event.seq
        else { return "makes \(cell) of \(old)" }
        return nil
    }
}

/// The register written down separately.
extension Lobby {
    /// What stands beside each other after these entries.
    package static func standing(after log: [History.Entry]) -> [Int64] {
        var live: [Int64] = []
        var levelCount = 0
        for entry in log {
            guard !Constants.isLevel(entry.value) else {
                levelCount += 1
                continue
            }
            let keepsOthers = isStrict(levelCount) || entry.levelCount < levelCount
            live.removeAll {
                !keepsOthers && entry.seen.contains($0)
                    || Constants.phone(of: $0) == Constants.phone(of: entry.value)
            }
            live.append(entry.value)
        }
        return live
    }

    package static func ending(after log: [History.Entry]) -> Ending {
        // The later an entry was made the bigger its value, so the biggest is shown.
        let values = standing(after: log).sorted(by: >)
        return Ending(values: values, isDisputed: values.count > 1)
    }
}

extension Sibling {
    fileprivate var number: Int64? {
        guard case .number(let number) = value else { return nil }
        return number
    }
}
