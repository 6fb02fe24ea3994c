// swift-tools-version: 6.2
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

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "folf-sync",
    products: [
        .executable(name: "folfd", targets: ["folfd"]),
        .executable(name: "folf", targets: ["folf"]),
        .library(name: "SyncClient", targets: ["SyncClient", "ClientPlatform"]),
    ],
    targets: [
        // C libraries and system calls that Glibc's overlay leaves out.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CLinux"),

        // Pure: no socket, disk, clock or random source.
        room("Structures"),
        room("Lobby"),
        room("WebSocket"),
        room("Wire", ["Lobby"]),
        room("SyncServer", ["Lobby", "Wire", "WebSocket", "Structures", "CSodium"]),
        room("SyncClient", ["Lobby", "Wire"]),
        room(
            "Simulator", ["SyncServer", "SyncClient", "Lobby", "Wire", "WebSocket", "Structures"]),

        // Shell: does what the pure targets say.
        room("ClientPlatform", ["SyncClient", "WebSocket", "Lobby", "Wire", "Threads", "CLinux"]),
        room("Threads"),
        room("Reactor", ["Structures", "Threads", "CLinux"]),
        room("EventStore", ["Lobby", "Threads", "CSQLite", "CLinux"]),

        program(
            "folfd",
            [
                "SyncServer", "EventStore", "Reactor", "Threads", "Structures", "Lobby", "Wire",
                "CLinux",
            ]),
        program("folf", ["SyncClient", "ClientPlatform", "Lobby", "Wire", "CLinux"]),

        program("simulate", ["Simulator"]),

        // Reads Protocol.md for the tests of what it says.
        .target(
            name: "ProtocolDocument", path: "Tests/ProtocolDocument", swiftSettings: strict),

        tests("StructuresTests", ["Structures"]),
        tests("LobbyTests", ["Lobby"]),
        tests("WireTests", ["Wire", "Lobby", "ProtocolDocument"]),
        tests("WebSocketTests", ["WebSocket"]),
        tests(
            "SyncServerTests",
            [
                "SyncServer", "SyncClient", "Lobby", "Wire", "WebSocket", "Structures", "Reactor",
                "ProtocolDocument",
            ]),
        tests("SyncClientTests", ["SyncClient", "Lobby", "Wire"]),
        tests(
            "ClientPlatformTests", ["ClientPlatform", "SyncClient", "WebSocket", "Lobby", "Wire"]),
        tests("SimulatorTests", ["Simulator", "simulate"]),
        tests("ThreadsTests", ["Threads"]),
        tests("ReactorTests", ["Reactor", "CLinux"]),
        tests("EventStoreTests", ["EventStore", "Lobby", "CSQLite"]),
        tests("folfTests", ["folf", "SyncClient", "Lobby", "Wire"]),
        tests(
            "EndToEndTests",
            [
                "folfd", "folf", "SyncClient", "ClientPlatform", "Lobby", "Wire", "WebSocket",
                "EventStore", "CLinux",
            ]),
        tests("TidyTests", []),
    ],
    swiftLanguageModes: [.v6]
)
