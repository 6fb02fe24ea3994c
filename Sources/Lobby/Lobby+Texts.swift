/// What people may type, and how a game may be set up.
extension Lobby {
    /// Refuses a text that is empty, longer than `bytesMax` bytes of UTF-8, or has control
    /// characters (Unicode general category Cc) in it.
    static func checkText(_ text: String, bytesMax: Int) throws(Refusal) {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.count <= bytesMax else { throw .badText }
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw .badText
        }
        for scalar in text.unicodeScalars where scalar.properties.generalCategory == .control {
            throw .badText
        }
    }

    static func check(_ setup: GameSetup) throws(Refusal) {
        guard (1...LobbyLimits.holesMax).contains(setup.holes.count) else { throw .badSetup }
        for hole in setup.holes {
            guard LobbyLimits.parRange.contains(hole.par) else { throw .badSetup }
            try checkText(hole.label, bytesMax: LobbyLimits.labelBytesMax)
        }
        guard setup.hostPlayer?.value != 0 else { throw .badSetup }
        if let course = setup.course {
            try checkText(course, bytesMax: LobbyLimits.courseBytesMax)
        }
        try checkText(setup.hostName, bytesMax: LobbyLimits.nameBytesMax)
    }
}
