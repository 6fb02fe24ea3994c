import Wire

/// A run in which something was violated, told so that a person can repeat and understand it.
struct Failure {
    let seed: UInt64
    let violation: Violation
    let actionCount: Int
    let faults: FaultKinds?
    let commit: String?

    /// Runs that the search for a smaller plan may cost.
    static let triesMax = 400
    /// Lines of the trace that are shown.
    static let linesMax = 150

    static func headline(_ violation: Violation) -> String {
        "VIOLATION of “\(violation.check.rawValue)” at \(VirtualTime.text(violation.time)): "
            + violation.text
    }

    func report(minimises: Bool, _ show: (String) -> Void) {
        show("")
        show("seed \(seed): \(Self.headline(violation))")
        if let commit { show("commit: \(commit)") }
        let option = faults.map { " --faults \($0.list)" } ?? ""
        show("repeat: Scripts/simulate --seed \(seed)\(option)")
        guard minimises else { return }
        let kept = minimised()
        let list = Self.list(kept)
        show("with \(kept.count) of its \(actionCount) actions:")
        show("repeat: Scripts/simulate --seed \(seed)\(option) --keep \(list) --trace")
        var lines: [String] = []
        let result = Run<UsualDocument>.run(seed: seed, faults: faults, keeping: kept) { line in
            // They say nothing, and often.
            if !line.contains(#"{"type":"pong""#) { lines.append(line) }
        }
        if lines.count > Self.linesMax { show("  … \(lines.count - Self.linesMax) lines before") }
        for line in lines.suffix(Self.linesMax) { show("  " + line) }
        if let violation = result.violation { show(Self.headline(violation)) }
    }

    /// Delta debugging (Zeller and Hildebrandt, 2002): leaves out ever smaller parts of the plan as
    /// long as the same check is violated without them.
    private func minimised() -> [Int] {
        var kept = Array(0..<actionCount)
        var partCount = 2
        var tries = 0
        while kept.count > 1, tries < Self.triesMax {
            let size = max(1, (kept.count + partCount - 1) / partCount)
            var smaller: [Int]?
            for start in stride(from: 0, to: kept.count, by: size) where tries < Self.triesMax {
                tries += 1
                let rest = Array(kept[..<start]) + kept[min(start + size, kept.count)...]
                guard isViolated(with: rest) else { continue }
                smaller = rest
                break
            }
            if let smaller {
                kept = smaller
                partCount = max(2, partCount - 1)
            } else if size == 1 {
                break
            } else {
                partCount = min(kept.count, partCount * 2)
            }
        }
        return kept
    }

    private func isViolated(with places: [Int]) -> Bool {
        let result = Run<UsualDocument>.run(seed: seed, faults: faults, keeping: places)
        return result.violation?.check == violation.check
    }

    /// Numbers as `--keep` takes them.
    static func list(_ places: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for place in places {
            if let last = ranges.last, last.upperBound + 1 == place {
                ranges[ranges.count - 1] = last.lowerBound...place
            } else {
                ranges.append(place...place)
            }
        }
        return ranges.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        .joined(separator: ",")
    }
}

/// What many runs did, for people.
struct Summary {
    let lines: [String]

    init(_ statistics: Statistics, runs: Int, seconds: Double) {
        let hours = Double(statistics.lobbyMilliseconds) / 3_600_000
        func rate(_ count: Double) -> String {
            seconds > 0 ? "\(Int((count / seconds).rounded()))" : "?"
        }
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ")
        }
        lines = [
            "\(runs) seeds, \(Int(hours)) lobby-hours, \(Int(seconds * 10) / 10) s of processor: "
                + "\(rate(Double(runs))) seeds and \(rate(hours)) lobby-hours a second",
            "\(statistics.edits) entries typed, \(statistics.events) events in logs, "
                + "\(statistics.messages) messages sent, \(statistics.steps) steps",
            "faults: " + list(statistics.faults),
            "consequences: " + list(statistics.consequences),
        ]
    }
}
