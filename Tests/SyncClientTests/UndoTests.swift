import Documents
import Lobby
import Scoring
import SyncClient
import Testing
import Wire

struct UndoTests {
    @Test("Undo goes back entry by entry, also after the app was restarted")
    func backwards() throws {
        var (phone, server) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        try phone.edit(.score(2, 4))
        try phone.edit(.score(1, 5))
        try phone.undo()
        #expect(phone.core.view.score(1) == 3)
        _ = try phone.restart()
        try phone.undo()
        #expect(phone.core.view.score(2) == nil)
        try phone.undo()
        #expect(phone.core.view.score(1) == nil)
        #expect(!phone.core.view.canUndo)
        let before = phone.journal
        try phone.undo()
        #expect(phone.journal == before)
        try phone.connect(&server)
        #expect(phone.core.view.lobby == server.lobby)
    }

    @Test("After an undo, a new entry can be undone too")
    func undoAfterUndo() throws {
        var (phone, _) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        try phone.undo()
        try phone.edit(.score(1, 4))
        try phone.undo()
        #expect(phone.core.view.score(1) == nil)
    }

    @Test("Undo leaves alone what someone else has changed since")
    func changedByOthers() throws {
        var (phone, server) = try SyncTests.playing()
        var guest = Phone.guest()
        try guest.connect(&server)
        for message in server.events(from: phone.core.view.confirmed.seq + 1) {
            phone.receive(message)
        }
        try phone.edit(.score(1, 3))
        try phone.talk(&server)
        for message in server.events(from: guest.core.view.confirmed.seq + 1) {
            guest.receive(message)
        }
        try guest.edit(.score(1, 4))
        try guest.talk(&server)
        for message in server.events(from: phone.core.view.confirmed.seq + 1) {
            phone.receive(message)
        }
        #expect(phone.core.view.score(1) == 4)
        #expect(!phone.core.view.canUndo)
    }

    @Test("Undoing a changed name or par brings back the one from the beginning")
    func names() throws {
        var (phone, _) = try SyncTests.playing()
        let name = CellKey(player: Command.anna, field: .name)
        try phone.edit(.set(name, .text("Anneli"), confirms: false))
        #expect(phone.core.view.card?.lines.first?.name == "Anneli")
        try phone.undo()
        #expect(phone.core.view.card?.lines.first?.name == "Anna")
        try phone.edit(.set(CellKey(hole: 2, field: .par), .number(5), confirms: false))
        try phone.undo()
        #expect(phone.core.view.card?.pars == [3, 3, 3])
    }
}
