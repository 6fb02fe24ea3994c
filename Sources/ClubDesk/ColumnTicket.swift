import Club
import Documents
import Lobby
import SyncServer

/// What a member shows to somebody whom a guest's column is about. Nothing of it is kept: the
/// server knows its own seal.
///
///     expires 8 │ seal 16 │ lobby 16, player 4, issuing member 2 │ …        as base64url
struct ColumnTicket: Equatable {
    struct Column: Equatable {
        let lobby: LobbyID
        let player: PlayerID
        let issuer: MemberNumber
    }

    private static let headBytes = 24
    private static let columnBytes = 22

    let expires: WallTime
    let columns: [Column]

    init(offered: WallTime, columns: [Column]) {
        expires = WallTime(milliseconds: offered.milliseconds + ClubLimits.columnMilliseconds)
        self.columns = columns
    }

    /// When it was made.
    var offered: WallTime {
        WallTime(milliseconds: expires.milliseconds - ClubLimits.columnMilliseconds)
    }

    /// Nil unless the server has sealed it.
    init?(_ text: String, secret: [UInt8]) {
        guard let bytes = Base64URL.bytes(text), bytes.count > Self.headBytes,
            (bytes.count - Self.headBytes).isMultiple(of: Self.columnBytes),
            let seal = Identifier128(bytes: bytes[8..<Self.headBytes])
        else { return nil }
        let sealed = Array(bytes[..<8] + bytes[Self.headBytes...])
        let right = Identity.seal(ofColumns: sealed, secret: secret)
        guard Identity.isEqual(seal, right) else { return nil }
        expires = WallTime(milliseconds: Int64(bigEndianBytes: bytes[..<8]))
        var columns: [Column] = []
        for start in stride(from: Self.headBytes, to: bytes.count, by: Self.columnBytes) {
            guard let lobby = Identifier128(bytes: bytes[start..<(start + 16)]) else { return nil }
            let player = UInt32(bigEndianBytes: bytes[(start + 16)..<(start + 20)])
            let issuer = UInt16(bigEndianBytes: bytes[(start + 20)..<(start + 22)])
            columns.append(
                Column(
                    lobby: LobbyID(lobby), player: PlayerID(player), issuer: MemberNumber(issuer)))
        }
        self.columns = columns
    }

    func text(secret: [UInt8]) -> String {
        let time = expires.milliseconds.bigEndianBytes
        var listed: [UInt8] = []
        for column in columns {
            column.lobby.value.append(to: &listed)
            listed += column.player.value.bigEndianBytes + column.issuer.value.bigEndianBytes
        }
        var bytes = time
        Identity.seal(ofColumns: time + listed, secret: secret).append(to: &bytes)
        return Base64URL.text(bytes + listed)
    }
}
