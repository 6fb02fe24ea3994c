/// Lobbies that a server has to hold though nobody is in them.
extension Runner {
    /// As long as the server keeps a lobby that everyone has left (Protocol.md section 21), less a
    /// margin.
    private static let residenceSecondsMax = 55.0
    /// Few, since descriptors are scarcer than lobbies.
    private static let visitorsAtOnceMax = 240

    /// When the first of them was left, in monotonic nanoseconds; nil if there are none.
    func bringResidents() throws(LoadError) -> UInt64? {
        guard options.sizes.residents > 0 else { return nil }
        let began = monotonicNanoseconds()
        var crowd = try Crowd(options.server, dialect: .folf)
        for _ in 0..<options.sizes.residents {
            crowd.addGame(members: 1, spectators: 0, hasSlow: false)
        }
        for first in stride(from: 0, to: crowd.phones.count, by: Self.visitorsAtOnceMax) {
            let last = min(first + Self.visitorsAtOnceMax, crowd.phones.count)
            try crowd.enter(Array(first..<last), window: Self.hostWindow)
            for index in first..<last { crowd.leave(index) }
        }
        return began
    }

    func describe(_ residence: UInt64?, _ report: inout Report) throws(LoadError) {
        guard let residence else { return }
        let seconds = Double(monotonicNanoseconds() - residence) / 1e9
        guard seconds < Self.residenceSecondsMax else {
            throw .stuck(
                "After \(seconds.fixed(0)) s the server may have put away the lobbies that nobody "
                    + "is in: measure for a shorter time.")
        }
        report.figure("resident_lobbies", Double(options.sizes.residents))
        report.figure("resident_seconds", seconds)
    }
}
