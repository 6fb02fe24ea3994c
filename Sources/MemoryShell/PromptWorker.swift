import Host
package import SyncServer

/// Does work at once, as it is told to.
package struct PromptWorker: Worker {
    private let carryOut: @Sendable (Work) -> WorkAnswer

    /// - Parameter carryOut: unless it is given, as much is waiting as may be.
    package init(_ carryOut: @escaping @Sendable (Work) -> WorkAnswer = { _ in .busy }) {
        self.carryOut = carryOut
    }

    package func take(_ work: Work, answer: @escaping @Sendable (WorkAnswer) -> Void) {
        answer(carryOut(work))
    }
}
