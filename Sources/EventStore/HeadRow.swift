import Lobby

/// A row of `lobbies`: where the log of a lobby ends. Its two times are for operators only and
/// stand outside the checksum.
struct HeadRow {
    var lobby: LobbyID
    var epoch: Epoch
    var seq: Seq
    var hash: UInt64
    var code: String?
}

extension Identifier128 {
    /// 16 bytes, most significant first: the order of the keys is the order of the ids.
    var bytes: [UInt8] {
        [high, low].flatMap { half in
            stride(from: UInt64(56), through: 0, by: -8).map { shift in
                UInt8(truncatingIfNeeded: half >> shift)
            }
        }
    }

    /// Nil unless `bytes` are 16.
    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        let halves = [bytes[..<8], bytes[8...]].map { half in
            half.reduce(UInt64(0)) { value, byte in value << 8 | UInt64(byte) }
        }
        self.init(high: halves[0], low: halves[1])
    }
}

extension LobbyID {
    var blob: SQLiteValue { .blob(value.bytes) }
}
