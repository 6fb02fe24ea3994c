public import Wire

/// A way to open connections. On Apple's systems, a `URLSessionWebSocketTask` does what is needed;
/// asked for `WireLimits.subprotocol`, with a limit of `WireLimits.serverMessageBytesMax` a
/// message.
public protocol Transport: Sendable {
    /// Opens a WebSocket connection. Must give up by itself after a while.
    func connect(to address: ServerAddress) async throws(TransportError)
        -> any TransportConnection
}

/// An open WebSocket connection. After an error, and after `close`, it isn't used again.
public protocol TransportConnection: Sendable {
    /// Sends a text message. Called for one message at a time.
    func send(_ text: [UInt8]) async throws(TransportError)
    /// Waits for the next text message. Called for one message at a time, beside `send`. Ends
    /// with an error soon after `close`.
    func receive() async throws(TransportError) -> [UInt8]
    func close(code: UInt16) async
}

/// A reason why there is no connection any more, or none at all.
public enum TransportError: Error, Hashable, Sendable {
    /// The peer closed, with its code if it gave one.
    case closed(code: UInt16?)
    /// There is no connection; the text is a sentence for the player.
    case failed(String)

    /// The sentence that a player is told.
    public var sentence: String {
        switch self {
        case .closed: "The connection to the server was lost."
        case .failed(let sentence): sentence
        }
    }
}

/// A place for the journal of one game. At most one open game uses it.
public protocol JournalStorage: Sendable {
    /// Reads the whole journal; empty for a new one.
    func read() throws(StorageError) -> [UInt8]
    /// Adds to the end. If it throws, nothing was added. What is durable survives a power cut
    /// once this returns.
    func append(_ bytes: [UInt8], isDurable: Bool) throws(StorageError)
    /// Puts `bytes` in the place of everything, durably. If it throws, nothing has changed.
    func replace(with bytes: [UInt8]) throws(StorageError)
    /// Gives the journal free for others.
    func close()
}

/// An error of a device that can't keep something.
public struct StorageError: Error, Hashable, Sendable {
    /// The sentence that a player is told.
    public var sentence: String

    public init(_ sentence: String) { self.sentence = sentence }
}

/// The device's clocks.
public protocol ClientClock: Sendable {
    func now() -> ClientTime
    /// Returns when the monotonic clock has reached `milliseconds`, or throws when cancelled.
    func sleep(untilMonotonic milliseconds: UInt64) async throws
}

/// The device that the library runs on, with all that it needs of it.
public struct Device: Sendable {
    public var transport: any Transport
    public var clock: any ClientClock
    /// The source of ids and secrets: it must be one that can't be guessed.
    public var generator: any RandomNumberGenerator & Sendable
    /// The name and version of the app, at most `WireLimits.clientNameBytesMax` bytes.
    public var appName: String
    /// The device's owner, in new games: `Credentials.new`, kept from the first game on, or those
    /// of the account's main person.
    public var credentials: Credentials
    /// The account that the device is signed in to. Games of its persons go on by it.
    public var account: AccountCredentials?

    public init(
        transport: any Transport, clock: any ClientClock,
        generator: any RandomNumberGenerator & Sendable, appName: String,
        credentials: Credentials, account: AccountCredentials? = nil
    ) {
        self.transport = transport
        self.clock = clock
        self.generator = generator
        self.appName = appName
        self.credentials = credentials
        self.account = account
    }
}
