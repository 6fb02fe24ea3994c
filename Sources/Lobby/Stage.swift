import Documents

/// The point that a game has come to.
public struct Stage: Hashable, Sendable {
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        /// Players gather; nothing is scored.
        case setup = 0
        case playing = 1
        /// A round is over; another may follow.
        case roundEnded = 2
        /// The game is over; scores can still be corrected.
        case ended = 3
        /// Nothing changes any more, except by the host's word on late entries.
        case locked = 4
    }

    public var phase: Phase
    /// The round being played or played last: 0 in setup, then 1, 2, 3…
    public var round: UInt8

    public init(_ phase: Phase, round: UInt8) {
        self.phase = phase
        self.round = round
    }

    public static let setup = Stage(.setup, round: 0)

    /// Whether a host may move the game from here to `next`.
    public func leads(to next: Stage) -> Bool {
        switch (phase, next.phase) {
        case (.setup, .playing), (.roundEnded, .playing):
            round < LobbyLimits.roundsMax && next.round == round + 1
        case (.playing, .roundEnded), (.playing, .ended), (.roundEnded, .ended), (.ended, .locked):
            next.round == round
        default: false
        }
    }

    /// Whether a score of `round` that arrives now comes after that round's end.
    func isOver(round: UInt8) -> Bool { phase > .playing || round < self.round }
}

extension Stage.Phase: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The stable name, as it stands in messages.
    public var name: String {
        switch self {
        case .setup: "setup"
        case .playing: "playing"
        case .roundEnded: "round_ended"
        case .ended: "ended"
        case .locked: "locked"
        }
    }

    public init?(name: some StringProtocol) {
        guard let phase = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = phase
    }
}
