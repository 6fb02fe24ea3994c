/// A request's first line: method, target and version with single spaces between (RFC 9112
/// section 3).
struct HTTPRequestLine: Equatable, Sendable {
    let method: HTTPMethod
    let target: String

    init(_ line: [UInt8], limits: HTTPLimits) throws(HTTPProblem) {
        guard let methodEnd = line.firstIndex(of: 0x20),
            let targetEnd = line.lastIndex(of: 0x20), methodEnd < targetEnd
        else { throw HTTPProblem.badRequest }
        let name = line[..<methodEnd]
        let target = line[(methodEnd + 1)..<targetEnd]
        guard !name.isEmpty, name.allSatisfy(\.isTokenByte), !target.contains(0x20) else {
            throw HTTPProblem.badRequest
        }
        try Self.checkVersion(line[(targetEnd + 1)...])
        guard let method = HTTPMethod(rawValue: String(decoding: name, as: UTF8.self)) else {
            throw HTTPProblem.notImplemented
        }
        try Self.checkTarget(target, limits)
        self.method = method
        self.target = String(decoding: target, as: UTF8.self)
    }

    private static func checkVersion(_ version: ArraySlice<UInt8>) throws(HTTPProblem) {
        guard version.count == 8, version.starts(with: "HTTP/".utf8) else {
            throw HTTPProblem.badRequest
        }
        let number = version.suffix(3)
        let (major, minor) = (number[number.startIndex], number[number.startIndex + 2])
        guard major.isDigit, number[number.startIndex + 1] == 0x2E, minor.isDigit else {
            throw HTTPProblem.badRequest
        }
        guard major == 0x31, minor == 0x31 else {
            throw HTTPProblem.httpVersionNotSupported
        }
    }

    /// Accepts the origin form only: the others are for proxies, `CONNECT` and `OPTIONS`.
    private static func checkTarget(
        _ target: ArraySlice<UInt8>, _ limits: HTTPLimits
    ) throws(HTTPProblem) {
        guard target.first == 0x2F, target.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x23 })
        else { throw HTTPProblem.badRequest }
        guard target.count <= limits.requestTargetBytesMax else {
            throw HTTPProblem.uriTooLong
        }
    }
}
