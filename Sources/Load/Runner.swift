/// A server that was started anew.
package struct Restart: Sendable {
    /// The server's address, as `HOST:PORT,PID`.
    package var address: String
    /// The time from before it was started until it listened.
    package var nanoseconds: UInt64
}

/// Carries a workload out.
package struct Runner {
    /// Phones that are on their way in at a time while a workload is set up.
    static let setupWindow = 64
    /// Hosts among them; fewer, since the server has codes for so many new games in reserve.
    static let hostWindow = 24
    /// A bound against waiting for ever: whatever takes so long is lost.
    static let drainSeconds: UInt64 = 120

    let options: LoadOptions
    let account: ProcessAccount
    let restart: () -> Restart

    /// - Parameter restart: has the server started anew.
    package init(_ options: LoadOptions, restart: @escaping () -> Restart) {
        self.options = options
        self.restart = restart
        account = ProcessAccount(process: options.server.process)
    }

    package func run() throws(LoadError) -> LoadReport {
        let descriptors = raiseDescriptorLimit()
        let needed = options.sizes.phoneCount * (1 + options.peers.count) + 64
        guard descriptors >= needed else {
            throw .stuck("\(needed) descriptors are needed, and \(descriptors) are to be had.")
        }
        // Fails at once if there is no such process.
        _ = try account.processorNanoseconds()
        switch options.workload {
        case .rate, .saturate, .inFlight, .spectators, .slow: return try edits()
        case .idle: return try idle()
        case .join: return try join()
        case .resume: return try resume()
        case .replay: return try replay()
        case .start: return try start()
        }
    }

    var title: String {
        if let title = options.title { return title }
        let sizes = options.sizes
        let shape = "\(options.workload.rawValue) \(sizes.lobbies) × \(sizes.members)"
        let watchers = sizes.spectators > 0 ? " + \(sizes.spectators)" : ""
        return switch options.workload {
        case .rate, .spectators, .slow: shape + watchers + ", \(sizes.rate)/s"
        case .saturate: shape + watchers + ", \(sizes.inFlight) × \(sizes.ops) ops"
        case .inFlight: shape + watchers + ", \(sizes.inFlight) edits"
        case .resume:
            shape + watchers + ", \(sizes.missed) missed"
                + (options.restarts ? ", server restarted" : "")
        case .start: shape + ", \(sizes.events) events"
        case .idle, .join, .replay: shape + watchers
        }
    }

    /// Makes all phones of the workload, none of them connected.
    ///
    /// - Parameter lobbies: nil: as many as the options say.
    func crowd(
        _ target: Target, _ dialect: Dialect, lobbies: Int? = nil
    ) throws(LoadError) -> Crowd {
        var crowd = try Crowd(target, dialect: dialect)
        let sizes = options.sizes
        let lobbies = lobbies ?? sizes.lobbies
        for lobby in 0..<lobbies {
            let spectators =
                sizes.spectators / lobbies + (lobby < sizes.spectators % lobbies ? 1 : 0)
            crowd.addGame(
                members: sizes.members, spectators: spectators, hasSlow: lobby < sizes.slow)
        }
        for _ in 0..<sizes.live {
            crowd.addGame(members: sizes.members, spectators: 0, isLive: true)
        }
        return crowd
    }

    /// Brings the phones in that have this role.
    func enter(
        _ role: LoadPhone.Role, _ crowd: inout Crowd, window: Int = setupWindow
    ) throws(LoadError) {
        let entering = crowd.phones.indices.filter { crowd.phones[$0].role == role }
        try crowd.enter(entering, window: role == .host ? min(window, Self.hostWindow) : window)
    }

    func enterAll(_ crowd: inout Crowd) throws(LoadError) {
        try enter(.host, &crowd)
        try enter(.member, &crowd)
        try enter(.spectator, &crowd)
        try settle(&crowd)
    }

    /// Lets everyone hear what entering has led to.
    func settle(_ crowd: inout Crowd) throws(LoadError) {
        try crowd.turns(until: "everyone has the whole log", withinSeconds: Self.drainSeconds) {
            crowd in
            crowd.violationCount > 0 || crowd.isLevel
        }
        // Presence isn't numbered, so nobody can know that no more of it is coming; but the server
        // doesn't keep it back for longer than a second (Protocol.md, presence).
        try idleTurns(&crowd, nanoseconds: 1_200_000_000)
    }

    func idleTurns(_ crowd: inout Crowd, nanoseconds: UInt64) throws(LoadError) {
        let end = monotonicNanoseconds() + nanoseconds
        while case let now = monotonicNanoseconds(), now < end {
            try crowd.turn(nanoseconds: Int64(end - now))
        }
    }

    func conclude(_ report: inout LoadReport, _ crowd: borrowing Crowd) {
        report.violationCount += crowd.violationCount
        report.violations += crowd.violations
    }
}

extension Crowd {
    /// Whether all who are there and read have the same log.
    var isLevel: Bool {
        for phone in phones where phone.descriptor >= 0 && phone.seq != games[phone.game].top {
            return false
        }
        return true
    }
}
