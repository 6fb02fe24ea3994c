package import Documents
package import Log

/// The coding of events as log records, and of a document from its log.
///
///     body    [author, time, origin, change]   origin: [replica, number, seen], or null
///     texts   [text, …]                        the change has their places in here
///
/// Texts that people typed are kept apart, so that they can be erased; the rolling hash is made of
/// the body alone. A change without texts has the same bytes in the body as in an `events` message,
/// so it is encoded once for both.
package enum LogCoding<Kind: WireDocument> {
    /// The record of an event.
    ///
    /// - Parameter hash: the log's rolling hash before this event.
    @specialized(where Kind == UsualDocument)
    package static func record(_ event: Kind.Event, after hash: UInt64) -> LogRecord {
        encode(event, after: hash).record
    }

    /// The record of an event, and what happened as it stands in an `events` message.
    ///
    /// - Parameter hash: the log's rolling hash before this event.
    @specialized(where Kind == UsualDocument)
    package static func encode(
        _ event: Kind.Event, after hash: UInt64
    ) -> (record: LogRecord, change: ArraySlice<UInt8>) {
        var writer = ElementWriter(textsApart: [])
        writer.json.beginArray()
        writer.json.integer(event.by.value)
        writer.json.integer(event.received.milliseconds)
        writer.origin(event.origin)
        let comma = writer.json.count
        Kind.write(event.change, to: &writer)
        let end = writer.json.count
        writer.json.endArray()
        let body = writer.json.take()
        let texts = writer.textsApart ?? []
        let record = LogRecord(
            seq: event.seq, body: body, texts: self.texts(texts),
            hash: RollingHash.extend(hash, with: body))
        guard texts.isEmpty else { return (record, ServerMessage<Kind>.encode(event.change)[...]) }
        // A record and a message differ only in where texts stand.
        return (record, body[(comma + 1)..<end])
    }

    /// Reads an event. Throws if the record isn't one that `record` makes, in this version or a
    /// later one.
    @specialized(where Kind == UsualDocument)
    package static func event(_ record: LogRecord) throws(WireError) -> Kind.Event {
        var place = 0..<0
        return try read(record, change: &place)
    }

    /// - Parameter place: becomes the range of the change in the body.
    private static func read(
        _ record: LogRecord, change place: inout Range<Int>
    ) throws(WireError) -> Kind.Event {
        var reader = ElementReader(JSONReader(record.body), textsApart: try texts(record.texts))
        try reader.json.beginPositions()
        let by = MemberNumber(try reader.json.integer())
        let received = WallTime(milliseconds: try reader.nextInteger())
        try reader.next()
        let origin = try reader.origin()
        try reader.next()
        let start = reader.json.position
        let change = try Kind.readChange(from: &reader, seq: record.seq)
        place = start..<reader.json.position
        try reader.json.endPositions()
        try reader.json.finish()
        return Kind.Event(
            seq: record.seq, by: by, received: received, origin: origin, change: change)
    }

    /// A document from its log. The records must start with `seq` 1 and have no gaps, and the row
    /// of each replica must cover its ops: with a row that is missing or behind, ops that are sent
    /// again would count twice. `visit` sees each event once it is applied, and its change as it
    /// stands in an `events` message.
    @specialized(where Kind == UsualDocument)
    package static func document(
        _ stored: StoredLobby,
        visit: (Kind.Event, LogRecord, _ change: ArraySlice<UInt8>) -> Void = { _, _, _ in }
    ) throws(WireError) -> Kind {
        guard let first = stored.records.first else { throw .missing(field: "new") }
        var place = 0..<0
        let creating = try read(first, change: &place)
        guard
            var document = Kind(id: stored.lobby, epoch: stored.epoch, first: creating.change)
        else { throw .missing(field: "new") }
        try check(creating.origin, isIn: stored.replicas)
        visit(creating, first, encodedChange(of: creating, at: place, in: first))
        for record in stored.records.dropFirst() {
            guard record.seq == document.seq + 1 else { throw .missing(field: "seq") }
            let event = try read(record, change: &place)
            try check(event.origin, isIn: stored.replicas)
            document.apply(event)
            visit(event, record, encodedChange(of: event, at: place, in: record))
        }
        return document
    }

    private static func encodedChange(
        of event: Kind.Event, at place: Range<Int>, in record: LogRecord
    ) -> ArraySlice<UInt8> {
        record.texts.isEmpty ? record.body[place] : ServerMessage<Kind>.encode(event.change)[...]
    }

    private static func check(
        _ origin: Origin?, isIn replicas: [ReplicaRow]
    ) throws(WireError) {
        guard let origin else { return }
        guard let row = replicas.last(where: { $0.replica.tag == origin.replica }),
            row.lastNumber >= origin.number
        else { throw .missing(field: "replica") }
    }

    private static func texts(_ texts: [String]) -> [UInt8] {
        guard !texts.isEmpty else { return [] }
        var json = JSONWriter()
        json.beginArray()
        for text in texts { json.string(text) }
        json.endArray()
        return json.take()
    }

    private static func texts(_ bytes: [UInt8]) throws(WireError) -> [String] {
        guard !bytes.isEmpty else { return [] }
        var texts: [String] = []
        var json = JSONReader(bytes)
        try json.beginArray()
        while try json.hasElement() { texts.append(try json.string()) }
        try json.finish()
        return texts
    }
}

extension ElementWriter {
    fileprivate mutating func origin(_ origin: Origin?) {
        guard let origin else { return json.null() }
        json.beginArray()
        json.integer(origin.replica.value)
        json.integer(origin.number)
        json.integer(origin.seen)
        json.endArray()
    }
}

extension ElementReader {
    fileprivate mutating func origin() throws(WireError) -> Origin? {
        if try json.isNull() { return nil }
        try json.beginPositions()
        let replica = ReplicaTag(try json.integer())
        let number: OpNumber = try nextInteger()
        let seen: Seq = try nextInteger()
        try json.endPositions()
        return Origin(replica: replica, number: number, seen: seen)
    }
}
