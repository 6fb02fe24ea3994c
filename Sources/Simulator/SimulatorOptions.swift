/// The options of the simulator's command line.
struct SimulatorOptions {
    struct Misuse: Error { var reason: String }

    var wantsHelp = false
    var seed: UInt64?
    var kept: [Int]?
    var traces = false
    var seeds: [UInt64] = []
    var seconds: Double = 10
    var runs = Int.max
    var first: UInt64?
    var faults: FaultKinds?
    var commit: String?
    var minimises = true
    var failuresMax = 5

    init(_ arguments: [String]) throws(Misuse) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--trace": traces = true
            case "--no-minimise": minimises = false
            default:
                guard let value = rest.popFirst() else {
                    throw Misuse(reason: "\(option) needs a value, or isn't an option")
                }
                try take(option, value)
            }
        }
    }

    private mutating func take(_ option: String, _ value: String) throws(Misuse) {
        switch option {
        case "--seed": seed = try Self.number(option, value)
        case "--keep": kept = try Self.places(option, value)
        case "--seeds":
            for part in value.split(separator: ",") {
                seeds.append(try Self.number(option, String(part)))
            }
        case "--seconds": seconds = Double(try Self.number(option, value) as UInt32)
        case "--runs": runs = try Self.number(option, value)
        case "--first": first = try Self.number(option, value)
        case "--faults": faults = try Self.kinds(value)
        case "--commit": commit = value
        case "--failures": failuresMax = try Self.number(option, value)
        default: throw Misuse(reason: "no such option: \(option)")
        }
    }

    private static func number<Value: FixedWidthInteger>(
        _ option: String, _ value: String
    ) throws(Misuse) -> Value {
        guard let number = Value(value) else {
            throw Misuse(reason: "\(option) needs a number, not \(value)")
        }
        return number
    }

    private static func places(_ option: String, _ value: String) throws(Misuse) -> [Int] {
        var places: [Int] = []
        for part in value.split(separator: ",") {
            let ends = part.split(separator: "-").map { Int($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
                throw Misuse(reason: "\(option) needs numbers such as 1,4-7")
            }
            places += first...last
        }
        return places
    }

    private static func kinds(_ value: String) throws(Misuse) -> FaultKinds {
        var kinds: FaultKinds = []
        for word in value.split(separator: ",") where word != "none" {
            guard let kind = FaultKinds.names.first(where: { $0.name == word })?.kind else {
                throw Misuse(reason: "no such kind of fault: \(word)")
            }
            kinds.insert(kind)
        }
        return kinds
    }
}

extension FaultKinds {
    static let names: [(name: String, kind: FaultKinds)] = [
        ("network", .network), ("phones", .phones), ("journals", .journals), ("clocks", .clocks),
        ("server", .server), ("commits", .commits), ("restores", .restores),
        ("blind-restores", .blindRestores), ("peers", .peers), ("accounts", .accounts),
        ("planted", .planted),
    ]

    /// As an option takes it.
    var list: String {
        let words = Self.names.filter { contains($0.kind) }.map(\.name)
        return words.isEmpty ? "none" : words.joined(separator: ",")
    }
}
