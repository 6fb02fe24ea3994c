// swift-tools-version: 6.3
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

/// A target of the top package; `Rooms` leads to its `Sources`.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Rooms/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "fuzz",
    targets: [
        .systemLibrary(name: "CSodium", path: "Rooms/CSodium", pkgConfig: "libsodium"),
        .systemLibrary(
            name: "CUTF8Proc", path: "Rooms/CUTF8Proc", pkgConfig: "libutf8proc"),
        .systemLibrary(name: "COpenSSL", path: "Rooms/COpenSSL", pkgConfig: "openssl"),
        .systemLibrary(name: "CLinux", path: "Rooms/CLinux"),
        .systemLibrary(name: "CLibFuzzer", path: "CLibFuzzer"),
        room("Structures"),
        room("Documents"),
        room("Formats", ["Documents"]),
        room("Lobby", ["Formats", "Documents"]),
        room("Notebook", ["Documents"]),
        room("Club", ["Structures", "Documents"]),
        room("HTTP"),
        room("ACME", ["Documents"]),
        room("Courses", ["Documents", "CUTF8Proc"]),
        room("Passkeys", ["Structures", "Documents"]),
        room("API", ["HTTP", "Documents"]),
        room("Metrics"),
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
        room("MemoryShell", ["Host", "SyncServer", "Connections", "Log", "Structures"]),
        room("SyncClient", ["Formats", "Scoring", "Lobby", "Notebook", "Documents", "Wire"]),
        room("SystemCalls"),
        room("Threads", ["SystemCalls", "CLinux"]),
        room("TLS", ["Threads", "COpenSSL"]),
        .target(
            name: "TestSupport", dependencies: ["TLS", "Threads", "CLinux", "COpenSSL"],
            path: "Support", swiftSettings: settings),
        // `Targets` leads to what the tests of the kept inputs share.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "MemoryShell", "Host", "SyncServer", "SyncClient", "Scoring", "Connections", "Log",
                "Lobby", "Documents", "Wire", "WebSocket", "API", "HTTP", "ACME", "Passkeys", "TLS",
                "Courses", "Notebook",
                "COpenSSL", "Structures", "TestSupport",
            ],
            path: "Targets", swiftSettings: settings),
        .executableTarget(
            name: "Fuzzer", dependencies: ["FuzzTargets", "CLibFuzzer"], path: "Fuzzer",
            swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ],
    swiftLanguageModes: [.v6]
)
