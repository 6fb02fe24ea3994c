import Glibc

/// `folfd check`: says whether a server with these settings would run well here. Nothing is
/// changed, and it may be asked beside a running server.
enum Check {
    /// Looks at one side of the server's surroundings.
    typealias Judge = @Sendable (Options) -> [Finding]

    /// In the order in which their findings are printed.
    static let judges: [Judge] = [
        judgeSettings, judgeCertificate, judgeAuthority, judgeDataFolder, judgeDatabase,
        judgeRetention, judgeBackup, judgeClock,
        judgeLimits,
    ]

    /// Prints the findings, a line each, and returns the exit code: 1 if there is a problem.
    static func run(_ options: Options) -> Int32 {
        let findings = judges.flatMap { judge in judge(options) }
        for finding in findings { Logger.print(finding.line, to: STDOUT_FILENO) }
        return findings.contains { $0.grade == .problem } ? 1 : 0
    }

    private static func judgeSettings(_ options: Options) -> [Finding] {
        let names = variables()
        let file = SettingsFile.read { name in
            unsafe getenv(name).map { unsafe String(cString: $0) }
        }
        return judgeSettings(options, variables: names + file.keys)
    }

    /// - Parameter variables: the names of all environment variables. One that nobody reads is
    ///   most likely misspelt.
    static func judgeSettings(_ options: Options, variables: [String]) -> [Finding] {
        let known = Set(Setting.allCases.map(\.variable) + [SettingsFile.variable])
        let unknown = variables.filter { $0.hasPrefix("FOLFD_") && !known.contains($0) }
        return unknown.sorted().map { name in
            .warning("settings", "\(name) is no setting, and is ignored; see folfd --help")
        } + [.ok("settings", "to listen on \(options.url)")]
    }

    private static func variables() -> [String] {
        var names: [String] = []
        var place = unsafe environ
        while let entry = unsafe place.pointee {
            names.append(String(unsafe String(cString: entry).prefix { $0 != "=" }))
            unsafe place += 1
        }
        return names
    }
}
