import CLinux
import Glibc
import TestSupport

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
    /// The end of the stream, once it has come.
    private(set) var end: End?

    /// - Parameter receiveBytes: the size of the kernel's receive buffer, if not the default.
    init(port: UInt16, receiveBytes: Int32? = nil) {
        do throws(Loopback.Failure) {
            descriptor = try Loopback.connect(to: port, receiveBytes: receiveBytes)
        } catch {
            descriptor = -1
            isClosed = true
            end = .failed(error.code)
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close() }

    /// Whether what is sent waits for `release`, to leave in one piece.
    var holds = false
    private var held: [UInt8] = []

    func release() {
        holds = false
        send(held)
        held = []
    }

    /// Sends as much as fits, and returns how much that was.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        if holds {
            held += bytes
            return bytes.count
        }
        return unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
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
