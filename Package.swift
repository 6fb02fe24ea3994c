// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A target of ours; its tests live in `Tests/<name>Tests`.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "folf-sync",
    products: [
        .executable(name: "folfd", targets: ["folfd"]),
        .executable(name: "folf", targets: ["folf"]),
        .executable(name: "folf-lab", targets: ["folf-lab"]),
        .library(name: "SyncClient", targets: ["SyncClient", "ClientPlatform"]),
    ],
    targets: [
        // C libraries and system calls that Glibc's overlay leaves out.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CUTF8Proc", pkgConfig: "libutf8proc", providers: [.apt(["libutf8proc-dev"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLinux"),
        // Holds the files of Sources/WebClient.
        .target(name: "CWebPage"),

        // Pure: no socket, disk, clock or random source.
        room("Structures"),
        room("Documents"),
        room("Formats", ["Documents"]),
        room("Lobby", ["Formats", "Documents"]),
        room("Notebook", ["Documents"]),
        room("HTTP"),
        room("Metrics"),
        room("Compression", ["CZlib"]),
        room("ACME", ["Documents"]),
        room("API", ["HTTP", "Documents"]),
        room("Club", ["Structures", "Documents"]),
        room("Courses", ["Documents", "CUTF8Proc"]),
        room("Passkeys", ["Structures", "Documents"]),
        room("Mail", ["Documents"]),
        room("WebSocket", ["HTTP"]),
        room("Scoring", ["Formats", "Lobby", "Documents"]),
        room("Results", ["Scoring", "Lobby", "Courses", "Documents"]),
        room("Log", ["Documents"]),
        room("Wire", ["Log", "Formats", "Scoring", "Lobby", "Notebook", "Documents"]),
        room("Connections", ["Structures"]),
        room(
            "SyncServer",
            [
                "Club", "Log", "Lobby", "Notebook", "Documents", "Wire", "WebSocket", "API", "HTTP",
                "Metrics",
                "Structures",
                "CSodium",
            ]),
        room("Host", ["SyncServer", "Connections", "Log", "Documents", "Structures"]),
        room("SyncClient", ["Formats", "Scoring", "Lobby", "Notebook", "Documents", "Wire"]),
        room("MemoryShell", ["Host", "SyncServer", "Connections", "Log", "Structures"]),
        room(
            "Simulator",
            [
                "MemoryShell", "Host", "SyncServer", "SyncClient", "Club", "Connections", "Log",
                "Formats", "Scoring", "Lobby", "Notebook", "Documents", "Wire", "WebSocket",
                "Structures",
            ]),
        room(
            "SmallScope",
            [
                "MemoryShell", "Host", "SyncServer", "SyncClient", "Connections", "Log", "Lobby",
                "Notebook", "Documents",
                "Wire", "WebSocket", "Structures",
            ]),

        // Shell: does what the pure targets say.
        room("SystemCalls"),
        room("Threads", ["SystemCalls", "CLinux"]),
        room("TLS", ["Threads", "COpenSSL"]),
        room("Secrets", ["Club", "Documents", "Threads", "SystemCalls", "CSodium"]),
        room(
            "Reactor",
            ["TLS", "Connections", "Structures", "Threads", "SystemCalls", "CLinux"]),
        room(
            "EventStore",
            [
                "Log", "Club", "Courses", "Documents", "Metrics", "Threads", "SystemCalls",
                "CSQLite",
                "CLinux",
            ]),
        room(
            "ClientPlatform",
            [
                "SyncClient", "WebSocket", "API", "HTTP", "TLS", "Lobby", "Documents", "Wire",
                "Threads", "SystemCalls", "CLinux",
            ]),
        room(
            "WebPage",
            [
                "HTTP", "Compression", "Threads", "SystemCalls", "CWebPage", "CSodium",
                "CQREncode",
            ]),
        room(
            "ClubDesk",
            [
                "API", "Club", "Passkeys", "Secrets", "Mail", "EventStore", "SyncServer", "Wire",
                "Results", "Scoring", "Log", "Lobby", "Notebook", "Courses", "Compression", "HTTP",
                "Documents", "Structures", "TLS",
                "Threads",
                "SystemCalls",
            ]),
        room("Load", ["Documents", "WebSocket", "SystemCalls", "CLinux"]),

        program(
            "folfd",
            [
                "Host", "SyncServer", "ClubDesk", "API", "Club", "Passkeys", "Secrets",
                "EventStore", "WebPage", "Reactor", "TLS", "ACME", "Mail", "HTTP", "Connections",
                "Log",
                "Metrics", "Threads", "SystemCalls", "Structures", "Lobby", "Notebook",
                "Documents", "Courses",
                "Wire",
                "CLinux",
            ],
            exclude: ["Installation"]),
        program(
            "folf",
            [
                "SyncClient", "ClientPlatform", "API", "HTTP", "Scoring", "SystemCalls", "Lobby",
                "Formats", "Documents", "Wire",
            ]),
        program("folf-lab", ["Simulator", "SmallScope", "Load", "SystemCalls"]),

        // Reads Protocol.md for the tests of what it says.
        .target(
            name: "ProtocolDocument", path: "Tests/ProtocolDocument", swiftSettings: strict),

        // What several tests need: random numbers that can be repeated, sockets, folders,
        // other programs.
        .target(
            name: "TestSupport", dependencies: ["TLS", "Threads", "CLinux", "COpenSSL"],
            path: "Tests/TestSupport", swiftSettings: strict),

        // What every log has to do; each implementation's tests run it.
        .target(
            name: "LogContract", dependencies: ["Log", "Documents"],
            path: "Tests/LogContract",
            swiftSettings: strict),

        // A kind of document that is no game; what holds for every kind is tried with it too.
        .target(
            name: "SharedCounter",
            dependencies: [
                "Simulator", "SmallScope", "SyncServer", "SyncClient", "Wire", "Documents",
            ],
            path: "Tests/SharedCounter", swiftSettings: strict),

        // A disk for SQLite that fails when it is told to.
        .target(name: "CFaultyDisk", dependencies: ["CSQLite"], path: "Tests/CFaultyDisk"),

        // The WebSocket in the client's role, for Scripts/conformance.
        .executableTarget(
            name: "echo-client", dependencies: ["WebSocket", "TestSupport"],
            path: "Tests/echo-client", swiftSettings: strict),

        // What a server allocates for the idle, for MemoryTests.
        .executableTarget(
            name: "memory-count",
            dependencies: [
                "MemoryShell", "Host", "SyncServer", "Connections", "Log", "WebSocket", "Wire",
                "Lobby", "Documents", "CLinux",
            ],
            path: "Tests/memory-count", swiftSettings: strict),

        // One operation of the server many times, for Scripts/budgets.
        .executableTarget(
            name: "operation-costs",
            dependencies: [
                "MemoryShell", "Host", "SyncServer", "EventStore", "Connections", "Log",
                "WebSocket", "HTTP", "Wire", "Lobby", "Documents", "Structures", "Threads",
                "TestSupport",
            ],
            path: "Tests/operation-costs", exclude: ["budgets.txt"], swiftSettings: strict),

        tests("StructuresTests", ["Structures", "TestSupport"]),
        tests("DocumentsTests", ["Documents", "TestSupport"]),
        tests("LobbyTests", ["Formats", "Lobby", "Documents", "TestSupport"]),
        tests("NotebookTests", ["Notebook", "Wire", "Documents", "TestSupport"]),
        tests("ClubTests", ["Club", "Documents", "TestSupport"]),
        tests("CoursesTests", ["Courses", "Documents", "TestSupport"]),
        tests("LogTests", ["Log", "LogContract", "Documents", "TestSupport"]),
        tests("MemoryShellTests", ["MemoryShell", "Connections"]),
        tests("ConnectionsTests", ["Connections"]),
        tests(
            "HostTests",
            [
                "Host", "MemoryShell", "SyncServer", "Connections", "Log", "Lobby", "Documents",
                "TestSupport",
            ]),
        tests("ScoringTests", ["Formats", "Scoring", "Wire", "Lobby", "Documents", "TestSupport"]),
        tests("FormatsTests", ["Formats", "Scoring", "Documents"]),
        tests(
            "ResultsTests",
            ["Results", "Scoring", "Wire", "Lobby", "Documents", "TestSupport"]),
        tests(
            "WireTests",
            [
                "Wire", "Log", "Formats", "Scoring", "Lobby", "Notebook", "Documents",
                "ProtocolDocument", "TestSupport",
            ]),
        tests("HTTPTests", ["HTTP", "TestSupport"]),
        tests("MetricsTests", ["Metrics"]),
        tests("CompressionTests", ["Compression", "CZlib"]),
        tests("PasskeysTests", ["Passkeys", "TLS", "Documents", "TestSupport"]),
        tests("ACMETests", ["ACME", "Documents"]),
        tests("APITests", ["API", "HTTP", "Documents", "ProtocolDocument", "TestSupport"]),
        tests("MailTests", ["Mail", "Documents", "TestSupport"]),
        tests("WebSocketTests", ["WebSocket", "HTTP", "TestSupport"]),
        tests(
            "SyncServerTests",
            [
                "Club", "MemoryShell", "Host", "SyncServer", "SyncClient", "Connections", "Log",
                "Lobby", "Notebook", "Documents",
                "Wire", "WebSocket", "API", "HTTP", "Metrics", "Structures", "CSodium",
                "ProtocolDocument", "TestSupport", "memory-count",
            ]),
        tests(
            "SyncClientTests",
            ["SyncClient", "Scoring", "Lobby", "Documents", "Wire", "TestSupport"]),
        tests(
            "ClientPlatformTests",
            [
                "ClientPlatform", "SyncClient", "WebSocket", "API", "HTTP", "Scoring", "Lobby",
                "Documents", "Wire", "Threads", "TestSupport",
            ]),
        tests(
            "SimulatorTests",
            [
                "Simulator", "SharedCounter", "SyncServer", "SyncClient", "WebSocket", "Log",
                "Lobby", "Notebook", "Documents", "Wire",
            ],
            exclude: ["Seeds.txt"]),
        tests("SmallScopeTests", ["SmallScope", "SharedCounter", "Notebook", "Wire"]),
        tests("SystemCallsTests", ["SystemCalls"]),
        tests("ThreadsTests", ["Threads"]),
        tests(
            "SecretsTests", ["Secrets", "Club", "Documents", "Threads", "TestSupport"]),
        tests("TLSTests", ["TLS", "COpenSSL", "TestSupport"]),
        tests(
            "ReactorTests",
            [
                "Reactor", "TLS", "Connections", "Structures", "Threads", "SystemCalls", "CLinux",
                "COpenSSL", "TestSupport",
            ]),
        tests(
            "EventStoreTests",
            [
                "EventStore", "LogContract", "Log", "Lobby", "Club", "Courses", "Documents",
                "Metrics",
                "Wire", "Threads", "CFaultyDisk", "TestSupport",
            ]),
        tests(
            "ClubDeskTests",
            [
                "ClubDesk", "API", "Club", "Passkeys", "Secrets", "Mail", "EventStore",
                "SyncServer", "Wire", "Log", "Lobby", "Notebook", "Courses", "HTTP", "Documents",
                "TLS", "Threads", "TestSupport",
            ]),
        tests("WebPageTests", ["WebPage", "HTTP", "CZlib", "CQREncode", "TestSupport"]),
        tests("LoadTests", ["Load", "WebSocket", "TestSupport"]),
        tests(
            "folfTests",
            [
                "folf", "Formats", "ClientPlatform", "SyncClient", "HTTP", "Lobby", "Documents",
                "Wire",
            ]),
        tests(
            "folfdTests",
            [
                "folfd", "Mail", "EventStore", "SyncServer", "Metrics", "Log", "TLS", "Threads",
                "TestSupport",
            ]),
        tests("folf-labTests", ["folf-lab"]),
        tests(
            "EndToEndTests",
            [
                "folfd", "folf", "folf-lab", "SyncClient", "ClientPlatform", "EventStore",
                "Scoring", "Lobby", "Notebook", "Log", "Documents", "Wire", "WebSocket", "HTTP",
                "WebPage",
                "SyncServer", "Structures", "TLS", "CLinux", "COpenSSL",
                "API", "Club", "Load", "TestSupport",
            ]),
        tests(
            "FuzzTests",
            [
                "MemoryShell", "Host", "SyncServer", "SyncClient", "Scoring", "Connections", "Log",
                "Lobby", "Documents", "Wire", "WebSocket", "API", "HTTP", "ACME", "Passkeys", "TLS",
                "Courses", "Notebook",
                "COpenSSL", "Structures", "TestSupport",
            ]),
        tests("TidyTests", ["TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu2x
)
