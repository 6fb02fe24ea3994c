import Documents
import Testing

@Suite("Numbers as bytes")
struct NumberBytesTests {
    @Test("The first byte is the highest, negative numbers keep their bits, and all come back")
    func comeBack() {
        #expect(UInt16(0x0102).bigEndianBytes == [1, 2])
        #expect(Int64(-2).bigEndianBytes == [255, 255, 255, 255, 255, 255, 255, 254])
        for number in [0, 1, -1, Int64.min, .max, 0x0102_0304_0506_0708] {
            #expect(Int64(bigEndianBytes: number.bigEndianBytes) == number)
        }
        #expect(UInt32(bigEndianBytes: [1, 2, 3, 4, 5]) == 0x0203_0405)
        #expect(UInt8(bigEndianBytes: []) == 0)
    }
}
