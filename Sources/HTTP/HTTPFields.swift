/// The fields of a head that was received, in their order. Most are never asked for, so none is
/// made a `String` before it is.
package struct HTTPFields: Equatable, Sendable {
    private struct Field: Equatable {
        var start: Int
        var nameEnd: Int
        var end: Int
    }

    /// Enough for a phone's, so that they are moved about once at most.
    private static let countUsual = 16
    private static let bytesUsual = 512

    /// Names in lower case, each with its value behind it.
    package private(set) var bytes: [UInt8] = []
    private var fields: [Field] = []

    var count: Int { fields.count }

    package mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
        if fields.isEmpty {
            fields.reserveCapacity(Self.countUsual)
            bytes.reserveCapacity(Self.bytesUsual)
        }
        let start = bytes.count
        let nameEnd = start + name.count
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: value)
        var target = bytes.mutableSpan
        for place in start..<nameEnd { target[place] = target[place].lowercased }
        fields.append(Field(start: start, nameEnd: nameEnd, end: bytes.count))
    }

    /// The place of the value of the field called `name`, which is lower-case, in `bytes`; nil if
    /// there is none, or more than one.
    package func only(_ name: String) -> Range<Int>? {
        var found: Range<Int>?
        for field in fields where isCalled(name, field) {
            guard found == nil else { return nil }
            found = field.nameEnd..<field.end
        }
        return found
    }

    /// Whether there is one field called `name`, which is lower-case, and `value` is what it says.
    package func isOnly(_ value: String, in name: String) -> Bool {
        guard let place = only(name) else { return false }
        return bytes.span.extracting(place).isEqual(to: value.utf8.span, ignoringCase: false)
    }

    /// The number of fields called `name`, which is lower-case.
    package func count(of name: String) -> Int {
        var count = 0
        for field in fields where isCalled(name, field) { count += 1 }
        return count
    }

    /// The values of all that are called `name`, which is lower-case.
    package func values(of name: String) -> [String] {
        var values: [String] = []
        for field in fields where isCalled(name, field) {
            values.append(String(latin1: bytes.span.extracting(field.nameEnd..<field.end)))
        }
        return values
    }

    /// Whether `member` is in the comma-separated list of fields called `name`, of which there may
    /// be several (RFC 9110 section 5.6.1). Not for values that may contain quoted strings.
    package func hasListMember(_ member: String, in name: String, ignoringCase: Bool = false)
        -> Bool
    {
        for field in fields where isCalled(name, field) {
            let list = bytes.span.extracting(field.nameEnd..<field.end)
            var start = 0
            for end in 0...list.count where end == list.count || list[end] == 0x2C {
                let part = list.extracting(start..<end)
                if part.isEqual(to: member.utf8.span, ignoringCase: ignoringCase) { return true }
                start = end + 1
            }
        }
        return false
    }

    /// Whether the list has `token`, which is lower-case, as a member, in any letter case.
    package func hasToken(_ token: String, in name: String) -> Bool {
        hasListMember(token, in: name, ignoringCase: true)
    }

    var headers: [HTTPHeader] {
        fields.map { field in
            HTTPHeader(
                String(latin1: bytes.span.extracting(field.start..<field.nameEnd)),
                String(latin1: bytes.span.extracting(field.nameEnd..<field.end)))
        }
    }

    private func isCalled(_ name: String, _ field: Field) -> Bool {
        guard name.utf8.count == field.nameEnd - field.start else { return false }
        let signs = name.utf8.span
        let own = bytes.span
        for place in signs.indices where signs[place] != own[field.start + place] { return false }
        return true
    }
}

extension Span<UInt8> {
    /// Whether these are the bytes of `member`, apart from spaces and tabs at either end, and
    /// perhaps from the letter case of what is here.
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

extension [UInt8] {
    package mutating func append(contentsOf bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension String {
    /// Reads ISO 8859-1, HTTP's old custom: a character for each byte, so nothing is lost, and
    /// nothing that isn't ASCII can become equal to ASCII by letter case or by Unicode's
    /// equivalences, as the Kelvin sign would to a K.
    init(latin1 bytes: Span<UInt8>) {
        var highCount = 0
        for place in bytes.indices where bytes[place] >= 0x80 { highCount += 1 }
        unsafe self.init(unsafeUninitializedCapacity: bytes.count + highCount) { utf8 in
            var count = 0
            for place in bytes.indices {
                let byte = bytes[place]
                if byte >= 0x80 {
                    unsafe utf8[count] = 0xC0 | byte >> 6
                    count += 1
                }
                unsafe utf8[count] = byte < 0x80 ? byte : byte & 0xBF
                count += 1
            }
            return count
        }
    }
}
