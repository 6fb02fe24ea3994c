import CLinux
import Glibc
package import SystemCalls

/// A thread of the operating system that runs one closure, and is joined or detached once: the
/// system keeps what belongs to a thread until then.
package final class WorkerThread: Sendable {
    private final class Box {
        let name: String
        let body: () -> Void

        init(_ name: String, _ body: @escaping () -> Void) {
            self.name = name
            self.body = body
        }
    }

    private let thread: pthread_t
    private let isReleased = Lock(false)

    /// Starts the thread; throws if the system has none to give. `body` is handed over whole:
    /// nobody else keeps what it captures.
    ///
    /// - Parameter name: how tools such as top(1) call it; 15 bytes at most.
    package init(
        named name: String, _ body: sending @escaping () -> Void
    ) throws(SystemError) {
        let box = unsafe Unmanaged.passRetained(Box(name, body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                let box = unsafe Unmanaged<Box>.fromOpaque(context!).takeRetainedValue()
                _ = unsafe clinux_name_thread(box.name)
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
        guard letsGo() else { return }
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    /// Leaves the thread to itself: nobody will wait for its end.
    package func detach() {
        guard letsGo() else { return }
        pthread_detach(thread)
    }

    /// Whether this is the first `join` or `detach`.
    private func letsGo() -> Bool {
        isReleased.withLock { isReleased in
            defer { isReleased = true }
            return !isReleased
        }
    }
}
