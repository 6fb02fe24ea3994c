package import Documents

/// An account's id: random, made by the client; also the user handle of its passkeys.
package struct AccountID: Hashable, Sendable {
    package var value: Identifier128
    package init(_ value: Identifier128) { self.value = value }
}

/// The public half of a device's token: the first 128 bits of its SHA-256. What lies in the tables
/// can't be turned back into a token.
package struct DeviceKey: Hashable, Sendable {
    package var value: Identifier128
    package init(_ value: Identifier128) { self.value = value }

    /// The key of a token of 32 bytes.
    package init(token: [UInt8]) { value = SHA256.half(of: token) }

    /// The anonymous person that the key stands for by itself.
    package var person: PersonID { PersonID(value) }
}

/// A device, or a program with a token of its own: the value of the key that it came with.
package struct DeviceID: Hashable, Sendable {
    package var value: Identifier128
    package init(_ value: Identifier128) { self.value = value }

    /// The device that signs in with `key`.
    package init(first key: DeviceKey) { value = key.value }
}

/// A day since 1970-01-01: what is kept of when a device was used.
package struct DayNumber: Hashable, Sendable, Comparable {
    package var value: Int64
    package init(_ value: Int64) { self.value = value }

    /// The day, in UTC, that a time lies in.
    package init(of time: WallTime) {
        let (day, rest) = time.milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        value = rest < 0 ? day - 1 : day
    }

    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
