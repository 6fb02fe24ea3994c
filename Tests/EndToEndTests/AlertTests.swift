import Foundation
import TestSupport
import Testing

@Suite("The alerts", .enabled(if: MetricsTests.hasJudge, "promtool isn't installed"))
struct AlertTests {
    private static let rules =
        MetricsTests.checkout + "/Sources/folfd/Installation/folfd.rules.yml"

    @Test("Prometheus' own judge finds nothing wrong with the rules")
    func rulesAreSound() throws {
        let verdict = try Child(MetricsTests.judge, ["check", "rules", Self.rules]).wait()
        #expect(verdict.status == 0, "\(verdict)")
    }

    @Test("The rules ask for no metric that the server doesn't have")
    func namesAreKnown() async throws {
        let text = try String(contentsOfFile: Self.rules, encoding: .utf8)
        let metrics = try await onOwnThread {
            try MetricsTests.metrics() + MetricsTests.securedMetrics()
        }
        let lines = text.split(separator: "\n").filter { $0.contains("expr:") }
        #expect(lines.count == 8)
        for match in text.matches(of: #/\b(folf|process)_[a-z_]+/#) {
            let name = String(match.output.0)
            #expect(metrics.contains("\n\(name)"), "\(name)")
        }
    }

    /// What each alert is about: the series that raise it, one value a minute.
    private static let troubles: [(alert: String, labels: String, series: [(String, String)])] = [
        ("FolfCannotCommit", "", [("folf_read_only", "1x90")]),
        (
            "FolfDiskNearlyFull", "",
            [("folf_disk_free_bytes", "9x90"), ("folf_disk_bytes", "100x90")]
        ),
        (
            "FolfCertificateExpires", "",
            [("folf_tls_certificate_not_after_timestamp_seconds", "800000x90")]
        ),
        ("FolfRestarted", "job=\"folf\"", [("process_start_time_seconds", "1x80 2x10")]),
        ("FolfBackupOld", "", [("folf_backup_success_timestamp_seconds", "-200000x90")]),
        ("FolfDown", "job=\"folf\"", [("up", "0x90")]),
        (
            "FolfTooMany", "reason=\"too_many_attempts\"",
            [("folf_refusals_total", "0+20x90")]
        ),
        (
            "FolfTooMany", "reason=\"too_fast_from_address\"",
            [("folf_refusals_total", "0+20x90")]
        ),
        ("FolfTooMany", "reason=\"no_descriptors\"", [("folf_refusals_total", "0+20x90")]),
        ("FolfTooMany", "reason=\"slow_down\"", [("folf_refusals_total", "0+20x90")]),
        ("FolfTooMany", "status=\"429\"", [("folf_http_requests_total", "0+20x90")]),
        (
            "FolfCommitsSlow", "le=\"+Inf\"",
            [("folf_commit_duration_seconds_bucket", "0+60x90")]
        ),
    ]

    private static func series(_ name: String, _ labels: String, _ values: String) -> String {
        let all = ["instance=\"a\"", labels].filter { !$0.isEmpty }.joined(separator: ",")
        return "      - series: '\(name){\(all)}'\n        values: '\(values)'\n"
    }

    @Test("Each alert is raised by its trouble, and none without", arguments: [true, false])
    func raised(isTroubled: Bool) throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("alerts.yml")
        var text = "rule_files: [\(Self.rules)]\ntests:\n"
        for (alert, labels, series) in Self.troubles {
            text += "  - interval: 1m\n    input_series:\n"
            for (name, values) in series {
                let calm = name == "up" ? "1x90" : name.hasSuffix("_bytes") ? "100x90" : "0x90"
                let own = isTroubled ? values : name.hasPrefix("folf_tls") ? "9999999x90" : calm
                text += Self.series(name, labels, own)
            }
            if alert == "FolfCommitsSlow" {
                text += Self.series(
                    "folf_commit_duration_seconds_bucket", "le=\"0.5\"",
                    isTroubled ? "0+30x90" : "0x90")
            }
            text += "    promql_expr_test:\n"
            text += "      - expr: count(ALERTS{alertname=\"\(alert)\",alertstate=\"firing\"})\n"
            text += "        eval_time: 85m\n"
            text += "        exp_samples: \(isTroubled ? "[{value: 1}]" : "[]")\n"
        }
        try Data(text.utf8).write(to: file)
        let verdict = try Child(MetricsTests.judge, ["test", "rules", file.path]).wait()
        #expect(verdict.status == 0, "\(verdict)\n\(text)")
    }
}
