package import Documents

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
