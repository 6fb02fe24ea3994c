package import Documents
package import Notebook

/// The kind of document that everybody keeps for themself.
package typealias PersonalDocument = Notebook

/// The bytes of notebooks. Nobody else sees one, and whoever is erased takes theirs along: so what
/// a person wrote stands in the log's records themselves.
extension Notebook: WireDocument {
    package typealias CommandFields = NotebookFields

    package var snapshotBytesExpected: Int { 200 + 40 * notes.count + byteCount }

    package static func isEdit(_ command: Command) -> Bool { false }

    package static func write(_ command: Command, to writer: inout ElementWriter) {
        let (key, value) = command.entry
        writer.json.key("op")
        writer.json.literal("put")
        writer.json.key("key")
        writer.json.string(key)
        writer.json.key("value")
        writer.value(value)
    }

    package static func write(_ change: Change, to writer: inout ElementWriter) {
        writer.json.beginArray()
        switch change {
        case .began(let person, let key, let note):
            writer.json.literal("new")
            writer.identifier(person.value)
            writer.note(note, under: key)
        case .put(let key, let note):
            writer.json.literal("put")
            writer.note(note, under: key)
        case .outrun: writer.json.literal("outrun")
        }
        writer.json.endArray()
    }

    package static func readChange(
        from reader: inout ElementReader, seq: Seq
    ) throws(WireError) -> Change {
        try reader.json.beginPositions()
        let name = try reader.json.word()
        let change: Change
        switch name {
        case "new":
            try reader.next()
            let person = PersonID(try reader.identifier())
            try reader.next()
            let (key, note) = try reader.note()
            change = .began(person, key: key, note)
        case "put":
            try reader.next()
            let (key, note) = try reader.note()
            change = .put(key: key, note)
        case "outrun": change = .outrun
        default: throw reader.unexpected()
        }
        try reader.json.endPositions()
        return change
    }

    /// In the order of their keys.
    package func write(to writer: inout ElementWriter) {
        writer.json.beginObject()
        writer.json.key("id")
        writer.identifier(id.value)
        writer.json.key("person")
        writer.identifier(person.value)
        writer.json.key("notes")
        writer.json.beginArray()
        for (key, note) in notes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        {
            writer.json.beginArray()
            writer.note(note, under: key)
            writer.json.endArray()
        }
        writer.json.endArray()
        writer.json.endObject()
    }

    package static func read(
        from reader: inout ElementReader, epoch: Epoch, seq: Seq
    ) throws(WireError) -> Notebook {
        var id: Identifier128?
        var person: Identifier128?
        var notes: [String: Note] = [:]
        try reader.fields { reader, name throws(WireError) in
            switch name {
            case "id": id = try reader.identifier()
            case "person": person = try reader.identifier()
            case "notes":
                let list = try reader.list(countMax: NotebookLimits.keysMax) {
                    reader throws(WireError) in try reader.note()
                }
                for (key, note) in list { notes[key] = note }
            default: try reader.json.skip(depth: 1)
            }
        }
        return Notebook(
            id: LobbyID(try id.required("id")), epoch: epoch, seq: seq,
            person: PersonID(try person.required("person")), notes: notes)
    }
}

extension ElementWriter {
    fileprivate mutating func value(_ value: String?) {
        if let value { json.string(value) } else { json.null() }
    }

    fileprivate mutating func note(_ note: Note, under key: String) {
        json.string(key)
        value(note.value)
        json.integer(note.at.milliseconds)
        json.integer(note.replica.value)
    }
}

extension ElementReader {
    /// Reads four positions.
    fileprivate mutating func note() throws(WireError) -> (key: String, note: Note) {
        let key = try json.string()
        try next()
        let value = try json.isNull() ? nil : json.string()
        let at: Int64 = try nextInteger()
        let replica = ReplicaTag(try nextInteger())
        guard Notebook.isKey(key), value.map(Notebook.isValue) ?? true, at >= 0 else {
            throw unexpected()
        }
        return (key, Note(value: value, at: WallTime(milliseconds: at), replica: replica))
    }
}

/// The fields of a notebook's commands as they come in, in any order.
package struct NotebookFields: WireCommandFields {
    private var key: String?
    private var value: String??

    package init() {}

    package static func names(of command: JSONWord) -> [JSONWord]? {
        command == "put" ? ["key", "value"] : nil
    }

    package static func mayBeNull(_ field: JSONWord) -> Bool { field == "value" }

    package mutating func read(
        _ field: JSONWord, from reader: inout ElementReader
    ) throws(WireError) {
        switch field {
        case "key": key = try reader.json.string()
        case "value":
            let isTakenOut = try reader.json.isNull()
            value = .some(isTakenOut ? nil : try reader.json.string())
        default: try reader.json.skip(depth: 1)
        }
    }

    package func command(
        named name: JSONWord, in bytes: [UInt8]
    ) throws(WireError) -> Notebook.Command? {
        guard name == "put" else { return nil }
        return .put(key: try key.required("key"), value: try value.required("value"))
    }
}
