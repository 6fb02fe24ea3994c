import Glibc

/// The reason why a system call failed.
package struct SystemError: Error, Hashable, Sendable {
    /// The `errno` value.
    package var code: Int32
    /// The call's name, where that helps the person who reads the log.
    package var call: String?

    package init(code: Int32, call: String? = nil) {
        self.code = code
        self.call = call
    }

    /// The system's own words for it, such as "Connection refused".
    package var text: String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension SystemError: CustomStringConvertible {
    package var description: String { (call.map { $0 + ": " } ?? "") + "\(text) (\(code))" }
}
