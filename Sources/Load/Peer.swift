/// Another server, with which the measured one takes turns so that the two can be compared.
package enum Peer: String, CaseIterable, Sendable {
    /// `folf-lab floor-server`.
    case floor
    /// The same with `--file`.
    case durableFloor = "durable-floor"
    /// A relay of WebSocket messages, such as Tests/uwebsockets-relay.
    case relay
    /// The same with `--file`.
    case durableRelay = "durable-relay"
    /// A folfd with other options.
    case other

    /// Its name in figures, such as "durable_floor".
    var figure: String { words.joined(separator: "_") }

    /// Its name in sentences, such as "durable floor".
    var name: String { self == .other ? "other server" : words.joined(separator: " ") }

    /// The name of the table's column for the ratio; nil: the ratio stands in the notes.
    var column: String? {
        switch self {
        case .floor: "ratio to the floor"
        case .durableFloor: "ratio to the floor with fdatasync"
        case .relay: "ratio to the relay"
        case .durableRelay: "ratio to the relay with fdatasync"
        case .other: nil
        }
    }

    /// The language that is spoken with it.
    func dialect(_ sizes: BareSizes) -> Dialect {
        switch self {
        case .floor, .durableFloor: .bare(sizes)
        case .relay, .durableRelay: .relay(sizes)
        case .other: .folf
        }
    }

    private var words: [Substring] { rawValue.split(separator: "-") }
}
