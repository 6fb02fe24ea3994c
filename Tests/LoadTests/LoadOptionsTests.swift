import Testing

@testable import Load

struct LoadOptionsTests {
    private func options(_ line: String) throws(LoadError) -> LoadOptions {
        try LoadOptions(line.split(separator: " ").map(String.init))
    }

    @Test(
        "Only workload and server are needed; the sizes are the workload's",
        arguments: Workload.allCases)
    func defaults(workload: Workload) throws {
        let options = try options("\(workload.rawValue) --server 127.0.0.1:8080,4711")
        #expect(options.workload == workload)
        #expect(options.sizes == workload.sizes)
        #expect(options.server.host == "127.0.0.1")
        #expect(options.server.port == 8080)
        #expect(options.server.process == 4711)
        #expect(options.form == .text)
        #expect(options.peers.isEmpty && options.callsFile == nil)
    }

    @Test("Options may stand in any order, with a blank or an equals sign")
    func values() throws {
        let options = try options(
            "saturate --json --lobbies=50 --members 20 --in-flight 8 --ops 3 "
                + "--server [::1]:80,2 --floor 127.0.0.1:81,3 --pairs 7 --file out --seconds=4")
        #expect(options.sizes.lobbies == 50)
        #expect(options.sizes.members == 20)
        #expect(options.sizes.inFlight == 8)
        #expect(options.sizes.ops == 3)
        #expect(options.server.host == "::1")
        #expect(options.peers.mapValues(\.process) == [.floor: 3])
        #expect(options.pairs == 7)
        #expect(options.seconds == 4)
        #expect(options.file == "out")
        #expect(options.form == .json)
    }

    @Test(
        "What can't be understood is a fault of usage",
        arguments: [
            "", "dance --server a:1,2", "rate", "rate --server", "rate --server a:1",
            "rate --server a,2", "rate --server a:1,0", "rate --server a:99999,2",
            "rate --server a:1,2 --pairs 0", "rate --server a:1,2 --rate fast",
            "rate --server a:1,2 --speed 3", "rate --server a:1,2 --slow 4 --members 1",
            "rate --server a:1,2 --slow 251", "join --server a:1,2 --floor a:2,3",
            "rate --server a:1,2 --relay a:3", "start --server a:1,2 --durable-relay a:2,3",
            "rate --server a:1,2 --other-lobbies 3", "rate --server a:1,2 --resident -1",
            "idle --server a:1,2 --resident 1", "join --server a:1,2 --system-calls f",
            "rate --server a:1,2 --events 5", "start --server a:1,2 --events 0",
            "resume --server a:1,2 --members 1", "idle --server a:1,2 --spectators 1000001",
        ])
    func usage(line: String) {
        do throws(LoadError) {
            let options = try options(line)
            Issue.record("understood as \(options)")
        } catch {
            guard case .usage(let sentence) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!sentence.isEmpty)
        }
    }

    @Test("Each peer is named by an option of its own", arguments: Peer.allCases)
    func peers(peer: Peer) throws {
        let options = try options("rate --server a:1,2 --\(peer.rawValue) b:3,4")
        #expect(options.peers == [peer: try Target("b:3,4", named: "--server")])
    }

    @Test("Lobbies of the other server, lobbies where nobody is, and where calls are counted")
    func growth() throws {
        let options = try options(
            "rate --server a:1,2 --other b:3,4 --other-lobbies 10 --resident 20000 "
                + "--system-calls calls")
        #expect(options.sizes.otherLobbies == 10 && options.sizes.lobbies == 250)
        #expect(options.sizes.residents == 20_000)
        #expect(options.callsFile == "calls")
        #expect(try self.options("start --server a:1,2 --events 5").sizes.events == 5)
    }

    @Test("The floor needs an address, and may have a file")
    func floor() throws {
        let plain = try FloorOptions(["--listen", "127.0.0.1:0"])
        #expect(plain.host == "127.0.0.1" && plain.port == 0 && plain.file == nil)
        #expect(try FloorOptions(["--file", "f", "--listen", "[::1]:9"]).file == "f")
        for wrong in [[], ["--listen"], ["--listen", "9"], ["--speed", "9"]] {
            #expect(throws: LoadError.self) { try FloorOptions(wrong) }
        }
    }

    @Test("The exit code tells misunderstandings from failures, and the help is complete")
    func exitCodes() {
        var said: [String] = []
        var complaints: [String] = []
        func run(_ line: String) -> Int32 {
            LoadCommand.run(
                line.split(separator: " ").map(String.init), print: { said.append($0) },
                complain: { complaints.append($0) })
        }
        #expect(run("load --help") == 0)
        for workload in Workload.allCases {
            #expect(said[0].contains("  " + workload.rawValue + " "))
        }
        #expect(run("floor-server --help") == 0)
        #expect(said[1].contains("--file"))
        #expect(complaints.isEmpty)
        #expect(run("load dance") == 2)
        // No process has this number: proc(5) says they end at 2²².
        #expect(run("load rate --server 127.0.0.1:1,2000000000") == 1)
        #expect(complaints.count == 2)
    }
}
