import CZlib
import Testing

@testable import Compression

struct GzipTests {
    @Test("What repeats is gzip that zlib gives back whole, and what doesn't get shorter is none")
    func roundTrip() throws {
        let bytes = (0..<50_000).map { UInt8($0 / 7 % 251) }
        let compressed = try #require(Gzip.compress(bytes))
        #expect(compressed.prefix(2) == [0x1F, 0x8B] && compressed.count < bytes.count / 10)
        #expect(unzipped(compressed, count: bytes.count) == bytes)
        #expect(Gzip.compress([1, 2, 3]) == nil)
        #expect(Gzip.compress([]) == nil)
    }

    private func unzipped(_ compressed: [UInt8], count: Int) -> [UInt8]? {
        var stream = unsafe z_stream()
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else {
            return nil
        }
        defer { unsafe inflateEnd(&stream) }
        var (input, output) = (compressed, [UInt8](repeating: 0, count: count + 1))
        let result = unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(output.count)
                return unsafe inflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END else { return nil }
        return Array(output[..<(unsafe Int(stream.total_out))])
    }
}
