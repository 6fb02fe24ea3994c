/// Bounds what a peer sends as an HTTP message. How long a body may be is for its route to say.
public struct HTTPLimits: Hashable, Sendable {
    /// Bytes of the whole head, blank line included.
    public var headBytesMax: Int
    public var headerCountMax: Int
    public var requestTargetBytesMax: Int
    /// Bytes of a line before a chunk: its size, what it says about itself, and the line's end.
    public var chunkLineBytesMax: Int

    public init(
        headBytesMax: Int = 8192, headerCountMax: Int = 64, requestTargetBytesMax: Int = 2048,
        chunkLineBytesMax: Int = 256
    ) {
        precondition(headBytesMax >= 0 && headerCountMax >= 0 && requestTargetBytesMax >= 0)
        precondition(chunkLineBytesMax >= 0)
        self.headBytesMax = headBytesMax
        self.headerCountMax = headerCountMax
        self.requestTargetBytesMax = requestTargetBytesMax
        self.chunkLineBytesMax = chunkLineBytesMax
    }
}
