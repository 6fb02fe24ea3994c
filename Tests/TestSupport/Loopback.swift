import Glibc

/// Sockets on 127.0.0.1. They aren't inherited by the programs that tests start, which would keep
/// connections open.
package enum Loopback {
    package struct Failure: Error {
        /// An `errno` value.
        package let code: Int32
    }

    /// Listens on a free port.
    package static func listen() throws(Failure) -> (socket: Int32, port: UInt16) {
        let listener = try newSocket()
        var address = address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, length) == 0 && Glibc.listen(listener, 64) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw closed(listener) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Connects to whoever listens on the port.
    ///
    /// - Parameter receiveBytes: the size of the kernel's receive buffer, if not the default.
    package static func connect(
        to port: UInt16, receiveBytes: Int32? = nil
    ) throws(Failure) -> Int32 {
        let connection = try newSocket()
        let size = socklen_t(MemoryLayout<Int32>.size)
        if var receiveBytes {
            unsafe setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &receiveBytes, size)
        }
        var address = address(port: port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe Glibc.connect(connection, address, length) == 0
            }
        }
        guard isConnected else { throw closed(connection) }
        return connection
    }

    private static func newSocket() throws(Failure) -> Int32 {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw Failure(code: errno) }
        return number
    }

    private static func closed(_ socket: Int32) -> Failure {
        let failure = Failure(code: errno)
        _ = Glibc.close(socket)
        return failure
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
