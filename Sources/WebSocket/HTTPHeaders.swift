/// One header field.
public struct HTTPHeader: Hashable, Sendable {
    /// Lower-case in what was received.
    public var name: String
    /// A character for each byte (ISO 8859-1) in what was received.
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTTPHeader] {
    /// The values of every field called `name`, which is lower-case, in the order received.
    func values(of name: String) -> [String] {
        var values: [String] = []
        for place in indices where isField(place, name) { values.append(self[place].value) }
        return values
    }

    /// Whether `member` is in the comma-separated list of fields called `name`, of which there may
    /// be several (RFC 9110 section 5.6.1). Not for values that may contain quoted strings.
    func hasListMember(_ member: String, in name: String, ignoringCase: Bool = false) -> Bool {
        for place in indices where isField(place, name) {
            let list = self[place].value.utf8.span
            var start = 0
            for end in 0...list.count where end == list.count || list[end] == 0x2C {
                let part = list.extracting(start..<end)
                if part.isEqual(to: member.utf8.span, ignoringCase: ignoringCase) { return true }
                start = end + 1
            }
        }
        return false
    }

    /// Strings of different lengths needn't be compared.
    private func isField(_ place: Int, _ name: String) -> Bool {
        self[place].name.utf8.count == name.utf8.count && self[place].name == name
    }

    /// Whether the list has `token`, which is lower-case, as a member, in any letter case.
    func hasToken(_ token: String, in name: String) -> Bool {
        hasListMember(token, in: name, ignoringCase: true)
    }
}

extension Span<UInt8> {
    /// Apart from spaces and tabs at either end, and perhaps from the letter case of what is here.
    fileprivate func isEqual(to member: Span<UInt8>, ignoringCase: Bool) -> Bool {
        var (start, end) = (0, count)
        while start < end, self[start].isBlank { start += 1 }
        while start < end, self[end - 1].isBlank { end -= 1 }
        guard end - start == member.count else { return false }
        for place in member.indices {
            let sign = ignoringCase ? self[start + place].lowercased : self[start + place]
            guard sign == member[place] else { return false }
        }
        return true
    }
}

/// The byte classes of RFC 9110 section 5.
extension UInt8 {
    /// What names of methods, fields and subprotocols are made of (section 5.6.2).
    var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Space, tab, visible ASCII and the bytes above it: what a line may hold (section 5.5).
    var isFieldByte: Bool { self == 0x09 || self >= 0x20 && self != 0x7F }

    var isBlank: Bool { self == 0x20 || self == 0x09 }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// The small letter, if it is a capital one of ASCII.
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
