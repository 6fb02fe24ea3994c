package import Documents

/// Checks of texts that people type, and of how a game is set up.
extension Lobby {
    /// Refuses a text with nothing to be seen in it, one longer than `bytesMax` bytes of UTF-8,
    /// and one with signs that break lines, turn the direction of what follows or are none.
    package static func checkText(_ text: String, bytesMax: Int) throws(Refusal) {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.count <= bytesMax else { throw .badText }
        // ASCII's signs break nothing, and nearly all texts have no others.
        if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
            guard bytes.contains(where: { $0 != 0x20 }) else { throw .badText }
            return
        }
        guard !text.unicodeScalars.allSatisfy(isInvisible) else { throw .badText }
        guard !text.unicodeScalars.contains(where: breaksLayout) else { throw .badText }
    }

    /// Whether a sign breaks the layout of what stands around it: control characters, line and
    /// paragraph separators (Unicode general categories Cc, Zl, Zp), the embeddings, overrides and
    /// isolates of Unicode Standard Annex 9, and noncharacters.
    private static func breaksLayout(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: return true
        default: if scalar.properties.isNoncharacterCodePoint { return true }
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }

    /// Refuses a setup that no game begins with.
    package static func check(_ setup: GameSetup) throws(Refusal) {
        try check(GameCourse(name: setup.course, holes: setup.holes, layout: setup.layout))
        guard setup.hostPlayer?.value != 0 else { throw .badSetup }
        try checkText(setup.hostName, bytesMax: LobbyLimits.nameBytesMax)
    }
}
