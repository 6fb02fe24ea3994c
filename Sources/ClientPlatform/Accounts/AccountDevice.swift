import API
package import Documents

/// A device that is signed in.
package struct AccountDevice: Hashable, Sendable {
    package var id: Identifier128
    package var label: String
    /// The day on which it was last seen, counted from that of 1970-01-01.
    package var seenDay: Int64
    package var isThis: Bool

    package init(id: Identifier128, label: String, seenDay: Int64, isThis: Bool) {
        self.id = id
        self.label = label
        self.seenDay = seenDay
        self.isThis = isThis
    }

    init?(_ value: JSONValue) {
        guard let id = value["device"]?.identifier, let label = value["label"]?.string,
            let seenDay = value["seen_day"]?.integer, let isThis = value["is_this"]?.truth
        else { return nil }
        self.init(id: id, label: label, seenDay: seenDay, isThis: isThis)
    }
}
