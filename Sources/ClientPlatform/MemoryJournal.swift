public import SyncClient
import Threads

/// A journal that is gone when the app ends, for those who only watch.
public final class MemoryJournal: JournalStorage {
    private let bytes = Lock([UInt8]())

    public init() {}

    public func read() -> [UInt8] { bytes.withLock { $0 } }

    public func append(_ bytes: [UInt8], isDurable: Bool) {
        self.bytes.withLock { $0.append(contentsOf: bytes) }
    }

    public func replace(with bytes: [UInt8]) { self.bytes.withLock { $0 = bytes } }

    public func close() {}
}
