package import Documents

/// A writer of the parts that messages and log records share. Most are positional arrays: their
/// places never change their meaning, and new ones only come at the end.
package struct ElementWriter {
    /// The length that few events and messages exceed, with the room that their last values ask
    /// for.
    static let bytesUsual = 192

    package var json: JSONWriter
    /// The typed texts of a log record. They are kept apart, so that they can be erased, and their
    /// place holds an index into this array. Nil in messages, where the text itself stands in its
    /// place.
    var textsApart: [String]?

    init(capacity: Int = bytesUsual, room: Int = 0, textsApart: [String]? = nil) {
        json = JSONWriter(capacity: capacity, room: room)
        self.textsApart = textsApart
    }

    package mutating func text(_ text: String) {
        guard textsApart != nil else { return json.string(text) }
        json.integer(textsApart!.count)
        textsApart!.append(text)
    }

    package mutating func text(orNull text: String?) {
        if let text { self.text(text) } else { json.null() }
    }

    package mutating func identifier(_ id: Identifier128) { json.identifier(id) }

    package mutating func identifier(orNull id: Identifier128?) {
        if let id { identifier(id) } else { json.null() }
    }

    mutating func epoch(_ epoch: Epoch) { json.hexadecimal(epoch.value) }

    package mutating func code(_ code: JoinCode?) {
        if let code { json.string(code.description) } else { json.null() }
    }
}
