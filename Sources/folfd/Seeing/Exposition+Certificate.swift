import Metrics
import Reactor

/// The metrics of secured connections.
extension Exposition {
    mutating func add(_ certificates: CertificateKeeper, _ loops: [LoopFigures]) {
        gauge(
            "folf_tls_certificate_not_after_timestamp_seconds",
            "When the certificate in use expires, since 1970.",
            .count(Int(certificates.notAfterSeconds)))
        counter(
            "folf_tls_certificates_refused_total", "Files that couldn't take its place.",
            .count(certificates.refusals))
        gauge(
            "folf_tls_handshakes_in_flight", "Handshakes that have begun and not ended.",
            .count(loops.first?.handshakesInFlight ?? 0))
        counter(
            "folf_tls_handshakes_total", "Handshakes by how they ended.",
            [
                handshakes("1.2", "no", "done", loops) { $0.full12 },
                handshakes("1.2", "yes", "done", loops) { $0.resumed12 },
                handshakes("1.3", "no", "done", loops) { $0.full13 },
                handshakes("1.3", "yes", "done", loops) { $0.resumed13 },
                handshakes("none", "no", "failed", loops) { $0.failed },
                handshakes("none", "no", "too_slow", loops) { $0.late },
                handshakes("none", "no", "not_tls", loops) { $0.plain },
            ])
    }

    private func handshakes(
        _ version: String, _ resumed: String, _ result: String, _ loops: [LoopFigures],
        _ count: (HandshakeCounters) -> UInt64
    ) -> Sample {
        let sum = loops.reduce(0) { $0 &+ count($1.counters.handshakes) }
        return Sample(
            [
                .init("version", version), .init("resumed", resumed), .init("result", result),
            ], .count(sum))
    }
}
