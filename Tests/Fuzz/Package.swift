// swift-tools-version: 6.2
// A package of its own: what libFuzzer needs would break a plain `swift build` at the top.
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"]),
]

/// A pure target of the top package; `Rooms` leads to its `Sources`.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Rooms/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "fuzz",
    targets: [
        .systemLibrary(name: "CSodium", path: "Rooms/CSodium", pkgConfig: "libsodium"),
        .systemLibrary(name: "CLibFuzzer", path: "CLibFuzzer"),
        room("Structures"),
        room("Lobby"),
        room("HTTP"),
        room("WebSocket", ["HTTP"]),
        room("Scoring", ["Lobby"]),
        room("Wire", ["Scoring", "Lobby"]),
        room("SyncServer", ["Lobby", "Wire", "WebSocket", "HTTP", "Structures", "CSodium"]),
        room("SyncClient", ["Scoring", "Lobby", "Wire"]),
        // `Targets` leads to what the tests of the kept inputs share.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "SyncServer", "SyncClient", "Scoring", "Lobby", "Wire", "WebSocket", "HTTP",
                "Structures",
            ],
            path: "Targets", swiftSettings: settings),
        .executableTarget(
            name: "Fuzzer", dependencies: ["FuzzTargets", "CLibFuzzer"], path: "Fuzzer",
            swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
