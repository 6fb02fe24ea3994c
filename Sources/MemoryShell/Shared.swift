import Synchronization

/// A value that several own, each of whom changes it while nobody else does.
package final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    package init(_ value: Value) { self.value = Mutex(value) }

    package func change(_ body: (inout Value) -> Void) { value.withLock { body(&$0) } }
}
