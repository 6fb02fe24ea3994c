import API
import Connections
import Documents
import HTTP
import Lobby
import Notebook
import ProtocolDocument
import SyncClient
import SyncServer
import Testing
import WebSocket
import Wire

/// The table of limits in `Protocol.md`, compared with the code.
struct ProtocolLimitsTests {
    private static let configuration = ServerConfiguration(secret: [])
    private static let http = HTTPLimits()
    private static let webSocket = WebSocketLimits()
    private static let outbox = OutboxLimits()

    private static let wire: [String: String] = [
        "protocolVersion": "\(WireLimits.protocolVersion)",
        "clientMessageBytesMax": "\(WireLimits.clientMessageBytesMax)",
        "serverMessageBytesMax": "\(WireLimits.serverMessageBytesMax)",
        "opsPerMessageMax": "\(WireLimits.opsPerMessageMax)",
        "opBytesMax": "\(WireLimits.opBytesMax)",
        "eventsPerMessageMax": "\(WireLimits.eventsPerMessageMax)",
        "clientNameBytesMax": "\(WireLimits.clientNameBytesMax)",
    ]

    private static let document: [String: String] = [
        "membersMax": "\(DocumentLimits.membersMax)",
        "replicasPerPersonMax": "\(DocumentLimits.replicasPerPersonMax)",
        "replicasMax": "\(DocumentLimits.replicasMax)",
        "refusalsKeptMax": "\(DocumentLimits.refusalsKeptMax)",
        "knocksMax": "\(DocumentLimits.knocksMax)",
        "eventsShare": "\(DocumentLimits.eventsShare)",
        "eventsPoolMax": "\(DocumentLimits.eventsPoolMax)",
        "eventsMax": "\(DocumentLimits.eventsMax)",
        "kindBytesMax": "\(DocumentLimits.kindBytesMax)",
    ]

    private static let lobby: [String: String] = [
        "throwsRange": text(LobbyLimits.throwsRange),
        "parRange": text(LobbyLimits.parRange),
        "holesMax": "\(LobbyLimits.holesMax)",
        "roundsMax": "\(LobbyLimits.roundsMax)",
        "playersMax": "\(LobbyLimits.playersMax)",
        "columnsMax": "\(LobbyLimits.columnsMax)",
        "cellsMax": "\(LobbyLimits.cellsMax)",
        "quarantineMax": "\(LobbyLimits.quarantineMax)",
        "siblingsMax": "\(LobbyLimits.siblingsMax)",
        "cellsOffCardShare": "\(LobbyLimits.cellsOffCardShare)",
        "cellsOffCardMax": "\(LobbyLimits.cellsOffCardMax)",
        "cellsEverMax": "\(LobbyLimits.cellsEverMax)",
        "quarantineShare": "\(LobbyLimits.quarantineShare)",
        "quarantineEverMax": "\(LobbyLimits.quarantineEverMax)",
        "nameBytesMax": "\(LobbyLimits.nameBytesMax)",
        "courseBytesMax": "\(LobbyLimits.courseBytesMax)",
        "labelBytesMax": "\(LobbyLimits.labelBytesMax)",
        "teeBytesMax": "\(LobbyLimits.teeBytesMax)",
        "teesMax": "\(LobbyLimits.teesMax)",
        "layoutNameBytesMax": "\(LobbyLimits.layoutNameBytesMax)",
        "layoutBytesMax": "\(LobbyLimits.layoutBytesMax)",
        "lengthMetresRange": text(LobbyLimits.lengthMetresRange),
        "offsetE6Range": text(LobbyLimits.offsetE6Range),
        "utcMinutesRange": text(LobbyLimits.utcMinutesRange),
        "trustNeedMax": "\(LobbyLimits.trustNeedMax)",
        "scorersMax": "\(LobbyLimits.scorersMax)",
        "trustChangesMax": "\(LobbyLimits.trustChangesMax)",
        "gamesMax": "\(LobbyLimits.gamesMax)",
        "gameBytesMax": "\(LobbyLimits.gameBytesMax)",
        "gameIDBytesMax": "\(LobbyLimits.gameIDBytesMax)",
        "gameChangesMax": "\(LobbyLimits.gameChangesMax)",
        "handicapTenthsRange": text(LobbyLimits.handicapTenthsRange),
        "ratingRange": text(LobbyLimits.ratingRange),
        "puttsRange": text(LobbyLimits.puttsRange),
        "penaltyCountRange": text(LobbyLimits.penaltyCountRange),
        "tagRange": text(LobbyLimits.tagRange),
        "idMax": "\(LobbyLimits.idMax)",
        "noteBytesMax": "\(LobbyLimits.noteBytesMax)",
        "pressBytesMax": "\(LobbyLimits.pressBytesMax)",
        "signedBytesMax": "\(LobbyLimits.signedBytesMax)",
        "exchangesMax": "\(LobbyLimits.exchangesMax)",
        "beforeStartMillisecondsMax": "\(LobbyLimits.beforeStartMillisecondsMax)",
        "afterReceiptMillisecondsMax": "\(LobbyLimits.afterReceiptMillisecondsMax)",
        "offlineMillisecondsMax": "\(LobbyLimits.offlineMillisecondsMax)",
        "deletedMillisecondsMax": "\(LobbyLimits.deletedMillisecondsMax)",
    ]

    private static let server: [String: String] = [
        "helloMilliseconds": "\(configuration.helloMilliseconds)",
        "pingMilliseconds": "\(configuration.pingMilliseconds)",
        "pongMilliseconds": "\(configuration.pongMilliseconds)",
        "slowestLineBytesPerSecond": "\(configuration.slowestLineBytesPerSecond)",
        "catchUpMillisecondsMax": "\(configuration.catchUpMillisecondsMax)",
        "requestsPerConnectionMax": "\(configuration.requestsPerConnectionMax)",
        "requestIdleMilliseconds": "\(configuration.requestIdleMilliseconds)",
        "unreadBytesMax": "\(configuration.unreadBytesMax)",
        "workPerNetworkMax": "\(configuration.workPerNetworkMax)",
        "bodyMilliseconds": "\(configuration.bodyMilliseconds)",
        "answeredBytesPerReadMax": "\(configuration.answeredBytesPerReadMax)",
        "hostTimeoutMilliseconds": "\(configuration.hostTimeoutMilliseconds)",
        "presenceIntervalMilliseconds": "\(configuration.presenceIntervalMilliseconds)",
        "idleLobbyMilliseconds": "\(configuration.idleLobbyMilliseconds)",
        "storageRetryMilliseconds": "\(configuration.storageRetryMilliseconds)",
        "sessionsPerLobbyMax": "\(configuration.sessionsPerLobbyMax)",
        "opsPerSecondMax": "\(configuration.opsPerSecondMax)",
        "opsBurstMax": "\(configuration.opsBurstMax)",
        "historiesPerMinuteMax": "\(configuration.historiesPerMinuteMax)",
        "historyBytesMax": "\(configuration.historyBytesMax)",
        "historyReadsMax": "\(configuration.historyReadsMax)",
        "historyRetryMilliseconds": "\(configuration.historyRetryMilliseconds)",
        "receivedPieceBytes": "\(ServerConfiguration.receivedPieceBytes)",
        "receivedPiecesMax": "\(ServerConfiguration.receivedPiecesMax)",
        "drawnLinkBytesMax": "\(ServerConfiguration.drawnLinkBytesMax)",
        "connectionsPerAddressMax": "\(ServerConfiguration.connectionsPerAddressMax)",
        "lobbiesPerAddressPerHourMax": "\(ServerConfiguration.lobbiesPerAddressPerHourMax)",
        "notebooksPerAddressPerHourMax":
            "\(ServerConfiguration.notebooksPerAddressPerHourMax)",
        "codesReservedMax": "\(configuration.codesReservedMax)",
    ]

    private static let client: [String: String] = [
        "silenceMillisecondsMax": "\(ClientLimits.silenceMillisecondsMax)",
        "silenceInFlightMillisecondsMax": "\(ClientLimits.silenceInFlightMillisecondsMax)",
        "catchUpMillisecondsMax": "\(ClientLimits.catchUpMillisecondsMax)",
        "answerMillisecondsMax": "\(ClientLimits.answerMillisecondsMax)",
        "backoffMillisecondsMin": "\(ClientLimits.backoffMillisecondsMin)",
        "backoffMillisecondsMax": "\(ClientLimits.backoffMillisecondsMax)",
        "stableMilliseconds": "\(ClientLimits.stableMilliseconds)",
        "askedMillisecondsMax": "\(ClientLimits.askedMillisecondsMax)",
        "storageRetryMilliseconds": "\(ClientLimits.storageRetryMilliseconds)",
        "storageRetryMillisecondsMin": "\(ClientLimits.storageRetryMillisecondsMin)",
        "opsMax": "\(ClientLimits.opsMax)",
    ]

    private static let types: [(name: String, path: String, values: [String: String])] = [
        ("WireLimits", "Wire/WireLimits.swift", wire),
        ("DocumentLimits", "Documents/DocumentLimits.swift", document),
        ("LobbyLimits", "Lobby/LobbyLimits.swift", lobby),
        ("ClientLimits", "SyncClient/Core/ClientLimits.swift", client),
        (
            "NotebookLimits", "Notebook/NotebookLimits.swift",
            [
                "keyBytesMax": "\(NotebookLimits.keyBytesMax)",
                "valueBytesMax": "\(NotebookLimits.valueBytesMax)",
                "keysMax": "\(NotebookLimits.keysMax)",
                "bytesMax": "\(NotebookLimits.bytesMax)",
                "aheadMillisecondsMax": "\(NotebookLimits.aheadMillisecondsMax)",
            ]
        ),
        (
            "APILimits", "API/APILimits.swift",
            [
                "bodyBytesMax": "\(APILimits.bodyBytesMax)",
                "bodyDepthMax": "\(APILimits.bodyDepthMax)",
                "bodyFieldsMax": "\(APILimits.bodyFieldsMax)",
                "handleBytes": text(APILimits.handleBytes),
                "nameBytesMax": "\(APILimits.nameBytesMax)",
                "fullNameBytesMax": "\(APILimits.fullNameBytesMax)",
                "labelBytesMax": "\(APILimits.labelBytesMax)",
                "emailBytesMax": "\(APILimits.emailBytesMax)",
                "passwordBytesMax": "\(APILimits.passwordBytesMax)",
                "courseBytesMax": "\(APILimits.courseBytesMax)",
                "holesMax": "\(APILimits.holesMax)",
                "holeLabelBytesMax": "\(APILimits.holeLabelBytesMax)",
                "pars": text(APILimits.pars),
                "suggestionBytesMax": "\(APILimits.suggestionBytesMax)",
                "codeBytesMax": "\(APILimits.codeBytesMax)",
                "wayBytesMax": "\(APILimits.wayBytesMax)",
                "knownBytesMax": "\(APILimits.knownBytesMax)",
                "tokensMax": "\(APILimits.tokensMax)",
                "shortcutsMax": "\(APILimits.shortcutsMax)",
                "shortcutBytesMax": "\(APILimits.shortcutBytesMax)",
                "invitedMax": "\(APILimits.invitedMax)",
                "columnsMax": "\(APILimits.columnsMax)",
                "ticketDigitsMax": "\(APILimits.ticketDigitsMax)",
                "pageMax": "\(APILimits.pageMax)",
                "cursorBytesMax": "\(APILimits.cursorBytesMax)",
                "gamesCursorDigits": "\(APILimits.gamesCursorDigits)",
                "credentialDigitsMax": "\(APILimits.credentialDigitsMax)",
                "clientDataDigitsMax": "\(APILimits.clientDataDigitsMax)",
                "authenticatorDataDigitsMax": "\(APILimits.authenticatorDataDigitsMax)",
                "attestationDigitsMax": "\(APILimits.attestationDigitsMax)",
                "signatureDigitsMax": "\(APILimits.signatureDigitsMax)",
                "countriesMax": "\(APILimits.countriesMax)",
                "packMax": "\(APILimits.packMax)",
                "creditsMax": "\(APILimits.creditsMax)",
                "courseTextBytesMax": "\(APILimits.courseTextBytesMax)",
                "layoutsMax": "\(APILimits.layoutsMax)",
                "factsBytesMax": "\(APILimits.factsBytesMax)",
                "stepsBytesMax": "\(APILimits.stepsBytesMax)",
                "changesMax": "\(APILimits.changesMax)",
                "reasonBytesMax": "\(APILimits.reasonBytesMax)",
                "commentsMax": "\(APILimits.commentsMax)",
                "commentBytesMax": "\(APILimits.commentBytesMax)",
                "tipBytesMax": "\(APILimits.tipBytesMax)",
                "inboxCoursesMax": "\(APILimits.inboxCoursesMax)",
                "resultsMax": "\(APILimits.resultsMax)",
                "resultKeyBytesMax": "\(APILimits.resultKeyBytesMax)",
                "figuresMax": "\(APILimits.figuresMax)",
            ]
        ),
        ("JoinCode", "Documents/JoinCode.swift", ["lengths": text(JoinCode.lengths)]),
        ("ServerConfiguration", "SyncServer/ServerConfiguration.swift", server),
        (
            "JoinGuard", "SyncServer/Sessions/JoinGuard.swift",
            [
                "wrongPerAddressPerMinuteMax": "\(JoinGuard.wrongPerAddressPerMinuteMax)",
                "wrongPerMinuteMax": "\(JoinGuard.wrongPerMinuteMax)",
                "triesKeptPerLevel": "\(JoinGuard.triesKeptPerLevel)",
                "wrongPerAddressExcusedMax": "\(JoinGuard.wrongPerAddressExcusedMax)",
                "wrongPerNetworkExcusedMax": "\(JoinGuard.wrongPerNetworkExcusedMax)",
                "recordMilliseconds": "\(JoinGuard.recordMilliseconds)",
            ]
        ),
        (
            "VisitBudget", "SyncServer/Sessions/VisitBudget.swift",
            [
                "requestsPerConnectionAtOnce": "\(VisitBudget.requestsPerConnectionAtOnce)",
                "requestsPerConnectionPerMinute": "\(VisitBudget.requestsPerConnectionPerMinute)",
                "hellosPerConnectionAtOnce": "\(VisitBudget.hellosPerConnectionAtOnce)",
                "hellosPerConnectionPerMinute": "\(VisitBudget.hellosPerConnectionPerMinute)",
                "answeredKilobytesPerConnection": "\(VisitBudget.answeredKilobytesPerConnection)",
                "answeredKilobytesPerMinute": "\(VisitBudget.answeredKilobytesPerMinute)",
            ]
        ),
        (
            "HTTPLimits", "HTTP/HTTPLimits.swift",
            [
                "headBytesMax": "\(http.headBytesMax)",
                "headerCountMax": "\(http.headerCountMax)",
                "requestTargetBytesMax": "\(http.requestTargetBytesMax)",
                "chunkLineBytesMax": "\(http.chunkLineBytesMax)",
            ]
        ),
        (
            "WebSocketLimits", "WebSocket/WebSocketLimits.swift",
            [
                "messageBytesMax": "\(webSocket.messageBytesMax)",
                "pongBytesMax": "\(webSocket.pongBytesMax)",
                "controlBytesMax": "\(WebSocketLimits.controlBytesMax)",
                "closeReasonBytesMax": "\(WebSocketLimits.closeReasonBytesMax)",
            ]
        ),
        (
            "OutboxLimits", "Connections/OutboxLimits.swift",
            [
                "softBytes": "\(outbox.softBytes)",
                "hardBytes": "\(outbox.hardBytes)",
                "stallMillisecondsMax": "\(outbox.stallMillisecondsMax)",
                "closingMillisecondsMax": "\(outbox.closingMillisecondsMax)",
                "closingBytesPerSecondMin": "\(outbox.closingBytesPerSecondMin)",
                "lingerMillisecondsMax": "\(outbox.lingerMillisecondsMax)",
            ]
        ),
    ]

    /// Constants in those files that aren't limits on what a peer does.
    private static let others: Set = [
        "subprotocol", "alphabet", "lengthDefault", "description", "shard", "shardCount",
        "opensEcho", "trustedProxies", "redirect", "isSecured", "isAtUsualPort", "site",
        "journalGrowthBytesMax", "clockNoteMilliseconds",
    ]

    private static func text(_ range: ClosedRange<some BinaryInteger>) -> String {
        "\(range.lowerBound)…\(range.upperBound)"
    }

    @Test("The table of limits has the values of the code")
    func values() throws {
        var expected: [String: String] = [:]
        for type in Self.types {
            for (name, value) in type.values { expected[type.name + "." + name] = value }
        }
        let names = Self.types.map(\.name)
        let rows = try ProtocolDocument().rows.filter { names.contains($0.table) }
            .map { ($0.table + "." + $0.cells[0], $0.cells[1]) }
        #expect(rows.count == expected.count)
        #expect(Dictionary(rows) { first, _ in first } == expected)
    }

    @Test("A game that is made over HTTP has the limits of any game")
    func games() {
        #expect(APILimits.nameBytesMax == LobbyLimits.nameBytesMax)
        #expect(APILimits.courseBytesMax == LobbyLimits.courseBytesMax)
        #expect(APILimits.holesMax == LobbyLimits.holesMax)
        #expect(APILimits.holeLabelBytesMax == LobbyLimits.labelBytesMax)
        #expect(APILimits.pars == LobbyLimits.parRange)
    }

    @Test("No limit of the code is missing from the table", arguments: types.indices)
    func complete(index: Int) throws {
        let type = Self.types[index]
        let declared = try SourceConstants(of: "Sources/" + type.path).values.keys
        #expect(Set(declared).subtracting(Self.others) == Set(type.values.keys))
    }

    @Test("The limits that welcome names are those of the table")
    func welcomeLimits() throws {
        let examples = try ProtocolDocument().blocks.filter { $0.json.contains(#""limits""#) }
        let limits =
            #""limits":{"message_bytes":\#(WireLimits.clientMessageBytesMax),"#
            + #""ops":\#(WireLimits.opsPerMessageMax),"#
            + #""ping_ms":\#(Self.configuration.pingMilliseconds),"#
            + #""pong_ms":\#(Self.configuration.pongMilliseconds)}"#
        #expect(!examples.isEmpty)
        for example in examples where example.language == "json" {
            #expect(example.json.contains(limits), "line \(example.line)")
        }
    }
}
