/// A server to measure: where it listens, and whose time and memory count.
package struct Target: Equatable, Sendable {
    package var host: String
    package var port: UInt16
    package var process: Int32

    /// Reads `HOST:PORT,PID`.
    init(_ text: String, named option: String) throws(LoadError) {
        let form = "\(option) takes HOST:PORT,PID, such as 127.0.0.1:8080,4711, not “\(text)”."
        guard let comma = text.lastIndex(of: ","),
            let process = Int32(text[text.index(after: comma)...]),
            process > 0
        else { throw .usage(form) }
        self.process = process
        (host, port) = try Self.address(String(text[..<comma]), otherwise: form)
    }

    static func address(
        _ text: String, otherwise sentence: String
    ) throws(LoadError) -> (String, UInt16) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]),
            colon != text.startIndex
        else { throw .usage(sentence) }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        return (String(isBracketed ? host.dropFirst().dropLast() : host), port)
    }
}

/// The command line of `folf-lab load`.
package struct LoadOptions: Equatable, Sendable {
    /// The form in which the result is printed.
    package enum Form: Equatable, Sendable {
        case text
        case json
        /// A row of a Markdown table.
        case row
    }

    package var workload: Workload
    package var sizes: WorkloadSizes
    package var server: Target
    package var peers: [Peer: Target] = [:]
    /// The number of short runs of server and peers in turn.
    package var pairs = 5
    package var seconds = 10
    /// The seconds of one run of a pair.
    package var pairSeconds = 2
    package var form = Form.text
    /// The name of the row; nil: it is made from the sizes.
    package var title: String?
    /// Whether `resume` asks for the server to be started anew before all phones come back.
    package var restarts = false
    /// The file that the result is appended to, besides being printed.
    package var file: String?
    /// The file that rows with the system calls of each delivery are appended to; nil: they aren't
    /// counted.
    package var callsFile: String?

    static let phonesMax = 1_000_000

    /// Takes the command line apart.
    ///
    /// - Parameter arguments: the words after `folf-lab load`.
    package init(_ arguments: [String]) throws(LoadError) {
        guard let name = arguments.first, let workload = Workload(rawValue: name) else {
            let known = Workload.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("A workload is one of \(known); see folf-lab load --help.")
        }
        var values: [(option: String, value: String)] = []
        var isJSON = false
        var isRow = false
        var restarts = false
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": isJSON = true
            case "--row": isRow = true
            case "--restart": restarts = true
            default: values.append(try Self.pair(argument, &rest))
            }
        }
        guard let server = values.last(where: { $0.option == "--server" }) else {
            throw .usage("--server HOST:PORT,PID is needed; see folf-lab load --help.")
        }
        self.workload = workload
        sizes = workload.sizes
        self.server = try Target(server.value, named: "--server")
        self.restarts = restarts
        form = isJSON ? .json : isRow ? .row : .text
        for (option, value) in values where option != "--server" { try set(option, to: value) }
        try check()
    }

    private static func pair(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(LoadError) -> (String, String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2 { return (parts[0], parts[1]) }
        guard let value = rest.popFirst() else {
            throw .usage("\(argument) needs a value; see folf-lab load --help.")
        }
        return (argument, value)
    }

    private mutating func set(_ option: String, to value: String) throws(LoadError) {
        switch option {
        case "--pairs": pairs = try Self.number(value, in: 1...1_000, for: option)
        case "--seconds": seconds = try Self.number(value, in: 1...3_600, for: option)
        case "--pair-seconds": pairSeconds = try Self.number(value, in: 1...60, for: option)
        case "--title": title = value
        case "--file": file = value
        case "--system-calls": callsFile = value
        case "--lobbies": sizes.lobbies = try Self.number(value, in: 1...100_000, for: option)
        case "--members": sizes.members = try Self.number(value, in: 1...40, for: option)
        case "--spectators":
            sizes.spectators = try Self.number(value, in: 0...Self.phonesMax, for: option)
        case "--slow": sizes.slow = try Self.number(value, in: 0...100_000, for: option)
        case "--rate": sizes.rate = try Self.number(value, in: 1...10_000_000, for: option)
        case "--in-flight": sizes.inFlight = try Self.number(value, in: 1...100_000, for: option)
        case "--ops": sizes.ops = try Self.number(value, in: 1...64, for: option)
        case "--live": sizes.live = try Self.number(value, in: 0...100_000, for: option)
        case "--missed": sizes.missed = try Self.number(value, in: 0...10_000, for: option)
        case "--other-lobbies":
            sizes.otherLobbies = try Self.number(value, in: 1...100_000, for: option)
        case "--resident": sizes.residents = try Self.number(value, in: 0...100_000, for: option)
        case "--events": sizes.events = try Self.number(value, in: 1...100_000_000, for: option)
        default:
            guard let peer = Peer.allCases.first(where: { option == "--" + $0.rawValue }) else {
                throw .usage("There is no option \(option); see folf-lab load --help.")
            }
            peers[peer] = try Target(value, named: option)
        }
    }

    private func check() throws(LoadError) {
        guard sizes.phoneCount <= Self.phonesMax else {
            throw .usage("\(Self.phonesMax) phones at most, not \(sizes.phoneCount).")
        }
        guard sizes.slow <= sizes.lobbies, sizes.slow == 0 || sizes.members > 1 else {
            throw .usage("--slow takes at most one of each lobby's members, never the host.")
        }
        guard workload.isOfEdits || (peers.isEmpty && callsFile == nil && sizes.residents == 0)
        else {
            throw .usage("\(workload.rawValue) is not measured beside others, nor are its calls.")
        }
        guard sizes.otherLobbies == nil || peers[.other] != nil else {
            throw .usage("--other-lobbies says how many lobbies the server of --other has.")
        }
        guard workload == .start || sizes.events == workload.sizes.events else {
            throw .usage("--events is for start.")
        }
        guard workload == .resume || (sizes.live == 0 && !restarts) else {
            throw .usage("--live and --restart are for resume.")
        }
        guard sizes.live == 0 || !restarts else {
            throw .usage("After --restart no lobby is --live.")
        }
        guard workload != .join && workload != .resume || sizes.members > 1 else {
            throw .usage("\(workload.rawValue) needs two --members or more.")
        }
    }

    static func number(
        _ text: String, in range: ClosedRange<Int>, for option: String
    ) throws(LoadError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "\(option) takes numbers from \(range.lowerBound) to \(range.upperBound), "
                    + "not “\(text)”.")
        }
        return number
    }
}
