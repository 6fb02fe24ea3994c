/// A value on the heap, for owners of whom few have one at a time: the others pay for one word. It
/// is a value all the same; a copy of its owner has a copy of its own.
struct Boxed<Value: Sendable>: Sendable {
    /// The value; one at most.
    private var content: [Value] = []

    init() {}

    init(_ value: Value) { content = [value] }

    var isEmpty: Bool { content.isEmpty }

    /// The value, changed in place; there must be one.
    var value: Value {
        _read { yield content[0] }
        _modify { yield &content[0] }
    }

    /// Takes the value out.
    mutating func take() -> Value? {
        guard let value = content.popLast() else { return nil }
        content = []
        return value
    }
}
