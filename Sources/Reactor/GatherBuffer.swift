/// Where small pieces of output are put side by side, so that one `send` takes them all.
///
/// Gathering by copy instead of `writev`: the kernel copies the bytes anyway and takes longer over
/// each piece of a vector than a copy of a typical frame (tens of bytes) takes; and the code needs
/// no pointer that outlives its scope. One buffer for a whole loop, overwritten by each use.
struct GatherBuffer: ~Copyable {
    static let capacity = 64 * 1024

    private var bytes = [UInt8](repeating: 0, count: capacity)
    private var count = 0

    /// What has been gathered since `removeAll`.
    func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(bytes.span.extracting(first: count))
    }

    mutating func removeAll() { count = 0 }

    /// Takes what there is room for; whether that was all.
    mutating func append(_ source: Span<UInt8>) -> Bool {
        let taken = min(source.count, Self.capacity - count)
        unsafe bytes.withUnsafeMutableBytes { target in
            unsafe source.extracting(first: taken).withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[count...])
                    .copyMemory(from: source)
            }
        }
        count += taken
        return taken == source.count
    }
}
