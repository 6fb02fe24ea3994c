import Glibc
import SystemCalls
import Testing

@Suite struct SystemCallsTests {
    @Test("An error says what the system calls it, and which call it was")
    func errorText() {
        #expect(SystemError(code: ECONNREFUSED).text == "Connection refused")
        #expect(SystemError(code: ECONNREFUSED).description == "Connection refused (111)")
        let error = SystemError(code: EADDRINUSE, call: "bind")
        #expect(error.description == "bind: Address already in use (98)")
    }

    @Test("Random numbers never repeat, in one source or in two")
    func randomNumbers() {
        var (one, two) = (SystemRandom(), SystemRandom())
        let numbers = (0..<1_000).flatMap { _ in [one.next(), two.next()] }
        #expect(Set(numbers).count == 2_000)
        #expect(numbers.reduce(0, |) == .max && numbers.reduce(.max, &) == 0)
    }

    @Test("A descriptor is closed with its owner, unless it was handed over")
    func ownership() throws {
        let pipe = try pipe()
        #expect(!hasEnded(pipe.reader, waitMilliseconds: 0))
        Descriptor.close(pipe.writer)
        // A child process that is just being started shares the writer until its exec.
        #expect(hasEnded(pipe.reader, waitMilliseconds: 10_000))
        Descriptor.close(pipe.reader)
    }

    @Test("To close a descriptor twice is our own fault and stops the program")
    func closedTwice() async {
        await #expect(processExitsWith: .failure) {
            let number = dup(STDERR_FILENO)
            Descriptor.close(number)
            Descriptor.close(number)
        }
    }

    @Test("The monotonic clock doesn't go back")
    func clock() {
        let before = milliseconds(on: CLOCK_MONOTONIC)
        #expect(before > 0)
        #expect(milliseconds(on: CLOCK_MONOTONIC) >= before)
    }

    @Test("A text arrives as it is, and it is said if nobody takes it")
    func texts() throws {
        let pipe = try pipe()
        #expect(write("Klambratún\n", to: pipe.writer))
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(pipe.reader, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "Klambratún\n")
        Descriptor.close(pipe.writer)
        Descriptor.close(pipe.reader)
        // A device whose disk is always full: full(4).
        let full = unsafe Descriptor(open("/dev/full", O_WRONLY | O_CLOEXEC))
        #expect(!write("Klambratún\n", to: full.number))
    }

    /// A pipe with two writers: one has gone with its owner, the other was handed over.
    private func pipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [0, 0]
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(unsafe socketpair(AF_UNIX, flags, 0, &ends) == 0)
        let closed = Descriptor(fcntl(ends[1], F_DUPFD_CLOEXEC, 0))
        _ = consume closed
        return (ends[0], Descriptor(ends[1]).release())
    }

    /// Whether nobody can write any more.
    private func hasEnded(_ reader: Int32, waitMilliseconds: Int32) -> Bool {
        var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, waitMilliseconds) == 1
    }
}
