import CLinux
import Glibc
import SystemCalls

/// A bare loop: per turn it reads what is there, writes and syncs it if it has a file, and then
/// sends every connection all of the turn's frames in one call. Its cost is the kernel's, and
/// therefore the least that any server could cost.
struct FloorServer: ~Copyable {
    private struct Client {
        var descriptor: Int32
        /// Index of its lobby; nil before its first bytes.
        var lobby: Int?
        var sizes = BareSizes(editBytes: 0, frameBytes: 0)
        var rest: [UInt8] = []
        var unsent: [UInt8] = []
    }

    private struct Lobby {
        var clients: [Int] = []
        /// This turn's frames.
        var frames: [UInt8] = []
    }

    private static let listenerToken = Int.max >> 1
    private static let backlogMax: Int32 = 4_096
    private static let bufferBytes = 256 * 1_024
    /// Bytes that may wait for a client that doesn't read; beyond it the client is dropped.
    private static let unsentBytesMax = 16 * 1_024 * 1_024

    private let listener: Descriptor
    /// Open as long as the program runs.
    private let file: Int32?
    private var readiness: Readiness
    private var clients: [Client] = []
    private var free: [Int] = []
    private var lobbies: [Lobby] = []
    private var lobbyOfName: [Int: Int] = [:]
    private var active: [Int] = []
    private var written: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: bufferBytes)

    /// Serves until a signal ends it.
    static func run(_ options: FloorOptions, _ print: (String) -> Void) throws(LoadError) {
        _ = raiseDescriptorLimit()
        var server = try FloorServer(options)
        print("floor-server listens on \(options.host):\(clinux_port(server.listener.number))")
        while true { try server.turn() }
    }

    private init(_ options: FloorOptions) throws(LoadError) {
        let bound = try Self.listen(options)
        let watched = try Readiness()
        try watched.add(bound.number, token: Self.listenerToken)
        file = try options.file.map(Self.open)
        listener = bound
        readiness = watched
    }

    private static func listen(_ options: FloorOptions) throws(LoadError) -> Descriptor {
        let number = unsafe clinux_bind(options.host, options.port)
        guard number >= 0 else { throw .system(SystemError(code: errno, call: "bind")) }
        let descriptor = Descriptor(number)
        _ = clinux_set_option(number, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        guard Glibc.listen(number, backlogMax) == 0 else {
            throw .system(SystemError(code: errno, call: "listen"))
        }
        return descriptor
    }

    private static func open(_ path: String) throws(LoadError) -> Int32 {
        let opened = unsafe Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw .stuck("\(path) can't be written.") }
        return opened
    }

    private mutating func turn() throws(LoadError) {
        let count = try readiness.wait(nanoseconds: -1)
        for index in 0..<count {
            let event = readiness.event(index)
            if event.token == Self.listenerToken {
                try accept()
            } else {
                if event.isWritable { try flush(event.token) }
                if event.isReadable { receive(event.token) }
            }
        }
        try sync()
        for lobby in active {
            for index in lobbies[lobby].clients { send(index, lobby) }
            lobbies[lobby].frames.removeAll(keepingCapacity: true)
        }
        active.removeAll(keepingCapacity: true)
    }

    private mutating func accept() throws(LoadError) {
        var address = clinux_address()
        while case let number = unsafe clinux_accept(listener.number, &address), number >= 0 {
            let index = free.popLast() ?? clients.count
            if index == clients.count { clients.append(Client(descriptor: number)) }
            clients[index] = Client(descriptor: number)
            try readiness.add(number, token: index)
        }
    }

    private mutating func receive(_ index: Int) {
        guard clients[index].descriptor >= 0 else { return }
        switch SocketCall.receive(clients[index].descriptor, into: &buffer) {
        case .wouldBlock: break
        case .failed, .done(0): drop(index)
        case .done(let count):
            var bytes: [UInt8] = []
            swap(&bytes, &buffer)
            if clients[index].rest.isEmpty {
                let used = consume(bytes.span.extracting(0..<count), index)
                if used < count { clients[index].rest = Array(bytes[used..<count]) }
            } else {
                let whole = clients[index].rest + bytes[..<count]
                let used = consume(whole.span, index)
                clients[index].rest = Array(whole[used...])
            }
            swap(&bytes, &buffer)
        }
    }

    private mutating func consume(_ bytes: Span<UInt8>, _ index: Int) -> Int {
        var place = 0
        if clients[index].lobby == nil {
            guard bytes.count >= BareSizes.greetingBytes else { return 0 }
            place = BareSizes.greetingBytes
            enter(bytes, index)
        }
        guard let lobby = clients[index].lobby else { return place }
        let sizes = clients[index].sizes
        while place + sizes.editBytes <= bytes.count {
            if lobbies[lobby].frames.isEmpty { active.append(lobby) }
            lobbies[lobby].frames.append(bytes[place])
            lobbies[lobby].frames.append(bytes[place + 1])
            let padding = sizes.frameBytes - BareSizes.markBytes
            lobbies[lobby].frames.append(contentsOf: repeatElement(0, count: padding))
            if file != nil {
                unsafe bytes.extracting(place..<place + sizes.editBytes).withUnsafeBufferPointer {
                    unsafe written.append(contentsOf: $0)
                }
            }
            place += sizes.editBytes
        }
        return place
    }

    private mutating func enter(_ bytes: Span<UInt8>, _ index: Int) {
        let numbers = (0..<4).map { number in
            (0..<4).reduce(0) { $0 | Int(bytes[4 * number + $1]) << (8 * $1) }
        }
        let lobby = lobbyOfName[numbers[0]] ?? lobbies.count
        if lobby == lobbies.count { lobbies.append(Lobby()) }
        lobbyOfName[numbers[0]] = lobby
        lobbies[lobby].clients.append(index)
        clients[index].lobby = lobby
        clients[index].sizes = BareSizes(editBytes: numbers[2], frameBytes: numbers[3])
        _ = SocketCall.send(clients[index].descriptor, [1])
    }

    private mutating func sync() throws(LoadError) {
        guard !written.isEmpty, let file else { return }
        defer { written.removeAll(keepingCapacity: true) }
        guard unsafe write(file, written, written.count) == written.count,
            fdatasync(file) == 0
        else { throw .system(SystemError(code: errno, call: "fdatasync")) }
    }

    private mutating func send(_ index: Int, _ lobby: Int) {
        guard clients[index].descriptor >= 0 else { return }
        guard clients[index].unsent.isEmpty else {
            clients[index].unsent += lobbies[lobby].frames
            if clients[index].unsent.count > Self.unsentBytesMax { drop(index) }
            return
        }
        switch SocketCall.send(clients[index].descriptor, lobbies[lobby].frames) {
        case .done(let count) where count == lobbies[lobby].frames.count: break
        case .done(let count): keep(Array(lobbies[lobby].frames[count...]), index)
        case .wouldBlock: keep(lobbies[lobby].frames, index)
        case .failed: drop(index)
        }
    }

    private mutating func keep(_ bytes: [UInt8], _ index: Int) {
        clients[index].unsent = bytes
        try? readiness.change(clients[index].descriptor, token: index, reads: true, writes: true)
    }

    private mutating func flush(_ index: Int) throws(LoadError) {
        guard clients[index].descriptor >= 0, !clients[index].unsent.isEmpty else { return }
        switch SocketCall.send(clients[index].descriptor, clients[index].unsent) {
        case .done(let count):
            clients[index].unsent.removeFirst(count)
            guard clients[index].unsent.isEmpty else { return }
            try readiness.change(
                clients[index].descriptor, token: index, reads: true, writes: false)
        case .wouldBlock: break
        case .failed: drop(index)
        }
    }

    private mutating func drop(_ index: Int) {
        close(clients[index].descriptor)
        clients[index].descriptor = -1
        if let lobby = clients[index].lobby {
            lobbies[lobby].clients.removeAll { $0 == index }
        }
        clients[index] = Client(descriptor: -1)
        free.append(index)
    }
}
