import Metrics

extension Exposition {
    /// What becomes of orders for certificates; only for a server that makes some.
    mutating func add(_ orders: CertificateOrders.Status) {
        counter(
            "folf_acme_orders_total", "Orders for certificates by what became of them.",
            [
                Sample([.init("result", "done")], .count(orders.successCount)),
                Sample([.init("result", "failed")], .count(orders.failureCount)),
            ])
        if let seconds = orders.successSeconds {
            gauge(
                "folf_acme_success_timestamp_seconds", "When the last one was fulfilled.",
                .count(Int(seconds)))
        }
        if let seconds = orders.failureSeconds {
            gauge(
                "folf_acme_failure_timestamp_seconds", "When the last one failed.",
                .count(Int(seconds)))
        }
    }
}
