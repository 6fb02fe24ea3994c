import Documents
import Lobby
import SyncClient

func hostAGame(
    on device: Device, at server: ServerAddress, keeping journal: any JournalStorage
) async throws -> String {
    let holes = (1...9).map { Hole(label: "\($0)", par: 3) }
    let game = try await FolfGame.host(
        course: "Meadow", holes: holes, name: "Anna", at: server, device: device,
        journal: journal)
    let ben = try await game.addGuest("Ben")
    try await game.startGame()
    try await game.score(ben, hole: 1, throws: 4)
    try await game.score(ben, hole: 1, throws: 3)
    for await view in await game.updates() {
        guard view.pendingCount == 0, let code = view.code else { continue }
        await game.close()
        return "Join with \(code)"
    }
    return "The game was closed"
}
