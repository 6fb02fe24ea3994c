import Documents
import Lobby
import SyncClient
import Testing
import Wire

/// People who play together: the first hosts, the others have joined by code, one after the other,
/// and everyone has seen everyone.
struct Group {
    let server: TestServer
    let phones: [Phone]
    let code: String
    /// The game's id, which a kick doesn't change.
    let id: String

    /// - Parameters:
    ///   - guests: players without a phone.
    ///   - isStarted: whether the first round is being played.
    ///   - server: nil for one of their own, with `options`.
    init(
        _ names: [String] = ["Anna", "Ben"], guests: [String] = [],
        holes: [Hole] = Phone.nineHoles, isStarted: Bool = true, at server: TestServer? = nil,
        options: [String] = []
    ) async throws {
        let server = try server ?? TestServer(options)
        self.server = server
        phones = try names.map { try Phone($0, at: server) }
        try await phones[0].host(holes: holes)
        let hosted = try await phones[0].waits(for: "a code") { $0.code != nil }
        code = try #require(hosted.code).description
        id = try #require(hosted.lobbyID).value.description
        for phone in phones.dropFirst() {
            try await phone.join(code: code)
            try await phone.isInSync()
        }
        for phone in phones {
            try await phone.waits(for: "everyone") { $0.here == Set(names) }
        }
        for guest in guests { try await phones[0].game.addGuest(guest) }
        if isStarted { try await phones[0].game.startGame() }
        try await agree()
    }

    var host: Phone { phones[0] }

    subscript(name: String) -> Phone { phones.first { $0.name == name }! }

    /// The entry with which anyone may watch.
    var invitation: Entry {
        get async throws {
            let view = await host.game.view
            return .invitation(
                try #require(view.lobbyID), try #require(view.lobby?.invitation))
        }
    }

    /// Waits until all phones are in sync, and checks that they show the same game.
    @discardableResult
    func agree(sourceLocation: SourceLocation = #_sourceLocation) async throws -> GameView {
        var last: Seq = 0
        for phone in phones {
            let view = try await phone.isInSync(sourceLocation: sourceLocation)
            last = max(last, view.confirmed.seq)
        }
        let seq = last
        var views: [GameView] = []
        for phone in phones {
            views.append(
                try await phone.waits(for: "event \(seq)", sourceLocation: sourceLocation) {
                    $0.confirmed.seq >= seq
                })
        }
        for (phone, view) in zip(phones, views) {
            #expect(
                view.lobby == views[0].lobby, "\(phone.name) shows \(view.summary)",
                sourceLocation: sourceLocation)
        }
        return views[0]
    }

    @discardableResult
    func checkLog(sourceLocation: SourceLocation = #_sourceLocation) throws -> LogExport {
        try server.checkLog(of: id, sourceLocation: sourceLocation)
    }
}
