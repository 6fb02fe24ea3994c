/// What a peer may send as the head of an HTTP message.
public struct HTTPLimits: Hashable, Sendable {
    /// Bytes of the whole head, blank line included.
    public var headBytesMax: Int
    public var headerCountMax: Int
    public var requestTargetBytesMax: Int

    public init(
        headBytesMax: Int = 8192, headerCountMax: Int = 64, requestTargetBytesMax: Int = 2048
    ) {
        precondition(headBytesMax >= 0 && headerCountMax >= 0 && requestTargetBytesMax >= 0)
        self.headBytesMax = headBytesMax
        self.headerCountMax = headerCountMax
        self.requestTargetBytesMax = requestTargetBytesMax
    }
}
