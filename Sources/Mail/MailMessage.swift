package import Documents

/// A letter as it goes to a mail server (RFC 5322), with its text twice (RFC 2046 section 5.1.4).
package struct MailMessage: Equatable, Sendable {
    /// What cannot stand in a head: it would begin another field, or be read in different ways.
    package struct UnfitField: Error, Equatable {
        package let name: String
    }

    /// Whom all letters are from.
    package struct Sender: Sendable {
        let from: MailAddress
        let server: String
        let address: String

        /// - Parameters:
        ///   - server: its name, such as "folf.example".
        ///   - address: where it is, such as "https://folf.example".
        package init(from: MailAddress, server: String, address: String) {
            self.from = from
            self.server = server
            self.address = address
        }
    }

    package private(set) var bytes: [UInt8] = []

    /// - Parameter id: which no other message has.
    package init(
        _ letter: Letter, from sender: Sender, id: Identifier128, at time: WallTime
    ) throws(UnfitField) {
        let text = LetterText(letter, from: sender.server, at: sender.address)
        // Quoted-printable text never has it (RFC 2045 section 6.7).
        let boundary = "=_\(id)"
        try add("Date", MailDate.text(time))
        try add("From", "\(sender.from)")
        try add("To", "\(letter.to)")
        for (place, line) in EncodedWords.lines(text.title).enumerated() {
            try add(place == 0 ? "Subject" : nil, line)
        }
        try add("Message-ID", "<\(id)@\(sender.from.domain)>")
        // Nobody is to answer by a machine (RFC 3834 section 5).
        try add("Auto-Submitted", "auto-generated")
        try add("MIME-Version", "1.0")
        try add("Content-Language", letter.language.rawValue)
        try add("Content-Type", "multipart/alternative;")
        try add(nil, "boundary=\"\(boundary)\"")
        for (type, content) in [
            ("text/plain", text.plain), ("text/html", text.page(in: letter.language)),
        ] {
            add("\r\n--\(boundary)\r\n")
            try add("Content-Type", "\(type); charset=utf-8")
            try add("Content-Transfer-Encoding", "quoted-printable")
            add("\r\n" + QuotedPrintable.text(content))
        }
        add("\r\n--\(boundary)--\r\n")
    }

    /// Adds a field of a head; one without a name goes on with the field before (RFC 5322 section
    /// 2.2.3).
    private mutating func add(_ name: String?, _ value: String) throws(UnfitField) {
        guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw UnfitField(name: name ?? "")
        }
        add((name.map { "\($0): " } ?? " ") + value + "\r\n")
    }

    private mutating func add(_ text: String) { bytes += text.utf8 }
}
