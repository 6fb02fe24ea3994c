package import Documents
package import Mail

/// What the desk needs of the server around it.
package struct ClubHost: Sendable {
    /// Milliseconds since 1970.
    package var wall: @Sendable () -> WallTime
    /// Milliseconds that never go back.
    package var monotonic: @Sendable () -> UInt64
    /// Closes all sockets of these persons; those who still may come back by themselves.
    package var recall: @Sendable ([PersonID]) -> Void
    /// Has a lobby read anew, whose log was changed.
    package var reread: @Sendable (LobbyID) -> Void
    /// Counts a game that is made from a network.
    ///
    /// - Returns: the time to wait, in milliseconds, if there were too many; then it isn't counted.
    package var countCreation: @Sendable (_ network: Identifier128) -> UInt64?
    /// Sends a letter some time soon; false if too many wait.
    package var send: @Sendable (Letter) -> Bool

    package init(
        wall: @escaping @Sendable () -> WallTime,
        monotonic: @escaping @Sendable () -> UInt64,
        recall: @escaping @Sendable ([PersonID]) -> Void,
        reread: @escaping @Sendable (LobbyID) -> Void,
        countCreation: @escaping @Sendable (Identifier128) -> UInt64?,
        send: @escaping @Sendable (Letter) -> Bool
    ) {
        self.wall = wall
        self.monotonic = monotonic
        self.recall = recall
        self.reread = reread
        self.countCreation = countCreation
        self.send = send
    }
}
