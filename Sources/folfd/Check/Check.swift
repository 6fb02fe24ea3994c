import Glibc

/// `folfd check`: says whether a server with these settings would run well here. Nothing is
/// changed, and it may be asked beside a running server.
enum Check {
    /// The findings, in the order in which they are printed.
    ///
    /// - Parameters:
    ///   - settings: those in the service's file.
    ///   - units: the service's; nil where there are none, or this is about another server.
    static func findings(
        _ options: Options, _ settings: [String: String], _ units: ServiceUnits?
    ) -> [Finding] {
        judgeSettings(options, settings, units) + judgeUnits(units)
            + judgeCertificate(options, units) + judgeAuthority(options, units)
            + judgeDataFolder(options) + judgeDatabase(options) + judgeRetention(options)
            + judgeBackup(options, units) + judgePasskeys(options, units) + judgeMail(options)
            + judgeClock(options) + judgeLimits(options, units)
    }

    /// Prints the findings, a line each, and returns the exit code: 1 if there is a problem.
    static func run(_ options: Options, _ settings: [String: String]) -> Int32 {
        let isService = settings[Setting.data.variable] == options.dataFolder
        let findings = findings(options, settings, isService ? ServiceUnits.read() : nil)
        for finding in findings { Logger.print(finding.line, to: STDOUT_FILENO) }
        return findings.contains { $0.grade == .problem } ? 1 : 0
    }

    /// A variable that nobody reads is most likely misspelt.
    private static func judgeSettings(
        _ options: Options, _ settings: [String: String], _ units: ServiceUnits?
    ) -> [Finding] {
        let known = Set(
            Setting.allCases.map(\.variable)
                + [SettingsFile.variable, Options.mailPasswordVariable])
        let unknown = Set(variables() + settings.keys).filter {
            $0.hasPrefix("FOLFD_") && !known.contains($0)
        }
        return unknown.sorted().map { name in
            .warning("settings", "\(name) is no setting, and is ignored; see folfd --help")
        } + [judgeFront(options, units)]
    }

    private static func judgeFront(_ options: Options, _ units: ServiceUnits?) -> Finding {
        guard let units, units.front.isHeld else {
            return .ok("settings", "to listen on \(options.url)")
        }
        let addresses = units.front.addresses.joined(separator: " and ")
        return .ok("settings", "to listen on \(addresses), which \(ServiceUnits.front) holds")
    }

    static func judgeUnits(_ units: ServiceUnits?) -> [Finding] {
        guard let units else { return [] }
        let failed = units.failures.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        guard !failed.isEmpty else { return [] }
        return [
            .problem(
                "service",
                failed.joined(separator: ", ")
                    + " failed: journalctl -u folfd says why; afterwards "
                    + "systemctl reset-failed 'folfd*', and systemctl start folfd")
        ]
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
