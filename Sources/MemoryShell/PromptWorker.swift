import Host
package import SyncServer

/// A worker that does its work at once.
package struct PromptWorker: Worker {
    private let carryOut: @Sendable (Work) -> WorkAnswer

    /// - Parameter carryOut: does the work; unless it is given, too much work is always waiting
    ///   already.
    package init(_ carryOut: @escaping @Sendable (Work) -> WorkAnswer = { _ in .busy }) {
        self.carryOut = carryOut
    }

    package func take(_ work: Work, answer: @escaping @Sendable (WorkAnswer) -> Void) {
        answer(carryOut(work))
    }
}
