import Lobby

extension PlayerID {
    static func random(using generator: inout some RandomNumberGenerator) -> PlayerID {
        PlayerID(UInt32.random(in: 1 ... .max, using: &generator))
    }
}
