import Glibc
package import Structures

extension PeerAddress: CustomStringConvertible {
    /// `192.0.2.7` or, as RFC 5952 has it, `2001:db8::7`.
    package var description: String {
        isIPv4
            ? stride(from: 24, through: 0, by: -8).map { "\(low >> $0 & 0xFF)" }
                .joined(separator: ".")
            : textOfIPv6
    }

    private var textOfIPv6: String {
        let bytes = [high, low].flatMap { half in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
        }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = unsafe inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count))
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
