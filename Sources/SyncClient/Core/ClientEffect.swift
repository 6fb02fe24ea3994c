public import Wire

/// A wish of the core, for its shell to carry out; in order.
public enum ClientEffect: Hashable, Sendable {
    /// Open a connection: to the server that `moved` named, or to the usual one if nil.
    case connect(redirect: String?)
    /// Close the connection, if there is one, with this code.
    case disconnect(code: UInt16)
    /// Send a text message.
    case send([UInt8])
    /// Append a line to the journal. What is durable must survive a power cut before the next
    /// effect is carried out.
    case journal([UInt8], isDurable: Bool)
    /// Put these bytes in the place of the whole journal, all or nothing. If it isn't required,
    /// going on with the old journal is as good.
    case rewriteJournal([UInt8], isRequired: Bool)
    /// Pass on a notice of the server, which the person may want to know.
    case notice(ErrorNotice)
    /// Show the view, which has changed.
    case changed
}
