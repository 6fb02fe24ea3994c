import CLinux
import Glibc

/// The other end of a connection: a non-blocking client socket on loopback.
final class TestPeer {
    enum End: Equatable {
        case endOfStream
        case failed(Int32)
    }

    private let descriptor: Int32
    private var isClosed = false
    /// Everything that came.
    private(set) var bytes: [UInt8] = []
    /// How the stream ended, once it has.
    private(set) var end: End?

    /// - Parameter receiveBytes: the size of the kernel's receive buffer, if not the default.
    init(port: UInt16, receiveBytes: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        precondition(descriptor >= 0, "no socket")
        if let receiveBytes {
            clinux_set_option(descriptor, SOL_SOCKET, SO_RCVBUF, receiveBytes)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 { end = .failed(errno) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close() }

    /// Sends what fits; how much that was.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads what is there, at most about `limit` bytes.
    func read(atMost limit: Int = .max) {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        var left = limit
        while end == nil, left > 0 {
            let count = unsafe recv(descriptor, &buffer, min(left, buffer.count), 0)
            if count > 0 {
                bytes += buffer[..<count]
                left -= count
            } else if count == 0 {
                end = .endOfStream
            } else {
                if errno != EAGAIN { end = .failed(errno) }
                return
            }
        }
    }

    /// Sends the end of our stream and goes on reading.
    func halfClose() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection with a reset.
    func reset() {
        clinux_reset_on_close(descriptor)
        close()
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        _ = Glibc.close(descriptor)
    }
}
