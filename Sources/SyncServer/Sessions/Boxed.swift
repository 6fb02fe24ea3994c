/// A value that few have at a time, on the heap: whoever has none pays for one word. It is a value
/// all the same; a copy of its owner has a copy of its own.
struct Boxed<Value: Sendable>: Sendable {
    /// One at most.
    private var content: [Value] = []

    init() {}

    init(_ value: Value) { content = [value] }

    var isEmpty: Bool { content.isEmpty }

    /// What is in it, changed in place; there must be something.
    var value: Value {
        _read { yield content[0] }
        _modify { yield &content[0] }
    }

    /// Takes out what is in it.
    mutating func take() -> Value? {
        guard let value = content.popLast() else { return nil }
        content = []
        return value
    }
}
