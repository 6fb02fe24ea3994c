import ClientPlatform
import SyncClient
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SocketTransportTests {
    private func connect(_ server: EchoServer) async throws -> any TransportConnection {
        try await SocketTransport().connect(
            to: try #require(ServerAddress("ws://127.0.0.1:\(server.port)")))
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("Messages go out and come back in order")
    func echo() async throws {
        let server = try EchoServer()
        let connection = try await connect(server)
        for index in 0..<50 { try await connection.send(bytes("message \(index)")) }
        for index in 0..<50 {
            #expect(try await connection.receive() == bytes("message \(index)"))
        }
        await connection.close(code: 1000)
        await #expect(throws: TransportError.closed(code: 1000)) {
            _ = try await connection.receive()
        }
    }

    @Test("Messages in one piece with the answer to the handshake aren't lost")
    func greeting() async throws {
        let connection = try await connect(try EchoServer(greeting: ["one", "two"]))
        #expect(try await connection.receive() == bytes("one"))
        #expect(try await connection.receive() == bytes("two"))
    }

    @Test("A message of some megabytes comes whole")
    func large() async throws {
        let server = try EchoServer()
        let connection = try await connect(server)
        let text = [UInt8](repeating: 0x61, count: 3_000_000)
        try await connection.send(text)
        #expect(try await connection.receive() == text)
    }

    @Test("Pings are answered without anyone noticing")
    func ping() async throws {
        let server = try EchoServer()
        let connection = try await connect(server)
        try await connection.send(bytes("ping me"))
        #expect(try await connection.receive() == bytes("ping me"))
        try await connection.send(bytes("still there"))
        #expect(try await connection.receive() == bytes("still there"))
    }

    @Test("The server's close code comes through")
    func closeCode() async throws {
        let server = try EchoServer()
        let connection = try await connect(server)
        try await connection.send(bytes("kick me"))
        await #expect(throws: TransportError.closed(code: 4503)) {
            _ = try await connection.receive()
        }
        await #expect(throws: TransportError.self) { try await connection.send(bytes("x")) }
    }

    @Test("A connection that breaks has no code")
    func broken() async throws {
        let server = try EchoServer()
        let connection = try await connect(server)
        try await connection.send(bytes("vanish"))
        await #expect(throws: TransportError.closed(code: nil)) {
            _ = try await connection.receive()
        }
    }

    @Test("A receive that waits ends when the connection is closed")
    func closeWhileReceiving() async throws {
        let server = try EchoServer()
        let connection = try await connect(server)
        let message = Task { try await connection.receive() }
        await connection.close(code: 1000)
        await #expect(throws: TransportError.closed(code: 1000)) { _ = try await message.value }
    }

    @Test("A port where nobody listens is said to be so")
    func refused() async throws {
        let port: UInt16
        do { port = try EchoServer().port }
        await #expect(throws: TransportError.self) {
            let address = try #require(ServerAddress("ws://127.0.0.1:\(port)"))
            _ = try await SocketTransport().connect(to: address)
        }
    }

    @Test("A server that answers with a status is quoted")
    func status() async throws {
        let server = try EchoServer(status: "503 Service Unavailable")
        let expected = TransportError.failed(
            "127.0.0.1:\(server.port) refuses the connection (HTTP status 503).")
        await #expect(throws: expected) { _ = try await connect(server) }
    }

    @Test("A name without an address is said to be so")
    func unknownName() async throws {
        let address = try #require(ServerAddress("ws://name.invalid"))
        await #expect(
            throws: TransportError.failed("There is no address to be found for name.invalid.")
        ) { _ = try await SocketTransport().connect(to: address) }
    }
}
