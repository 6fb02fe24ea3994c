import Foundation
import HTTP
import TestSupport
import Testing
import WebPage

@testable import folf
@testable import folfd

/// Tests of the files that a package installs beside the programs.
@Suite("What is installed beside the programs")
struct InstallationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = root.appendingPathComponent("Sources/folfd/Installation")

    private static let unitNames = [
        "folfd.service", "folfd.socket", "folfd-redirect.socket", "folfd-failure.service",
    ]

    private static func isThere(_ program: String) -> Bool {
        ["/usr/bin/", "/bin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + program)
        }
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    }

    @Test(
        "The unit exposes the system by 1.5 of 10 at most",
        .enabled(if: isThere("systemd-analyze"), "needs systemd-analyze"))
    func exposure() throws {
        let unit = Self.folder.appendingPathComponent("folfd.service").path
        let output = try Child(
            "/usr/bin/systemd-analyze",
            ["security", "--offline=true", "--threshold=15", "--no-pager", unit]
        ).wait()
        #expect(output.status == 0, "\(output.text.suffix(200)) \(output.errors)")
        #expect(output.text.contains("Overall exposure level for folfd.service"))
    }

    @Test(
        "The units say nothing that systemd doesn't understand",
        .enabled(if: isThere("systemd-analyze"), "needs systemd-analyze"),
        arguments: unitNames)
    func units(name: String) throws {
        // A copy that starts a program that is there, without manual pages.
        let copies = try TemporaryFolder()
        for name in Self.unitNames {
            let unit = try text(name)
                .replacingOccurrences(of: "/usr/bin/folfd", with: "/bin/true")
                .replacingOccurrences(of: "Documentation=man:folfd(8)\n", with: "")
            try unit.write(
                to: copies.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        let output = try Child(
            "/usr/bin/systemd-analyze",
            ["verify", "--recursive-errors=no", copies.url.appendingPathComponent(name).path]
        ).wait()
        #expect(!output.errors.contains(copies.path), "\(output.errors)")
    }

    @Test("Whoever removes the package is left with none of its sockets")
    func removed() throws {
        let lines = try text("prerm").split(separator: "\n")
        let line = try #require(lines.first { $0.contains("systemctl stop ") })
        let links = try text("postrm")
        for unit in ["folfd.socket", "folfd-redirect.socket", "folfd.service"] {
            #expect(line.contains(" \(unit)"))
            #expect(links.contains("*.wants/\(unit)"))
        }
    }

    @Test("The settings in the default file are settings")
    func defaults() throws {
        let names = try text("folfd.default").split(separator: "\n").compactMap { line in
            line.firstRange(of: /FOLFD_[A-Z_]+=/).map { String(line[$0].dropLast()) }
        }
        #expect(names.count > 3)
        #expect(Set(names).isSubset(of: Setting.allCases.map(\.variable)))
    }

    @Test(
        "What the page says to type are scripts that are there, and options that the server takes",
        arguments: ["/about.html", "/um.html"])
    func typed(page: String) throws {
        let text = try #require(
            WebPage.embedded()[page].map { String(decoding: $0.body, as: UTF8.self) })
        let blocks = text.matches(of: /<pre><code>([^<]+)/).map { $0.1 }
        let lines = blocks.joined(separator: "\n").replacing(/\\\n */, with: "").split(
            separator: "\n")
        let commands = lines.map { $0.split(separator: " ").map(String.init) }
        for command in commands where command[0].hasPrefix("Scripts/") {
            #expect(FileManager.default.isExecutableFile(atPath: Self.root.path + "/" + command[0]))
        }
        for command in commands where command.count > 1 && command[0] != "sudo" {
            _ = try Options(Array(command.dropFirst())) { _ in nil }
        }
        #expect(
            commands.map { $0[0] } == [
                "Scripts/serve", "Scripts/serve", "Scripts/package", "sudo", "folfd",
            ])
    }

    @Test("The manual page of the server names every command, that of the players too")
    func manuals() throws {
        let server = try text("folfd.8")
        let words = Options.help.matches(of: /\n  folfd ([a-z]+)/).map { String($0.1) }
        #expect(words.count > 9)
        for word in words { #expect(server.contains(".It Cm \(word)"), "\(word)") }
        let player = try text("folf.1")
        for command in CommandName.allCases {
            #expect(player.contains(".It Cm \(command.rawValue)"), "\(command)")
        }
    }

    @Test(
        "The manual pages are set without a warning", .enabled(if: isThere("groff"), "needs groff"),
        arguments: ["folfd.8", "folf.1"])
    func manualsAreSound(name: String) throws {
        let path = Self.folder.appendingPathComponent(name).path
        let output = try Child("/usr/bin/groff", ["-mdoc", "-ww", "-z", path]).wait()
        #expect(output.status == 0 && output.errors.isEmpty, "\(output.errors)")
    }
}
