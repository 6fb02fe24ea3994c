import Synchronization

/// A value with several owners, who change it one at a time.
package final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    package init(_ value: Value) { self.value = Mutex(value) }

    package func change(_ body: (inout Value) -> Void) { value.withLock { body(&$0) } }

    package func ask<Answer: Sendable>(_ body: (Value) -> Answer) -> Answer {
        value.withLock { body($0) }
    }
}
