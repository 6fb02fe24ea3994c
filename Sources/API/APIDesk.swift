/// Where calls are answered.
package protocol APIDesk: Sendable {
    /// Takes a call, and doesn't keep the caller waiting. `answer` may be called before this
    /// returns, or later on another thread.
    func take(_ request: APIRequest, answer: @escaping @Sendable (APIAnswer) -> Void)
}
