import Documents
import Lobby
import SyncClient
import Testing
import Wire

/// Events that don't come once and in order, as those of a good server do.
struct EventTests {
    private func isDisconnect(_ effect: ClientEffect) -> Bool {
        if case .disconnect = effect { true } else { false }
    }

    @Test("Events that come again are applied once, also among new ones")
    func again() throws {
        var (phone, server) = try SyncTests.playing()
        let known = server.top
        for allowed in [true, false, true] {
            server.append(server.lobby!.event(.lateJoin(allowed), received: server.now))
            for first in [known + 1, known + 1, server.top, 1] {
                for message in server.events(from: first) { phone.receive(message) }
                #expect(phone.core.view.confirmed.seq == server.top)
                #expect(phone.core.view.lobby == server.lobby)
            }
        }
        #expect(phone.core.connectionState == .live)
    }

    @Test("Events are not applied without those before them; the next connection brings both")
    func missing() throws {
        var (phone, server) = try SyncTests.playing()
        let known = phone.core.view.confirmed
        for allowed in [true, false] {
            server.append(server.lobby!.event(.lateJoin(allowed), received: server.now))
        }
        phone.effects = []
        for message in server.events(from: server.top) { phone.receive(message) }
        #expect(phone.core.view.confirmed == known)
        #expect(phone.count(where: isDisconnect) == 1)
        try phone.connect(&server)
        #expect(phone.core.view.lobby == server.lobby)
        #expect(phone.core.view.confirmed.seq == known.seq + 2)
    }
}
