import Glibc

/// A thread with something to do; joined by hand.
final class Thread: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let handle: pthread_t

    init(_ body: @escaping @Sendable () -> Void) {
        var handle = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        let result = unsafe pthread_create(
            &handle, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work)
        precondition(result == 0, "no thread")
        self.handle = handle
    }

    func join() { pthread_join(handle, nil) }
}
