import Documents

/// The refusals of a replica's row as bytes: a number and a code for each, big-endian.
enum RefusalCoding {
    private static let byteCount = 10

    static func byteCount(_ refused: [RefusedOp]) -> Int { refused.count * byteCount }

    static func encode(_ refused: [RefusedOp]) -> [UInt8] {
        var bytes: [UInt8] = []
        guard !refused.isEmpty else { return bytes }
        bytes.reserveCapacity(byteCount(refused))
        for op in refused {
            bytes.appendBytes(of: op.number.bigEndian)
            bytes.appendBytes(of: op.refusal.rawValue.bigEndian)
        }
        return bytes
    }

    /// Nil unless the bytes are refusals that this version knows.
    static func decode(_ bytes: [UInt8]) -> [RefusedOp]? {
        var refused: [RefusedOp] = []
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            guard let number = reader.integer(OpNumber.self),
                let refusal = reader.integer(UInt16.self).flatMap(Refusal.init(rawValue:))
            else { return nil }
            refused.append(RefusedOp(number, refusal))
        }
        return refused
    }
}
