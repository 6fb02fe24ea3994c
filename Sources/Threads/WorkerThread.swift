import Glibc
package import SystemCalls

/// A thread of the operating system that runs one closure and is joined once.
package final class WorkerThread: Sendable {
    private final class Box {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    private let thread: pthread_t
    private let isJoined = Lock(false)

    /// Starts the thread; throws if the system has none to give. `body` is handed over whole:
    /// nobody else keeps what it captures.
    package init(_ body: sending @escaping () -> Void) throws(SystemError) {
        let box = unsafe Unmanaged.passRetained(Box(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                let box = unsafe Unmanaged<Box>.fromOpaque(context!).takeRetainedValue()
                box.body()
                return nil
            }, box.toOpaque())
        guard code == 0 else {
            unsafe box.release()
            throw SystemError(code: code, call: "pthread_create")
        }
        self.thread = thread
    }

    /// Waits for the end of the closure; a second call does nothing. On the thread itself it
    /// only lets go of it.
    package func join() {
        let isFirst = isJoined.withLock { isJoined in
            defer { isJoined = true }
            return !isJoined
        }
        guard isFirst else { return }
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }
}
