import Documents

/// What an authority has answered.
package struct ACMEResponse: Equatable, Sendable {
    /// Bytes of an answer with its head: far more than a chain of certificates has.
    package static let bytesMax = 256 * 1024
    private static let headBytesMax = 32 * 1024
    private static let fieldBytesMax = 2_048

    var status: Int
    var nonce: String?
    var location: String?
    var retryAfterSeconds: Int?
    var body: [UInt8]

    init(
        status: Int, nonce: String? = nil, location: String? = nil,
        retryAfterSeconds: Int? = nil, body: [UInt8] = []
    ) {
        self.status = status
        self.nonce = nonce
        self.location = location
        self.retryAfterSeconds = retryAfterSeconds
        self.body = body
    }

    /// Reads an answer of HTTP with its head, as curl prints it; nil if it is none, or too long.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.bytesMax else { return nil }
        var rest = bytes[...]
        while let end = Self.headEnd(in: rest) {
            let head = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
            rest = rest[(end + 4)...]
            guard let status = Self.status(of: head) else { return nil }
            // Answers before the answer (RFC 9110 section 15.2).
            guard status >= 200 else { continue }
            self.init(status: status, body: Array(rest))
            for line in head.split(separator: "\r\n").dropFirst() { take(line) }
            return
        }
        return nil
    }

    private static func headEnd(in bytes: ArraySlice<UInt8>) -> Int? {
        let head = bytes.prefix(headBytesMax)
        return head.indices.first { head[$0...].starts(with: [13, 10, 13, 10]) }
    }

    private static func status(of head: String) -> Int? {
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]),
            (100...599).contains(status)
        else { return nil }
        return status
    }

    private mutating func take(_ line: some StringProtocol) {
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
        guard value.utf8.count <= Self.fieldBytesMax else { return }
        switch line[..<colon].lowercased() {
        // RFC 8555 section 6.5.1: whatever is no such text is to be passed over.
        case "replay-nonce": if Base64URL.isText(value) { nonce = value }
        case "location": location = value
        // A date, which is allowed too, is passed over.
        case "retry-after": retryAfterSeconds = Int(value).flatMap { $0 >= 0 ? $0 : nil }
        default: break
        }
    }
}
