import Glibc
import Testing
import WebSocket

@testable import Load

/// The state of a crowd in the end. The macros of tests can't look into a crowd, which can't be
/// copied.
struct CrowdOutcome {
    let phones: [LoadPhone]
    let phonesInFlight: Int
    let isQuiet: Bool
    let outstanding: Int
    let deliveries: Int
    let latencyCount: UInt64
    let violations: [String]

    init(_ crowd: borrowing Crowd) {
        phones = crowd.phones
        phonesInFlight = crowd.phonesInFlight
        isQuiet = crowd.isQuiet
        outstanding = crowd.outstanding
        deliveries = crowd.tally.deliveries
        latencyCount = crowd.latencies.count
        violations = crowd.violations
    }
}

/// One lobby of two phones that both follow, without a server: what it would send is fed by hand.
struct CrowdTests {
    private static let proof = "00000005000000000000000a"

    /// - Parameter edits: how many edits of the host are under way.
    private func crowd(edits: Int) throws -> Crowd {
        var crowd = try Crowd(
            try Target("127.0.0.1:1,1", named: "--server"), dialect: .folf)
        crowd.addGame(members: 2, spectators: 0)
        crowd.games[0].phoneOfNumber = [-1, 0, 1]
        crowd.games[0].present = 2
        for index in 0...1 {
            crowd.phones[index].descriptor = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
            crowd.phones[index].stage = .following
        }
        for _ in 0..<edits { crowd.phones[0].underway.append(1) }
        crowd.phones[0].sent = edits
        crowd.phones[0].isInFlight = true
        crowd.phonesInFlight = 1
        crowd.games[0].outstanding = 2 * edits
        crowd.outstanding = 2 * edits
        return crowd
    }

    private func frame(_ text: String) -> [UInt8] { WebSocketFrame.server(text: Array(text.utf8)) }

    /// - Parameter firstEdit: the number of the first event's edit.
    private func events(_ seqs: ClosedRange<Int>, firstEdit: Int? = nil) -> [UInt8] {
        let list = seqs.map { seq in
            let edit = seq - seqs.lowerBound + (firstEdit ?? seqs.lowerBound)
            return #"["cell",1,1,2,0,[[\#(seq),\#(Crowd.value(ofEdit: edit)),1,77,5,1]]]"#
        }
        let joined = list.joined(separator: ",")
        return frame(
            #"{"type":"events","s":\#(seqs.lowerBound),"h":"\#(Self.proof)","e":[\#(joined)]}"#
        )
    }

    private func ack(_ number: Int, _ seq: Int) -> [UInt8] {
        frame(#"{"type":"ack","n":\#(number),"s":\#(seq)}"#)
    }

    @Test("What comes in two parts, divided anywhere, is understood like one")
    func splits() throws {
        let presence = frame(#"{"type":"presence","here":[1,2],"spectators":0}"#)
        let stream = events(1...2) + presence + events(3...3) + ack(3, 3)
        for place in 0...stream.count {
            var crowd = try crowd(edits: 3)
            try crowd.take(Array(stream[..<place]), place, 0)
            try crowd.take(Array(stream[place...]), stream.count - place, 0)
            var outcome = CrowdOutcome(crowd)
            #expect(outcome.phones[0].seq == 3, "divided at \(place)")
            #expect(outcome.phones[0].rest.isEmpty)
            #expect(outcome.phonesInFlight == 0 && !outcome.isQuiet)
            try crowd.take(stream, events(1...2).count, 1)
            try crowd.take(events(3...3), events(3...3).count, 1)
            outcome = CrowdOutcome(crowd)
            #expect(outcome.isQuiet, "divided at \(place)")
            #expect(outcome.deliveries == 6)
            #expect(outcome.latencyCount == 6)
            #expect(outcome.violations == [], "divided at \(place)")
        }
    }

    @Test("Byte by byte is understood as well")
    func bytes() throws {
        var crowd = try crowd(edits: 3)
        for byte in events(1...3) + ack(3, 3) { try crowd.take([byte], 1, 0) }
        let outcome = CrowdOutcome(crowd)
        #expect(outcome.phones[0].seq == 3 && outcome.phonesInFlight == 0)
        #expect(outcome.violations == [])
    }

    @Test("The second phone's other division into messages makes no difference")
    func divisions() throws {
        var crowd = try crowd(edits: 4)
        let first = events(1...4)
        let second = events(1...1) + events(2...4)
        try crowd.take(first, first.count, 0)
        try crowd.take(second, second.count, 1)
        let outcome = CrowdOutcome(crowd)
        #expect(outcome.deliveries == 8 && outcome.outstanding == 0)
        #expect(outcome.violations == [])
    }

    @Test("Each way of breaking the promise is noticed")
    func violations() throws {
        let cases: [(name: String, stream: [UInt8])] = [
            ("an event left out", events(1...1) + events(3...3)),
            ("an event twice", events(1...2) + events(2...3, firstEdit: 2)),
            ("the wrong value", events(1...1, firstEdit: 2)),
            ("an event that nobody caused", events(1...4)),
            ("an ack before the events", ack(3, 3)),
            ("an ack of too little", events(1...3) + ack(2, 3)),
            ("an ack twice", events(1...3) + ack(3, 3) + ack(3, 3)),
            ("a refusal", frame(#"{"type":"reject","n":1,"code":203,"name":"not_host"}"#)),
            ("a gap", frame(#"{"type":"gap","expect":1}"#)),
            ("an error", frame(#"{"type":"error","code":109,"name":"slow_down"}"#)),
            (
                "a snapshot",
                frame(
                    #"{"type":"snapshot","epoch":"9d","s":9,"h":"\#(Self.proof)","lobby":{}}"#
                )
            ),
            (
                "cut in the middle",
                frame(#"{"type":"events","s":1,"h":"\#(Self.proof)","e":[["cell",1"#)
            ),
            ("a close", [0x88, 0x02, 0x0F, 0xA5]),
            ("a binary message", [0x82, 0x00]),
        ]
        for (name, stream) in cases {
            var crowd = try crowd(edits: 3)
            try crowd.take(stream, stream.count, 0)
            #expect(!CrowdOutcome(crowd).violations.isEmpty, "\(name)")
        }
    }

    @Test("Edits of several members are told apart by who made them")
    func authors() throws {
        var crowd = try crowd(edits: 1)
        crowd.phones[1].underway.append(1)
        let value = Crowd.value(ofEdit: 1)
        let both = frame(
            #"{"type":"events","s":1,"h":"\#(Self.proof)","e":["#
                + #"["cell",1,9,2,0,[[1,\#(value),2,7,5,1]]],"#
                + #"["cell",1,1,2,0,[[2,\#(value),1,77,5,1]]]]}"#)
        try crowd.take(both, both.count, 0)
        let outcome = CrowdOutcome(crowd)
        #expect(outcome.phones[0].edited == 1 && outcome.phones[1].edited == 1)
        #expect(outcome.phones[1].underway.isEmpty)
        #expect(outcome.violations == [])
    }
}
