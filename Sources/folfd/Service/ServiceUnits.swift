import Glibc

/// What systemd knows of the units of the service (systemctl(1), `show`).
struct ServiceUnits: Equatable {
    /// A socket that systemd holds for the service.
    struct Socket: Equatable {
        var isHeld = false
        /// As the unit has them, such as "443" or "127.0.0.1:8080".
        var addresses: [String] = []
    }

    static let service = "folfd.service"
    static let front = "folfd.socket"
    static let redirect = "folfd-redirect.socket"
    private static let properties = [
        "Id", "LoadState", "ActiveState", "Result", "Listen", "LimitNOFILE", "ProtectSystem",
        "ReadWritePaths", "StateDirectory",
    ]
    private static let secondsMax = 10
    private static let outputBytesMax = 64 << 10

    var front = Socket()
    var redirect = Socket()
    /// The units that have failed, each with systemd's word for how.
    var failures: [String: String] = [:]
    /// Descriptors that the service may have; nil if that isn't limited.
    var descriptorsMax: Int?
    /// The folders that the service may write to; nil if it may write anywhere.
    var writableFolders: [String]?

    /// Whether one of its sockets is held, which starts the service whenever somebody connects.
    var isHolding: Bool { front.isHeld || redirect.isHeld }

    /// Whether the service may write to a path.
    func mayWrite(_ path: String) -> Bool {
        guard let writableFolders else { return true }
        return writableFolders.contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// Asks systemd; nil where it doesn't run, or has no such service.
    static func read() -> ServiceUnits? {
        let (ending, output) = Program.run(
            ["systemctl", "show", "--property=" + properties.joined(separator: ",")]
                + [service, front, redirect],
            input: "", secondsMax: secondsMax, outputBytesMax: outputBytesMax)
        guard ending == .exited(0) else { return nil }
        return ServiceUnits(String(decoding: output, as: UTF8.self))
    }

    /// Reads what `systemctl show` prints: lines `NAME=value`, and a blank one between two units.
    init?(_ text: String) {
        var isLoaded = false
        for block in text.split(separator: "\n\n") {
            let lines = block.split(separator: "\n").map { line in
                let parts = line.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            }
            let values = Dictionary(lines) { first, _ in first }
            guard let name = values["Id"], values["LoadState"] == "loaded" else { continue }
            let addresses = lines.filter { $0.0 == "Listen" }.map { line in
                String(line.1.prefix { $0 != " " })
            }
            let isHeld = ["active", "activating"].contains(values["ActiveState"])
            if values["ActiveState"] == "failed" { failures[name] = values["Result"] ?? "" }
            switch name {
            case Self.service:
                isLoaded = true
                take(values)
            case Self.front: front = Socket(isHeld: isHeld, addresses: addresses)
            case Self.redirect: redirect = Socket(isHeld: isHeld, addresses: addresses)
            default: break
            }
        }
        guard isLoaded else { return nil }
    }

    private mutating func take(_ service: [String: String]) {
        descriptorsMax = service["LimitNOFILE"].flatMap { Int($0) }
        guard service["ProtectSystem"] == "strict" else { return }
        let paths = (service["ReadWritePaths"] ?? "").split(separator: " ").map { path in
            String(path.drop { "-+".contains($0) })
        }
        let states = (service["StateDirectory"] ?? "").split(separator: " ").map { name in
            "/var/lib/\(name)"
        }
        writableFolders = paths + states
    }
}
