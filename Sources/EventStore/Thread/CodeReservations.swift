import Documents
import Log

/// Codes that were given out and are in no row yet. A code gets into the table with the commit of
/// its lobby; until then the table doesn't keep it from being given to another one.
struct CodeReservations {
    private var reserved: Set<JoinCode> = []

    /// Up to `count` random codes that no lobby has and nobody else was given; fewer if
    /// `triesMax` draws don't suffice.
    mutating func reserve(
        _ count: Int, length: Int, triesMax: Int, unusedIn reader: LobbyReader,
        using random: inout some RandomNumberGenerator
    ) throws(SQLiteError) -> [JoinCode] {
        var codes: [JoinCode] = []
        var tries = 0
        while codes.count < count, tries < triesMax {
            tries += 1
            let code = JoinCode(length: length, using: &random)
            if try reader.hasCode(code) || !reserved.insert(code).inserted { continue }
            codes.append(code)
        }
        return codes
    }

    /// Forgets the codes that are in the table now: the table guards them from here on.
    mutating func settle(_ batches: [LobbyBatch]) {
        for batch in batches {
            if let code = batch.code { reserved.remove(code) }
        }
    }
}
