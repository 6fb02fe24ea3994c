/// When a certificate is to be replaced, and when one is asked for again that wasn't given.
package enum RenewalTime {
    /// The moment at which two thirds of a certificate's life are over.
    ///
    /// - Parameter valid: its life, in seconds since 1970.
    package static func due(_ valid: ClosedRange<Int64>) -> Int64 {
        valid.lowerBound + (valid.upperBound - valid.lowerBound) / 3 * 2
    }

    /// The pause behind a certificate that has come: whatever a clock that is wrong, or a strange
    /// authority, makes of its life, it isn't asked for all the time.
    package static func pauseSeconds(leftSeconds: Int64) -> Int64 {
        min(max(leftSeconds / 3, 1), 3_600)
    }

    /// The pause behind one failure or several in a row. Authorities count failures (Let's Encrypt
    /// lets five an hour pass); whom nobody could reach has counted none.
    package static func pauseSeconds(after failure: ACMEFailure, count: Int) -> Int64 {
        let doublings = Int64(min(max(0, count - 1), 10))
        switch failure {
        case .unreachable, .here: return min(10 << doublings, 3_600)
        case .problem, .unexpected, .endless: break
        }
        let own: Int64 = min(3_600 << doublings, 86_400)
        return max(own, min(Int64(clamping: failure.retryAfterSeconds ?? 0), 604_800))
    }
}
