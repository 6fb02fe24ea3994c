import Glibc
import Testing
import WebSocket

@testable import Load

/// The server's end of a phone's connection.
private final class Line {
    private let descriptor: Int32

    /// - Parameter index: the phone; it counts as being there.
    init(_ crowd: inout Crowd, _ index: Int) throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        descriptor = ends[1]
        crowd.phones[index].descriptor = ends[0]
        crowd.phones[index].stage = .following
        if crowd.phones[index].isLive {
            try crowd.liveReadiness.add(ends[0], token: index)
        } else {
            try crowd.readiness.add(ends[0], token: index)
        }
    }

    deinit { close(descriptor) }

    func say(_ text: String) {
        let frame = WebSocketFrame.server(text: Array(text.utf8))
        unsafe send(descriptor, frame, frame.count, Int32(MSG_NOSIGNAL))
    }
}

struct LivePhoneTests {
    @Test("A live phone is read before the others of a turn, though they were ready earlier")
    func beforeTheOthers() throws {
        let others = 40
        var crowd = try Crowd(try Target("127.0.0.1:1,1", named: "--server"), dialect: .folf)
        for number in 0...others {
            crowd.addGame(members: 1, spectators: 0, isLive: number == others)
        }
        let lines = try (0...others).map { try Line(&crowd, $0) }
        // Nonsense, so that the crowd says in words whom it heard, one after the other.
        for line in lines { line.say("?") }
        try crowd.turn(nanoseconds: 0)
        let (first, count) = (crowd.violations.first, crowd.violationCount)
        #expect(first == "phone 0 of lobby \(others) got ?")
        #expect(count == others + 1)
    }

    @Test("A live phone that comes in is read and written like the others")
    func comesIn() throws {
        var crowd = try Crowd(try Target("127.0.0.1:1,1", named: "--server"), dialect: .folf)
        crowd.addGame(members: 1, spectators: 0, isLive: true)
        let line = try Line(&crowd, 0)
        crowd.watch(0, reads: false)
        line.say("?")
        try crowd.turn(nanoseconds: 0)
        let unread = crowd.violationCount
        crowd.watch(0)
        try crowd.turn(nanoseconds: 0)
        let read = crowd.violationCount
        #expect(unread == 0 && read == 1)
    }
}
