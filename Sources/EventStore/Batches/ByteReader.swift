import Documents

/// Reads what `ByteWriter` wrote. The bytes were on a disk, and nothing in them is believed: what
/// ends too early is nil.
struct ByteReader {
    let bytes: [UInt8]
    private(set) var place: Int
    private let end: Int

    init(_ bytes: [UInt8]) {
        self.init(bytes, in: bytes.indices)
    }

    /// Reads the bytes in `range`, which must lie within.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        precondition(range.upperBound <= bytes.count)
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { place == end }

    mutating func integer<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
        guard let taken = take(Value.bitWidth / 8) else { return nil }
        let value = unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.loadUnaligned(fromByteOffset: taken.lowerBound, as: Value.self)
        }
        return Value(bigEndian: value)
    }

    mutating func identifier() -> Identifier128? {
        guard let high = integer(UInt64.self), let low = integer(UInt64.self) else { return nil }
        return Identifier128(high: high, low: low)
    }

    /// Takes as many bytes as the next number says, and returns their places.
    mutating func counted() -> Range<Int>? {
        integer(UInt32.self).flatMap { take(Int($0)) }
    }

    /// Takes the next `count` bytes, and returns their places.
    mutating func take(_ count: Int) -> Range<Int>? {
        guard count <= end - place else { return nil }
        defer { place += count }
        return place..<place + count
    }
}

/// Fills a buffer with integers, big-endian, and bytes for `ByteReader`.
@safe struct ByteWriter {
    private let buffer: UnsafeMutableRawBufferPointer
    private var place = 0

    init(_ buffer: UnsafeMutableRawBufferPointer) {
        unsafe self.buffer = buffer
    }

    var isAtEnd: Bool { unsafe place == buffer.count }

    mutating func add<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
        let start = take(MemoryLayout<Value>.size)
        unsafe buffer.storeBytes(of: value.bigEndian, toByteOffset: start, as: Value.self)
    }

    mutating func add(_ id: Identifier128) {
        add(id.high)
        add(id.low)
    }

    /// Adds the count, and then the bytes.
    mutating func addCounted(_ bytes: some Collection<UInt8>) {
        add(UInt32(bytes.count))
        add(bytes: bytes)
    }

    mutating func add(bytes: some Collection<UInt8>) {
        let start = take(bytes.count)
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start..<place])
        unsafe room.copyBytes(from: bytes)
    }

    /// Reserves the next `count` bytes, and returns where they begin.
    private mutating func take(_ count: Int) -> Int {
        defer { place += count }
        unsafe precondition(count <= buffer.count - place)
        return place
    }
}

extension [UInt8] {
    /// Adds the bytes of an integer, or of a tuple of integers without gaps, as they lie in memory.
    mutating func appendBytes<Value: BitwiseCopyable>(of value: Value) {
        unsafe Swift.withUnsafeBytes(of: value) { unsafe append(contentsOf: $0) }
    }

    /// Adds the count, and then the bytes.
    mutating func appendCounted(_ bytes: [UInt8]) {
        appendBytes(of: UInt32(bytes.count).bigEndian)
        self += bytes
    }
}
