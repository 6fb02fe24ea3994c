package import Documents

/// What stands under a key of a notebook, or that it was taken out.
package struct Note: Hashable, Sendable {
    /// Nil once it was taken out.
    package var value: String?
    /// The time at which it was entered, and the device's journal.
    package var at: WallTime
    package var replica: ReplicaTag

    package init(value: String?, at: WallTime, replica: ReplicaTag) {
        self.value = value
        self.at = at
        self.replica = replica
    }

    /// Whether it takes the place of another one: the later does. Of two that one device has
    /// entered in the same moment that is the one which comes second.
    package func replaces(_ other: Note) -> Bool {
        (at, replica) >= (other.at, other.replica)
    }
}

extension Notebook {
    /// Whether a text can be a key: printable ASCII without blanks.
    package static func isKey(_ text: String) -> Bool {
        (1...NotebookLimits.keyBytesMax).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Whether a text can be a value: no controls but line breaks and tabs.
    package static func isValue(_ text: String) -> Bool {
        text.utf8.count <= NotebookLimits.valueBytesMax
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
    }
}
