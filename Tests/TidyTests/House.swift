// The targets and who may import whom, as in Package.swift. Arrows point downwards only: a target
// may import what stands in its `imports` and nothing else, neither ours nor the system's.

/// A folder of `Sources`.
struct HouseRoom {
    enum Kind {
        /// Knows no socket, disk, clock or random source.
        case pure
        /// Does what the pure targets say.
        case shell
        /// An executable; its tests are the end-to-end ones.
        case program
        /// A module map and headers, or C; no Swift.
        case header
        /// Modules of the web page; no Swift.
        case page
    }

    let kind: Kind
    let imports: Set<String>
}

enum House {
    static let rooms: [String: HouseRoom] = [
        "CSQLite": HouseRoom(kind: .header, imports: []),
        "CSodium": HouseRoom(kind: .header, imports: []),
        "CZlib": HouseRoom(kind: .header, imports: []),
        "CQREncode": HouseRoom(kind: .header, imports: []),
        "CUTF8Proc": HouseRoom(kind: .header, imports: []),
        "CLinux": HouseRoom(kind: .header, imports: []),
        "COpenSSL": HouseRoom(kind: .header, imports: []),
        "CWebPage": HouseRoom(kind: .header, imports: []),
        "WebClient": HouseRoom(kind: .page, imports: []),

        "Structures": pure([]),
        "Documents": pure([]),
        "Formats": pure(["Documents"]),
        "Lobby": pure(["Formats", "Documents"]),
        "Notebook": pure(["Documents"]),
        "HTTP": pure([]),
        "Metrics": pure([]),
        "Compression": pure(["CZlib"]),
        "ACME": pure(["Documents"]),
        "API": pure(["HTTP", "Documents"]),
        "Club": pure(["Structures", "Documents"]),
        "Courses": pure(["Documents", "CUTF8Proc"]),
        "Passkeys": pure(["Structures", "Documents"]),
        "Mail": pure(["Documents"]),
        "WebSocket": pure(["HTTP"]),
        "Scoring": pure(["Formats", "Lobby", "Documents"]),
        "Results": pure(["Scoring", "Lobby", "Courses", "Documents"]),
        "Log": pure(["Documents"]),
        "Wire": pure(["Log", "Formats", "Scoring", "Lobby", "Notebook", "Documents"]),
        "Connections": pure(["Structures"]),
        "SyncServer": pure([
            "Club", "Log", "Lobby", "Notebook", "Documents", "Wire", "WebSocket", "API", "HTTP",
            "Metrics",
            "Structures",
            "CSodium",
        ]),
        "Host": pure(["SyncServer", "Connections", "Log", "Documents", "Structures"]),
        "SyncClient": pure(["Formats", "Scoring", "Lobby", "Notebook", "Documents", "Wire"]),
        "MemoryShell": pure([
            "Host", "SyncServer", "Connections", "Log", "Structures", "Synchronization",
        ]),
        "Simulator": pure([
            "MemoryShell", "Host", "SyncServer", "SyncClient", "Club", "Connections", "Log",
            "Formats", "Scoring", "Lobby", "Notebook", "Documents", "Wire", "WebSocket",
            "Structures",
        ]),
        "SmallScope": pure([
            "MemoryShell", "Host", "SyncServer", "SyncClient", "Connections", "Log", "Lobby",
            "Notebook", "Documents",
            "Wire", "WebSocket", "Structures",
        ]),

        "ClientPlatform": shell([
            "SyncClient", "WebSocket", "API", "HTTP", "TLS", "Lobby", "Documents", "Wire",
            "Threads", "SystemCalls", "CLinux",
        ]),
        "SystemCalls": shell([]),
        "Threads": shell(["SystemCalls", "CLinux"]),
        "TLS": shell(["Threads", "COpenSSL"]),
        "Secrets": shell(["Club", "Documents", "Threads", "SystemCalls", "CSodium"]),
        "Reactor": shell([
            "TLS", "Connections", "Structures", "Threads", "SystemCalls", "CLinux",
        ]),
        "EventStore": shell([
            "Log", "Club", "Courses", "Documents", "Metrics", "Threads", "SystemCalls", "CSQLite",
            "CLinux",
        ]),
        "ClubDesk": shell([
            "API", "Club", "Passkeys", "Secrets", "Mail", "EventStore", "SyncServer", "Wire",
            "Results", "Scoring", "Log", "Lobby", "Notebook", "Courses", "Compression", "HTTP",
            "Documents", "Structures", "TLS", "Threads", "SystemCalls",
        ]),
        "WebPage": shell([
            "HTTP", "Compression", "Threads", "SystemCalls", "CWebPage", "CSodium", "CQREncode",
        ]),
        "Load": shell(["Documents", "WebSocket", "SystemCalls", "CLinux"]),

        "folfd": program([
            "Host", "SyncServer", "ClubDesk", "API", "Club", "Passkeys", "Secrets", "EventStore",
            "WebPage", "Reactor", "TLS", "ACME", "Mail", "HTTP", "Connections", "Log",
            "Metrics", "Threads", "SystemCalls", "Structures", "Lobby", "Notebook", "Documents",
            "Wire", "CLinux", "Courses",
        ]),
        "folf": program([
            "SyncClient", "ClientPlatform", "API", "HTTP", "Scoring", "SystemCalls", "Lobby",
            "Formats", "Documents", "Wire",
        ]),
        "folf-lab": program(["Simulator", "SmallScope", "Load", "SystemCalls"]),
    ]

    /// The targets that prove and measure the product, and are no part of it.
    static let laboratory: Set = ["MemoryShell", "Simulator", "SmallScope", "Load", "folf-lab"]

    /// The folders where the server's effects are made, and where they are carried out.
    static let interpreterFolders = ["Sources/SyncServer/", "Sources/Host/"]
    static let effectsName = "takeServerEffects"

    /// The folders whose code is written over a document of any kind, and in which of theirs a kind
    /// is brought.
    static let engineFolders = [
        "Sources/Wire/", "Sources/SyncServer/", "Sources/SyncClient/Core/", "Sources/Simulator/",
        "Sources/SmallScope/",
    ]
    static let kinds = [
        "Formats": "/Game/", "Lobby": "/Game/", "Scoring": "/Game/", "Notebook": "/Notebook/",
    ]

    /// The names that may lie at the top of the checkout, besides files whose name starts with a
    /// dot.
    static let topLevelNames: Set<String> = [
        "LICENSE", "Package.swift", "Protocol.md", "README.md", "Scripts", "Sources", "Tests",
    ]

    /// The public face of the client is `async`; its core is not.
    static let asyncFolder = "Sources/SyncClient/Face/"

    static let system: Set<String> = ["Glibc", "Synchronization"]

    private static func pure(_ imports: Set<String>) -> HouseRoom {
        HouseRoom(kind: .pure, imports: imports)
    }

    private static func shell(_ imports: Set<String>) -> HouseRoom {
        HouseRoom(kind: .shell, imports: imports.union(system))
    }

    private static func program(_ imports: Set<String>) -> HouseRoom {
        HouseRoom(kind: .program, imports: imports.union(system))
    }

    /// The target that a file of `Sources` belongs to; nil for other files.
    static func target(of path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.count > 2, parts[0] == "Sources" else { return nil }
        return String(parts[1])
    }
}
