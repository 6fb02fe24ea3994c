/// The names of things. Each is a type of its own, so that a person can never be passed for a
/// lobby; ids are made outside (by a shell's random source) and come in as arguments.

/// A number of 128 bits, shown as 32 lower-case hexadecimal digits.
public struct Identifier128: Hashable, Sendable, Comparable {
    public var high: UInt64
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// A lobby's public id.
public struct LobbyID: Hashable, Sendable {
    public var value: Identifier128
    public init(_ value: Identifier128) { self.value = value }

    /// The id of the lobby that a person makes with this nonce; nobody else can make one with it.
    public init(maker: PersonID, nonce: Identifier128) {
        value = SHA256.half(of: maker.value.bytes + nonce.bytes)
    }

    /// The id of a person's notebook: everybody has one, and all their devices know its name.
    public init(notebookOf person: PersonID) {
        self.init(maker: person, nonce: Self.notebookNonce)
        value.high = value.high & 0xFFFF_FFFF | UInt64(Self.notebookMark) << 32
    }

    /// The first 32 bits of notebooks' ids, so that an id says what it can name without anything
    /// being read. No document of another kind has one that begins like this.
    public static let notebookMark: UInt32 = 0x6E6F_7465
    /// The text "notebooknotebook".
    private static let notebookNonce = Identifier128(
        high: 0x6E6F_7465_626F_6F6B, low: 0x6E6F_7465_626F_6F6B)

    /// Whether a document of that kind can have this id.
    public func canName(_ kind: DocumentKind) -> Bool {
        (value.high >> 32 == UInt64(Self.notebookMark)) == (kind == .notebook)
    }
}

/// A person, on however many devices: the first 128 bits of the SHA-256 of the person's token.
public struct PersonID: Hashable, Sendable {
    public var value: Identifier128
    public init(_ value: Identifier128) { self.value = value }
}

/// One device's journal of edits to one lobby.
public struct ReplicaID: Hashable, Sendable {
    public var value: Identifier128
    public init(_ value: Identifier128) { self.value = value }

    /// The part of the id that events and cells carry; unique within a lobby.
    public var tag: ReplicaTag { ReplicaTag(UInt32(truncatingIfNeeded: value.high >> 32)) }
}

/// The first 32 bits of a replica's id.
public struct ReplicaTag: Hashable, Sendable, Comparable {
    public var value: UInt32
    public init(_ value: UInt32) { self.value = value }
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// A member's number within one lobby: 1, 2, 3… in the order of joining.
public struct MemberNumber: Hashable, Sendable, Comparable {
    public var value: UInt16
    public init(_ value: UInt16) { self.value = value }
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The place of an event in its lobby's log: 1, 2, 3… without gaps; 0 is "before everything".
public typealias Seq = UInt64

/// The number of an op in its replica's journal: 1, 2, 3… without gaps; 0 is "none yet".
public typealias OpNumber = UInt64

/// One history of a lobby, which gives a `seq` its meaning. A lobby gets another only if some of
/// its history may have been lost.
public struct Epoch: Hashable, Sendable {
    public var value: UInt64
    public init(_ value: UInt64) { self.value = value }

    /// The epoch of no history, which an edit is based on that was made before the lobby ever
    /// reached a server.
    public static let none = Epoch(0)
}

/// Milliseconds since 1970-01-01T00:00:00Z, as the server or a client's estimate of it sees them.
public struct WallTime: Hashable, Sendable, Comparable {
    public var milliseconds: Int64
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    public static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
