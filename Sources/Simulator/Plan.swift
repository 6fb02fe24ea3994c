import Connections
import SyncServer

/// A run as its seed has it: who plays, how bad the network is, and everything that is done to
/// people, phones, network, server and disk. A plan can be run with some of its actions left out.
package struct Plan: Sendable {
    var seed: UInt64
    var settings: Settings
    /// In the order of time.
    var actions: [PlannedAction]

    /// The same run with only those actions.
    func keeping(_ places: [Int]) -> Plan {
        var plan = self
        plan.actions = places.map { actions[$0] }
        return plan
    }

    struct Settings: Sendable {
        var milliseconds: UInt64 = 3_600_000
        var shardCount = 1
        /// One way.
        var latency = 20...60
        /// Pieces in a hundred that take much longer, or arrive in parts.
        var delayedPercent = 2
        var splitPercent = 10
        var outbox = OutboxLimits()
        /// Bytes that the systems of both ends hold for a reader.
        var windowBytes = 64 * 1024
        var pingMilliseconds: UInt64 = 25_000
        var hostTimeoutMilliseconds: UInt64 = 60_000
        var idleLobbyMilliseconds: UInt64 = 60_000
        var games: [Game] = []
        /// In the order of their numbers.
        var apps: [Seat] = []
    }

    package struct Game: Sendable {
        package var holeCount: Int
        package var allowsLateJoin: Bool
        package var hostPlays: Bool
    }

    /// One app on one phone, with one game.
    struct Seat: Sendable {
        enum Way: Sendable {
            case hosting, code, wrongCode, invitation, watching, watchingInvited, secondDevice
        }

        var game: Int
        /// Apps of the same person have the same number.
        var person: Int
        var way: Way
        /// How far the phone's date is off, and how fast its clock runs wrong.
        var clockAhead: Int64
        var driftPartsPerMillion: Int64
        var startsOffline: Bool
    }
}
