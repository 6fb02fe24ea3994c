import CLinux
import Glibc
import SyncClient
import SystemCalls

/// A TCP connection, non-blocking; every call waits no longer than it is told to.
struct Socket: ~Copyable {
    private let descriptor: Descriptor
    /// The server's name, as players know it.
    let name: String
    /// What secures the connection; nil if nothing does.
    var security: SocketSecurity?

    var number: Int32 { descriptor.number }

    /// Connects to the first of the host's addresses that answers.
    ///
    /// - Parameter deadline: monotonic milliseconds.
    init(to address: ServerAddress, deadline: Int64) throws(TransportError) {
        name = address.authority
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var first: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(address.host, String(address.port), &hints, &first)
        guard code == 0 else {
            throw .failed("There is no address to be found for \(address.host).")
        }
        defer { unsafe freeaddrinfo(first) }
        var failure = SystemError(code: EHOSTUNREACH)
        var next = unsafe first
        while let info = unsafe next {
            do throws(SystemError) {
                descriptor = try unsafe Self.connect(to: info.pointee, deadline: deadline)
                return
            } catch {
                failure = error
            }
            unsafe next = info.pointee.ai_next
        }
        throw .failed("\(address.authority) can't be reached: \(failure.text).")
    }

    private static func connect(
        to info: addrinfo, deadline: Int64
    ) throws(SystemError) -> Descriptor {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = try systemCall {
            unsafe socket(info.ai_family, info.ai_socktype | flags, info.ai_protocol)
        }
        let descriptor = Descriptor(number)
        var on: Int32 = 1
        unsafe setsockopt(
            number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        do throws(SystemError) {
            _ = try systemCall { unsafe Glibc.connect(number, info.ai_addr, info.ai_addrlen) }
            return descriptor
        } catch {
            guard error.code == EINPROGRESS else { throw error }
        }
        var request = [pollfd(fd: number, events: Int16(POLLOUT), revents: 0)]
        guard try waitForEvents(&request, deadline: deadline) else {
            throw SystemError(code: ETIMEDOUT)
        }
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        _ = try systemCall { unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &length) }
        guard code == 0 else { throw SystemError(code: code) }
        return descriptor
    }

    /// Waits until `events` of poll(2) are there. Throws when the deadline has passed.
    func wait(for events: Int32, deadline: Int64) throws(TransportError) {
        var requests = [pollfd(fd: number, events: Int16(events), revents: 0)]
        do throws(SystemError) {
            guard try waitForEvents(&requests, deadline: deadline) else {
                throw SystemError(code: ETIMEDOUT)
            }
        } catch {
            throw failure(error)
        }
    }

    /// Sends as many bytes as there is room for.
    ///
    /// - Returns: how many bytes were taken; 0 if there is no room at the moment.
    func send(_ bytes: [UInt8]) throws(TransportError) -> Int {
        guard let security else { return try sendRaw(bytes.span) }
        return try send(bytes, security)
    }

    func sendRaw(_ bytes: Span<UInt8>) throws(TransportError) -> Int {
        let number = number
        do throws(SystemError) {
            return try systemCall {
                unsafe bytes.withUnsafeBytes {
                    unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            }
        } catch {
            guard error.code == EAGAIN else { throw failure(error) }
            return 0
        }
    }

    /// Fills `buffer`, of `SocketLimits.readBytes`, from the start.
    ///
    /// - Returns: how many bytes came, 0 at the end; nil if there is none at the moment.
    func receive(into buffer: inout [UInt8]) throws(TransportError) -> Int? {
        guard let security else { return try receiveRaw(into: &buffer) }
        return try receive(into: &buffer, security)
    }

    func receiveRaw(into buffer: inout [UInt8]) throws(TransportError) -> Int? {
        let number = number
        do throws(SystemError) {
            return try systemCall {
                unsafe buffer.withUnsafeMutableBytes {
                    unsafe recv(number, $0.baseAddress, $0.count, 0)
                }
            }
        } catch {
            guard error.code == EAGAIN else { throw failure(error) }
            return nil
        }
    }

    func failure(_ error: SystemError) -> TransportError {
        .failed("The connection to \(name) broke: \(error.text).")
    }
}

/// Waits with poll(2).
///
/// - Parameter deadline: monotonic milliseconds; nil: for ever.
/// - Returns: whether something happened before the deadline.
func waitForEvents(_ requests: inout [pollfd], deadline: Int64?) throws(SystemError) -> Bool {
    while true {
        let wait = deadline.map { Int32(clamping: max(0, $0 - monotonicMilliseconds())) } ?? -1
        let count = unsafe poll(&requests, UInt(requests.count), wait)
        if count >= 0 { return count > 0 }
        if errno != EINTR { throw SystemError(code: errno) }
    }
}
