import Connections
import Documents
import Host
import Lobby
import Log
import MemoryShell
import Structures
import SyncServer
import TestSupport
import Testing

/// Tests what a loop does by itself; what the server makes of it is the business of the server's
/// tests.
struct HostTests {
    /// Two loops of a server, over connections and logs in memory.
    private final class Loops {
        typealias MemoryHost = Host<SyncServer<Lobby>, MemoryTransport, HeldLog, MemoryMail<Int>>

        private final class Loop {
            var host: MemoryHost
            init(_ host: consuming MemoryHost) { self.host = host }
        }

        let mail = MemoryMail<Int>(loopCount: 2)
        private var loops: [Loop] = []
        var milliseconds: UInt64 = 1_000

        init() {
            loops = (0..<2).map { number in
                var configuration = ServerConfiguration(secret: [UInt8](repeating: 7, count: 32))
                configuration.shardCount = 2
                configuration.shard = number
                let random = SeededGenerator(seed: UInt64(number))
                return Loop(
                    Host(
                        SyncServer(configuration: configuration, random: random),
                        on: MemoryTransport(), log: HeldLog(), worker: PromptWorker(),
                        mail: mail, loop: number,
                        codeLength: 8))
            }
        }

        var now: ServerTime {
            ServerTime(
                wall: WallTime(milliseconds: 1_000_000), monotonicMilliseconds: milliseconds)
        }

        func change(_ loop: Int, _ body: (inout MemoryHost) -> Void) { body(&loops[loop].host) }

        func turn(_ loop: Int) {
            loops[loop].host.turn(with: mail, loop: loop, now: now)
        }

        func isReadOnly(_ loop: Int) -> Bool { loops[loop].host.server.isReadOnly }
        func isDone(_ loop: Int) -> Bool { loops[loop].host.isDone(now: now) }
        func requests(_ loop: Int) -> [LogRequest] { loops[loop].host.log.takeRequests() }
        func outputs(_ loop: Int) -> [MemoryTransport.Output] {
            loops[loop].host.transport.takeOutputs()
        }
    }

    private let loops = Loops()

    @Test("The first turn asks for codes, of the length that the operator wants")
    func codes() throws {
        loops.turn(0)
        let requests = loops.requests(0)
        guard case .reserveCodes(_, length: 8, let completion)? = requests.first else {
            Issue.record("codes are asked for")
            return
        }
        #expect(requests.count == 1)
        completion([])
        #expect(loops.mail.hasMail(for: 0))
        #expect(!loops.mail.hasMail(for: 1))
    }

    @Test(
        "A commit that fails for want of storage warns the other loops",
        arguments: [
            (CommitFailure.full, true), (.inputOutput("x"), true), (.unavailable("x"), true),
            (.conflict(LobbyID(Identifier128(high: 1, low: 1))), false),
        ])
    func warning(_ failure: CommitFailure, _ warns: Bool) {
        loops.mail.post(.committed(ticket: 9, .failed(failure)), to: 0)
        loops.turn(0)
        #expect(loops.mail.hasMail(for: 1) == warns)
        loops.turn(1)
        #expect(loops.isReadOnly(1) == warns)
        #expect(!loops.mail.hasMail(for: 0))
    }

    @Test("A loop is done once it is told to drain and nobody is left, or its time is over")
    func draining() {
        loops.change(0) { $0.transport.open(1, from: PeerAddress(high: 1 << 16, low: 0)) }
        loops.turn(0)
        #expect(!loops.isDone(0))
        loops.mail.post(.drain, to: 0)
        loops.turn(0)
        #expect(!loops.isDone(0))
        loops.change(0) { host in
            #expect(host.isStopping)
            #expect(!host.transport.isAccepting)
            host.transport.lose(1)
        }
        loops.turn(0)
        #expect(loops.isDone(0))
    }

    @Test("Whoever never hangs up keeps a draining loop for five seconds, also if told twice")
    func stubborn() {
        loops.change(0) { $0.transport.open(1, from: PeerAddress(high: 1 << 16, low: 0)) }
        loops.turn(0)
        loops.mail.post(.drain, to: 0)
        loops.turn(0)
        loops.milliseconds += 4_999
        loops.mail.post(.drain, to: 0)
        loops.turn(0)
        #expect(!loops.isDone(0))
        loops.milliseconds += 1
        #expect(loops.isDone(0))
    }

    @Test(
        "The more clients there are, the later and the further apart they are told to come back",
        arguments: [
            (0, 1_000), (2_500, 1_000), (5_000, 2_000), (100_000, 40_000), (1_000_000, 60_000),
        ])
    func spread(connections: Int, milliseconds: Int64) {
        #expect(HostLimits.drainMilliseconds(connections: connections) == milliseconds)
    }

    @Test("What happened on connections comes before the letters of the same turn")
    func order() {
        loops.change(0) { $0.transport.open(1, from: PeerAddress(high: 1 << 16, low: 0)) }
        loops.turn(0)
        loops.change(0) { host in
            host.transport.receive(Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8), from: 1)
        }
        // Had the letter come first, the answer would be that the server is draining.
        loops.mail.post(.drain, to: 0)
        loops.turn(0)
        guard case .sent(let answer, to: 1, isDroppable: false)? = loops.outputs(0).first else {
            Issue.record("the request is answered")
            return
        }
        #expect(answer.starts(with: Array("HTTP/1.1 200 ".utf8)))
    }
}
