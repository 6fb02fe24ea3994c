/// An entity tag: it stands for one state of what is at a path (RFC 9110 section 8.8.3).
public struct HTTPEntityTag: Hashable, Sendable {
    /// The tag without the quotes around it.
    public var opaque: String
    /// Whether two states with this tag mean the same, but perhaps not byte for byte.
    public var isWeak: Bool

    public init(_ opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy(\.isTagByte))
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The tag as it stands in a field.
    public var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }
}

/// The states that `If-Match` and `If-None-Match` name (section 13.1).
public enum HTTPCondition: Hashable, Sendable {
    /// Any state, but not that there is nothing.
    case any
    case oneOf([HTTPEntityTag])

    /// Nil if there is no such field. What can't be read names nothing.
    package init?(_ values: [String]) {
        guard !values.isEmpty else { return nil }
        let text = Array(values.joined(separator: ",").utf8)
        if text == [0x2A] {
            self = .any
        } else {
            self = .oneOf(Self.tags(text[...]) ?? [])
        }
    }

    /// A tag may hold commas, so its quotes are what ends it.
    private static func tags(_ text: ArraySlice<UInt8>) -> [HTTPEntityTag]? {
        var (rest, tags): (ArraySlice<UInt8>, [HTTPEntityTag]) = (text, [])
        while true {
            rest = rest.drop { $0.isBlank || $0 == 0x2C }
            guard !rest.isEmpty else { return tags }
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == 0x22 else { return nil }
            let opaque = rest.dropFirst().prefix(while: \.isTagByte)
            rest = rest[opaque.endIndex...]
            guard rest.first == 0x22 else { return nil }
            rest = rest.dropFirst().drop(while: \.isBlank)
            guard rest.isEmpty || rest.first == 0x2C else { return nil }
            tags.append(HTTPEntityTag(String(decoding: opaque, as: UTF8.self), isWeak: isWeak))
        }
    }
}

extension HTTPCondition {
    /// Whether it names one of `tags`, whichever way that was coded: weak comparison, as
    /// `If-None-Match` has it (section 13.1.2).
    package func names(oneOf tags: [HTTPEntityTag]) -> Bool {
        switch self {
        case .any: true
        case .oneOf(let known):
            known.contains { one in tags.contains { $0.opaque == one.opaque } }
        }
    }

    /// Whether it names what is there: strong comparison, as `If-Match` has it (section 13.1.1).
    /// `current` is nil if there is nothing.
    package func isMet(by current: HTTPEntityTag?) -> Bool {
        switch self {
        case .any: current != nil
        case .oneOf(let expected):
            current.map { current in !current.isWeak && expected.contains(current) } ?? false
        }
    }
}

extension HTTPRequest {
    /// Whether the client has what one of `tags` stands for.
    public func has(oneOf tags: [HTTPEntityTag]) -> Bool {
        HTTPCondition(values(of: "if-none-match"))?.names(oneOf: tags) ?? false
    }

    /// Whether what is there is still what the client wants to change, or it doesn't care.
    /// `current` is nil if there is nothing.
    public func allowsChange(of current: HTTPEntityTag?) -> Bool {
        HTTPCondition(values(of: "if-match"))?.isMet(by: current) ?? true
    }
}

extension UInt8 {
    /// Section 8.8.3, but for bytes above ASCII, which no tag of ours has.
    fileprivate var isTagByte: Bool { (0x21...0x7E).contains(self) && self != 0x22 }
}
