/// A dictionary for so few entries that a search is quicker than a hash, in one array without gaps.
struct SmallMap<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let key: Key
        var value: Value
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }
    var keys: some Sequence<Key> { entries.lazy.map { $0.key } }
    var values: some Sequence<Value> { entries.lazy.map { $0.value } }

    subscript(key: Key) -> Value? {
        get { place(of: key).map { entries[$0].value } }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): entries[place].value = value
            case (let place?, nil): entries.remove(at: place)
            case (nil, let value?): entries.append(Entry(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    subscript(key: Key, default value: Value) -> Value {
        get { self[key] ?? value }
        set { self[key] = newValue }
    }

    private func place(of key: Key) -> Int? { entries.firstIndex { $0.key == key } }
}
