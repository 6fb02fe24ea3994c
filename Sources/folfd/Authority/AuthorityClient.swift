import ACME

/// Speaks with an authority until there is a certificate, or a reason why there is none.
struct AuthorityClient {
    private static let timeoutSeconds = 60
    private static let userAgent = "folfd/\(Options.versionNumber)"

    let challenges: Challenges
    /// Waits for so many seconds; whether that was in vain, as the server ends.
    let pause: (_ seconds: Int) -> Bool

    /// - Returns: the certificate with those that vouch for it, in the PEM format.
    func order(
        _ wish: ACMEOrder.Wish, by account: ACMEAccount
    ) throws(ACMEFailure) -> [UInt8] {
        var order = ACMEOrder(wish, by: account)
        defer { show(nil, for: order.challenge) }
        var step = order.begin()
        while true {
            switch step {
            case .ask(let request):
                show(order.challenge?.answer, for: order.challenge)
                if request.delaySeconds > 0, pause(request.delaySeconds) {
                    throw .unreachable("the server ends")
                }
                step = order.take(try ask(request))
            case .done(let certificate): return certificate
            case .failed(let failure): throw failure
            }
        }
    }

    private func show(_ answer: String?, for challenge: ACMEOrder.Challenge?) {
        guard let challenge else { return }
        challenges.set(answer.map { Array($0.utf8) }, for: challenge.token)
    }

    private func ask(_ request: ACMERequest) throws(ACMEFailure) -> ACMEResponse {
        var settings = [(name: "url", value: request.url), ("user-agent", Self.userAgent)]
        switch request.method {
        case .get: break
        case .head: settings.append(("head", ""))
        case .post(let body):
            settings.append(("data-raw", body))
            settings.append(("header", "Content-Type: application/jose+json"))
        }
        guard let response = ACMEResponse(try exchange(settings)) else {
            throw .unreachable("it doesn't speak HTTP")
        }
        return response
    }

    private func exchange(
        _ settings: [(name: String, value: String)]
    ) throws(ACMEFailure) -> [UInt8] {
        do throws(Helper.Failure) {
            return try Helper.exchange(
                settings, timeoutSeconds: Self.timeoutSeconds, bytesMax: ACMEResponse.bytesMax)
        } catch {
            throw .unreachable(error.reason)
        }
    }
}
