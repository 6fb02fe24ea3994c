#if TSAN
    import Glibc

    /// A mutex that the thread sanitizer understands: it doesn't see the futex inside
    /// `Synchronization.Mutex` and would report races that aren't there.
    @safe
    package struct Lock<State: Sendable>: ~Copyable, @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

        package init(_ initial: State) {
            unsafe pthread_mutex_init(mutex, nil)
            unsafe state.initialize(to: initial)
        }

        deinit {
            unsafe state.deinitialize(count: 1)
            unsafe state.deallocate()
            unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
        }

        package func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
            unsafe pthread_mutex_lock(mutex)
            defer { unsafe pthread_mutex_unlock(mutex) }
            return unsafe body(&state.pointee)
        }
    }
#else
    import Synchronization

    /// State that several threads change, one at a time.
    package struct Lock<State: Sendable>: ~Copyable, Sendable {
        private let mutex: Mutex<State>

        package init(_ initial: State) { mutex = Mutex(initial) }

        package func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
            mutex.withLock { state in body(&state) }
        }
    }
#endif
