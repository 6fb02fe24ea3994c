/// Workloads made of edits, alone or beside the floor.
extension Runner {
    private static let calibrationSeconds = 1

    /// A server, what speaks to it, and what was measured.
    private struct Lane: ~Copyable {
        var crowd: Crowd
        let account: ProcessAccount
        var trials: [Trial] = []
    }

    func edits() throws(LoadError) -> Report {
        var report = Report(workload: options.workload.rawValue, title: title)
        var server = Lane(crowd: try crowd(options.server, .folf), account: account)
        try enterAll(&server.crowd)
        if options.floor == nil && options.durableFloor == nil {
            try run(&server, seconds: options.seconds)
        } else {
            try pairs(&server, &report)
        }
        var sum = Trial()
        for trial in server.trials { sum.add(trial) }
        describe(sum, server.crowd, &report)
        conclude(&report, server.crowd)
        return report
    }

    /// Server and floors in turn, so that all meet the same moods of the machine.
    private func pairs(_ server: inout Lane, _ report: inout Report) throws(LoadError) {
        try run(&server, seconds: Self.calibrationSeconds)
        let sizes = server.trials[0].bareSizes
        server.trials = []
        var ratios: [Double] = []
        var durableRatios: [Double] = []
        var floor = try lane(options.floor ?? options.server, sizes, isThere: options.floor != nil)
        var durable = try lane(
            options.durableFloor ?? options.server, sizes, isThere: options.durableFloor != nil)
        for pair in 0..<options.pairs {
            try run(&server, seconds: options.pairSeconds)
            let price = server.trials[pair].microsecondsPerDelivery
            if options.floor != nil {
                try run(&floor, seconds: options.pairSeconds)
                ratios.append(price / floor.trials[pair].microsecondsPerDelivery)
            }
            if options.durableFloor != nil {
                try run(&durable, seconds: options.pairSeconds)
                durableRatios.append(price / durable.trials[pair].microsecondsPerDelivery)
            }
        }
        report.ratio = Spread(ratios)
        report.durableRatio = Spread(durableRatios)
        report.figure("frame_bytes", Double(sizes.frameBytes))
        report.figure("edit_bytes", Double(sizes.editBytes))
        describe(floor.trials, "floor", &report)
        describe(durable.trials, "durable_floor", &report)
        conclude(&report, floor.crowd)
        conclude(&report, durable.crowd)
    }

    private func lane(
        _ target: Target, _ sizes: BareSizes, isThere: Bool
    ) throws(LoadError) -> Lane {
        var crowd = try crowd(target, .bare(sizes))
        if isThere { try enterAll(&crowd) }
        return Lane(crowd: crowd, account: ProcessAccount(process: target.process))
    }

    private func run(_ lane: inout Lane, seconds: Int) throws(LoadError) {
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
        lane.trials.append(try watch.trial(lane.crowd))
        try wakeSlow(&lane.crowd)
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

    /// Those who didn't read go on; they are hung up on, or get all they missed.
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

    /// Each lobby keeps so many messages under way, from its members in turn.
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

    /// So many edits in all; the next when one has reached everyone.
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

    private func describe(_ trials: [Trial], _ name: String, _ report: inout Report) {
        guard !trials.isEmpty else { return }
        var sum = Trial()
        for trial in trials { sum.add(trial) }
        report.figure("\(name)_cpu_us_per_delivery", sum.microsecondsPerDelivery)
        report.figure("\(name)_deliveries", Double(sum.deliveries))
        report.figure("\(name)_deliveries_per_second", sum.deliveriesPerSecond)
        report.figure("\(name)_load_share", sum.ownShare)
        report.notes.append(
            "\(name.split(separator: "_").joined(separator: " ")) "
                + "\(Int(sum.deliveriesPerSecond)) deliveries/s")
        report.figure("\(name)_p50_us", Double(sum.latencies.quantileNanoseconds(0.5)) / 1e3)
        report.figure("\(name)_p99_us", Double(sum.latencies.quantileNanoseconds(0.99)) / 1e3)
    }

    private func describe(_ sum: Trial, _ crowd: borrowing Crowd, _ report: inout Report) {
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

    /// The lobby's next member who has nothing under way makes so many edits now.
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
