import CZlib

/// Compression by zlib (RFC 1952).
package enum Gzip {
    /// The bytes compressed as far as zlib can; nil if that is no shorter.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = unsafe z_stream()
        // 16 more than the largest window of 2^15 bytes makes it gzip.
        let status = unsafe czlib_deflate_init(&stream, Z_BEST_COMPRESSION, 15 + 16, 9)
        guard status == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        var bytes = bytes
        var compressed = [UInt8](repeating: 0, count: bytes.count)
        let result = unsafe bytes.withUnsafeMutableBufferPointer { input in
            unsafe compressed.withUnsafeMutableBufferPointer { output in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(output.count)
                return unsafe deflate(&stream, Z_FINISH)
            }
        }
        let count = unsafe Int(stream.total_out)
        guard result == Z_STREAM_END, count < bytes.count else { return nil }
        return Array(compressed[..<count])
    }
}
