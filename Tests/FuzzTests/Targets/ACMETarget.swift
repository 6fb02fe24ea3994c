import Documents

@testable import ACME

/// Answers of an authority, each ended by a zero: the order is given one after the other, and from
/// the first again, until it comes to an end.
enum ACMETarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        let answers = input.split(separator: 0, omittingEmptySubsequences: false)
        let account = ACMEAccount(
            x: Array(0..<32), y: Array(32..<64), sign: { _ in Array(repeating: 7, count: 64) })
        var order = ACMEOrder(
            .init(
                directory: "https://ca.example/dir", name: "folf.example",
                contact: "mailto:anna@folf.example", signingRequest: [1, 2, 3]),
            by: account)
        var step = order.begin()
        var count = 0
        while case .ask(let request) = step {
            try check(request)
            try check(order.challenge)
            guard let answer = ACMEResponse(Array(answers[count % answers.count])) else { return }
            step = order.take(answer)
            count += 1
            try expect(count <= ACMEOrder.requestsMax, "it never ends")
        }
        try check(step, answers.map { $0.count }.max() ?? 0)
    }

    private static func check(_ request: ACMERequest) throws(Finding) {
        try expect(request.url.hasPrefix("https://"), "not by https")
        try expect(request.url.utf8.count <= ACMEOrder.urlBytesMax, "a long address")
        try expect(request.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "no address")
        try expect((0...ACMEOrder.pauseSecondsMax).contains(request.delaySeconds), "a long pause")
        guard case .post(let body) = request.method else { return }
        let value = try? JSONValue(Array(body.utf8))
        try expect(
            ["protected", "payload", "signature"].allSatisfy {
                value?[$0]?.string.map { $0.isEmpty || Base64URL.isText($0) } ?? false
            }, "what is sent can't be read")
    }

    private static func check(_ challenge: ACMEOrder.Challenge?) throws(Finding) {
        guard let challenge else { return }
        try expect(
            Base64URL.isText(challenge.token)
                && challenge.token.utf8.count <= ACMEOrder.tokenBytesMax,
            "a token that may lead elsewhere")
    }

    private static func check(_ end: ACMEStep, _ bytesMax: Int) throws(Finding) {
        switch end {
        case .ask: break
        case .done(let certificate): try expect(certificate.count <= bytesMax, "made-up bytes")
        case .failed(let failure):
            // The words of an authority are bounded in signs, whose bytes are not.
            try expect("\(failure)".count <= 1_100, "many words")
            let pause = RenewalTime.pauseSeconds(after: failure, count: 1)
            try expect((1...604_800).contains(pause), "a pause without end")
        }
    }
}
