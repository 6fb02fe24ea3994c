/// Workloads made of edits, alone or beside the floor.
extension Runner {
    private static let calibrationSeconds = 1
    private static let tracedSeconds = 1

    /// A server, the crowd that speaks to it, and what was measured.
    private final class Lane {
        /// The peer; nil for the server itself.
        let peer: Peer?
        let account: ProcessAccount
        var crowd: Crowd
        var trials: [Trial] = []
        /// The cost of the server's deliveries, divided by the cost of this one's, in each pair of
        /// runs.
        var ratios: [Double] = []

        init(_ peer: Peer?, _ target: Target, _ crowd: consuming Crowd) {
            self.peer = peer
            self.crowd = crowd
            account = ProcessAccount(process: target.process)
        }

        var sum: Trial {
            var sum = Trial()
            for trial in trials { sum.add(trial) }
            return sum
        }
    }

    func edits() throws(LoadError) -> LoadReport {
        var report = LoadReport(workload: options.workload.rawValue, title: title)
        let server = Lane(nil, options.server, try crowd(options.server, .folf))
        let residence = try bringResidents()
        try enterAll(&server.crowd)
        if options.peers.isEmpty {
            try run(server, seconds: options.seconds)
            try countCalls([server], &report)
        } else {
            try pairs(server, &report)
        }
        describe(server.sum, server.crowd, &report)
        try describe(residence, &report)
        conclude(&report, server.crowd)
        return report
    }

    /// Runs server and peers in turn, so that all meet the same moods of the machine.
    private func pairs(_ server: Lane, _ report: inout LoadReport) throws(LoadError) {
        try run(server, seconds: Self.calibrationSeconds)
        let sizes = server.trials.removeLast().bareSizes
        var lanes: [Lane] = []
        for peer in Peer.allCases {
            guard let target = options.peers[peer] else { continue }
            let lobbies = peer == .other ? options.sizes.otherLobbies : nil
            let lane = Lane(peer, target, try crowd(target, peer.dialect(sizes), lobbies: lobbies))
            try enterAll(&lane.crowd)
            lanes.append(lane)
        }
        for _ in 0..<options.pairs {
            let price = try run(server, seconds: options.pairSeconds)
            for lane in lanes {
                lane.ratios.append(try price / run(lane, seconds: options.pairSeconds))
            }
        }
        try countCalls([server] + lanes, &report)
        report.figure("frame_bytes", Double(sizes.frameBytes))
        report.figure("edit_bytes", Double(sizes.editBytes))
        for lane in lanes {
            describe(lane, &report)
            conclude(&report, lane.crowd)
        }
    }

    /// Runs each once more with its system calls counted, which makes it slower.
    private func countCalls(_ lanes: [Lane], _ report: inout LoadReport) throws(LoadError) {
        guard options.callsFile != nil else { return }
        for lane in lanes {
            let tracer = try Tracer(lane.account)
            try run(lane, seconds: Self.tracedSeconds)
            let deliveries = lane.trials.removeLast().deliveries
            let counts = CallCounts(try tracer.stop(), deliveries: deliveries)
            report.calls.append((lane.peer?.name ?? "server", counts))
        }
    }

    /// Runs edits against one server, and returns its CPU time per delivery, in microseconds.
    @discardableResult
    private func run(_ lane: Lane, seconds: Int) throws(LoadError) -> Double {
        lane.crowd.beginMeasuring()
        let watch = try Stopwatch(lane.account)
        for index in lane.crowd.phones.indices where lane.crowd.phones[index].isSlow {
            lane.crowd.watch(index, reads: false)
        }
        let end = monotonicNanoseconds() + UInt64(seconds) * 1_000_000_000
        switch options.workload {
        case .saturate: try saturate(&lane.crowd, until: end)
        case .inFlight: try keepInFlight(&lane.crowd, until: end)
        default: try keepPace(&lane.crowd, seconds: seconds)
        }
        try drain(&lane.crowd)
        let trial = try watch.trial(lane.crowd)
        lane.trials.append(trial)
        try wakeSlow(&lane.crowd)
        return trial.microsecondsPerDelivery
    }

    /// Waits until everything has reached everyone, or something is wrong.
    private func drain(_ crowd: inout Crowd) throws(LoadError) {
        let deadline = monotonicNanoseconds() + Self.drainSeconds * 1_000_000_000
        while crowd.violationCount == 0, !crowd.isQuiet {
            guard crowd.now < deadline else {
                return crowd.violate(
                    "\(crowd.outstanding) deliveries and \(crowd.phonesInFlight) acks are missing")
            }
            try crowd.turn(nanoseconds: 100_000_000)
        }
    }

    /// Lets those who didn't read go on; they are hung up on, or get all they missed.
    private func wakeSlow(_ crowd: inout Crowd) throws(LoadError) {
        guard options.sizes.slow > 0 else { return }
        for index in crowd.phones.indices
        where crowd.phones[index].isSlow && crowd.phones[index].descriptor >= 0 {
            crowd.watch(index)
        }
        try crowd.turns(until: "slow phones have caught up", withinSeconds: Self.drainSeconds) {
            crowd in
            crowd.violationCount > 0 || crowd.isLevel
        }
    }

    private func keepPace(_ crowd: inout Crowd, seconds: Int) throws(LoadError) {
        let rate = options.sizes.rate
        crowd.pace = Pace(
            authors: crowd.authors, rate: rate, total: rate * seconds,
            now: monotonicNanoseconds())
        while crowd.pace != nil, crowd.violationCount == 0 {
            try crowd.turn(nanoseconds: 100_000_000)
        }
    }

    /// Keeps so many messages of each lobby under way, from its members in turn.
    private func saturate(_ crowd: inout Crowd, until end: UInt64) throws(LoadError) {
        try crowd.turn(nanoseconds: 0)
        for game in crowd.games.indices {
            for _ in 0..<min(options.sizes.inFlight, crowd.writerCount(game)) {
                crowd.editByNext(game, count: options.sizes.ops)
            }
        }
        while crowd.now < end, crowd.violationCount == 0 {
            try crowd.turn(nanoseconds: 10_000_000)
            for index in crowd.takeFreed() {
                crowd.editByNext(crowd.phones[index].game, count: options.sizes.ops)
            }
        }
    }

    /// Keeps so many edits under way in all; the next comes up when one has reached everyone.
    private func keepInFlight(_ crowd: inout Crowd, until end: UInt64) throws(LoadError) {
        try crowd.turn(nanoseconds: 0)
        var next = min(options.sizes.inFlight, crowd.games.count)
        for game in 0..<next { crowd.editByNext(game, count: 1) }
        while crowd.now < end, crowd.violationCount == 0 {
            try crowd.turn(nanoseconds: 10_000_000)
            for _ in crowd.takeCompleted() {
                crowd.editByNext(next % crowd.games.count, count: 1)
                next += 1
            }
        }
    }

    private func describe(_ lane: Lane, _ report: inout LoadReport) {
        guard let peer = lane.peer else { return }
        let sum = lane.sum
        let ratio = Spread(lane.ratios)
        report.ratios[peer] = ratio
        report.figure("\(peer.figure)_cpu_us_per_delivery", sum.microsecondsPerDelivery)
        report.figure("\(peer.figure)_deliveries", Double(sum.deliveries))
        report.figure("\(peer.figure)_deliveries_per_second", sum.deliveriesPerSecond)
        report.figure("\(peer.figure)_load_share", sum.ownShare)
        let quantiles = [0.5, 0.99].map { sum.latencies.quantileNanoseconds($0) }
        let milliseconds = quantiles.map { (Double($0) / 1e6).fixed(2) }.joined(separator: " / ")
        report.notes.append(
            "\(peer.name) \(Int(sum.deliveriesPerSecond)) deliveries/s, "
                + "p50 / p99 \(milliseconds) ms")
        if peer.column == nil, let ratio {
            report.notes.append("its threads: \(sum.threadShares)")
            report.notes.append("ratio to the \(peer.name) \(ratio.text)")
        }
        report.figure("\(peer.figure)_p50_us", Double(quantiles[0]) / 1e3)
        report.figure("\(peer.figure)_p99_us", Double(quantiles[1]) / 1e3)
    }

    private func describe(_ sum: Trial, _ crowd: borrowing Crowd, _ report: inout LoadReport) {
        report.headline = "\(sum.microsecondsPerDelivery.fixed(2)) CPU s per million deliveries"
        report.figure("cpu_us_per_delivery", sum.microsecondsPerDelivery)
        report.figure("edits", Double(sum.edits))
        report.figure("deliveries", Double(sum.deliveries))
        report.figure("deliveries_per_second", sum.deliveriesPerSecond)
        report.figure("server_share", sum.serverShare)
        report.figure("load_share", sum.ownShare)
        report.figure("seconds", sum.seconds)
        report.latencies = sum.latencies
        let shares =
            "server \((100 * sum.serverShare).fixed(0)) % of a core, "
            + "load \((100 * sum.ownShare).fixed(0)) %"
        report.notes.insert(
            contentsOf: [shares, "server \(Int(sum.deliveriesPerSecond)) deliveries/s"], at: 0)
        if options.peers[.other] != nil {
            report.notes.insert("its threads: \(sum.threadShares)", at: 2)
        }
        if sum.budgetWaits > 0 {
            report.figure("budget_waits", Double(sum.budgetWaits))
            report.notes.append("\(sum.budgetWaits) waits for the budget of ops a second")
        }
        guard options.sizes.slow > 0 else { return }
        report.figure("slow_snapshots", Double(crowd.tally.snapshots))
        report.figure("slow_cut_off", Double(crowd.tally.cutOff))
        report.notes.append(
            "slow: \(crowd.tally.snapshots) snapshots, \(crowd.tally.cutOff) cut off")
    }
}

extension Crowd {
    /// Phones that edit, one lobby after the other, then the next member of each.
    var authors: [Int] { authors(games.indices) }

    func authors(_ range: Range<Int>) -> [Int] {
        let longest = games[range].map(\.memberCount).max() ?? 0
        return (0..<longest).flatMap { place in
            games[range].compactMap { game in
                guard place < game.memberCount else { return nil }
                let index = game.phones[place]
                return phones[index].isSlow ? nil : index
            }
        }
    }

    fileprivate func writerCount(_ game: Int) -> Int {
        games[game].phones.prefix(games[game].memberCount).count { !phones[$0].isSlow }
    }

    /// Has the lobby's next member who has nothing under way make so many edits now.
    fileprivate mutating func editByNext(_ game: Int, count: Int) {
        for _ in 0..<games[game].memberCount {
            let index = games[game].phones[games[game].nextWriter]
            games[game].nextWriter = (games[game].nextWriter + 1) % games[game].memberCount
            if !phones[index].isInFlight, phones[index].due.isEmpty, !phones[index].isSlow {
                return edit(index, count: count, cameUpAt: now)
            }
        }
    }

    fileprivate mutating func takeFreed() -> [Int] {
        var taken: [Int] = []
        swap(&taken, &freed)
        return taken
    }

    fileprivate mutating func takeCompleted() -> [Int] {
        var taken: [Int] = []
        swap(&taken, &completed)
        return taken
    }
}
