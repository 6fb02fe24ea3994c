/// Measuring lobbies that a server has to hold though nobody is in them.
extension Runner {
    /// The time for which the server keeps a lobby that everyone has left (Protocol.md section 21),
    /// less a margin.
    private static let residenceSecondsMax = 55.0
    /// Phones that visit at a time; few, since descriptors are scarcer than lobbies.
    private static let visitorsAtOnceMax = 240

    struct Residence {
        /// The time before the first of them was left, in monotonic nanoseconds.
        let began: UInt64
        /// The bytes that the server's memory grew by.
        let bytes: Int
    }

    /// Has the server hold such lobbies; nil if there are to be none.
    func bringResidents() throws(LoadError) -> Residence? {
        guard options.sizes.residents > 0 else { return nil }
        let began = monotonicNanoseconds()
        let before = try account.residentBytes()
        var crowd = try Crowd(options.server, dialect: .folf)
        for _ in 0..<options.sizes.residents {
            crowd.addGame(members: 1, spectators: 0)
        }
        for first in stride(from: 0, to: crowd.phones.count, by: Self.visitorsAtOnceMax) {
            let last = min(first + Self.visitorsAtOnceMax, crowd.phones.count)
            try crowd.enter(Array(first..<last), window: Self.hostWindow)
            for index in first..<last { crowd.leave(index) }
        }
        return Residence(began: began, bytes: try account.residentBytes() - before)
    }

    func describe(_ residence: Residence?, _ report: inout LoadReport) throws(LoadError) {
        guard let residence else { return }
        let seconds = Double(monotonicNanoseconds() - residence.began) / 1e9
        guard seconds < Self.residenceSecondsMax else {
            throw .stuck(
                "After \(seconds.fixed(0)) s the server may have put away the lobbies that nobody "
                    + "is in: measure for a shorter time.")
        }
        report.figure("resident_lobbies", Double(options.sizes.residents))
        report.figure("resident_seconds", seconds)
        report.figure("resident_bytes", Double(residence.bytes))
        report.notes.append(
            "\(options.sizes.residents) lobbies without phones: "
                + "\((Double(residence.bytes) / 1e6).fixed(1)) MB")
    }
}
