import Foundation
import Glibc
import TestSupport
import Testing

@testable import folfd

@Suite("folfd check says whether a server would run well")
struct CheckTests {
    private let folder = try! TemporaryFolder()

    private func check(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws
        -> Child.Output
    {
        try Child("folfd", ["check"] + arguments, environment: environment).wait()
    }

    /// The grade of the first line about a subject.
    private func grade(_ subject: String, in output: Child.Output) -> String? {
        output.text.split(separator: "\n")
            .first {
                $0.split(separator: " ").dropFirst().joined(separator: " ").hasPrefix(subject)
            }
            .flatMap { $0.split(separator: " ").first }.map(String.init)
    }

    @Test("A new folder is said to be made at the start, and nothing is made by the check")
    func newFolder() throws {
        let path = folder.path + "/new"
        let output = try check(["--data", path])
        #expect(grade("data folder", in: output) == "ok", "\(output.text)")
        #expect(grade("database", in: output) == "ok", "\(output.text)")
        #expect(output.text.contains("SQLite 3."))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A folder that can't be made is a problem, and the exit code is 1")
    func folderWithoutParent() throws {
        let output = try check(["--data", folder.path + "/missing/new"])
        #expect(output.status == 1)
        #expect(grade("data folder", in: output) == "problem", "\(output.text)")
    }

    @Test("Beside a running server it names the process and the games, and disturbs nobody")
    func besideServer() async throws {
        try await onOwnThread {
            let server = try TestServer()
            _ = try RawPlayer.host(server)
            let output = try check(["--data", server.data])
            #expect(output.text.contains("process \(server.identifier)"), "\(output.text)")
            #expect(output.text.contains("1 games"), "\(output.text)")
            #expect(!output.text.contains("deleted"), "\(output.text)")
            // A game that is new is gone in thirty days, or isn't.
            for (days, count) in [("30", 1), ("31", 0)] {
                let output = try check(["--data", server.data, "--delete-days", days])
                #expect(output.text.contains("\(count) games are deleted"), "\(output.text)")
            }
            #expect(server.stop()?.status == 0)
            try server.start()
        }
    }

    @Test(
        "What root restores is the data folder's owner's, whose server has to read it",
        .enabled(if: geteuid() == 0, "only root acts as somebody else"))
    func ownedRestore() async throws {
        try await onOwnThread {
            let server = try TestServer()
            _ = try RawPlayer.host(server)
            let copy = server.data + "/copy"
            #expect(try server.run(["backup", copy]).status == 0)
            #expect(server.stop()?.status == 0)
            for path in ["", "/copy", "/folf.sqlite", "/lock"] {
                #expect(unsafe chown(server.data + path, 12_345, 12_345) == 0)
            }
            let folder = server.folder.path
            #expect(unsafe chown(folder, 12_345, 12_345) == 0)
            let output = try server.run(["restore", copy, "--replace"])
            #expect(output.status == 0, "\(output.errors)")
            let file = try FileManager.default.attributesOfItem(
                atPath: server.data + "/folf.sqlite")
            #expect(file[.ownerAccountID] as? Int == 12_345)
            #expect(unsafe chown(folder, 0, 0) == 0)
        }
    }

    @Test("A command is about the service, by its settings, unless it is told otherwise")
    func settingsOfService() throws {
        let file = folder.url.appendingPathComponent("settings")
        let text = """
            # FOLFD_LISTEN=127.0.0.1:1
            FOLFD_LISTEN="127.0.0.1:8090"
              FOLFD_DATA=\(folder.path)/kept\u{20}
            FOLFD_LISTENS=misspelt
            no setting
            """
        try Data(text.utf8).write(to: file)
        let service = try check([], ["FOLFD_SETTINGS": file.path])
        #expect(service.text.contains("to listen on http://127.0.0.1:8090"), "\(service.text)")
        #expect(service.text.contains("\(folder.path)/kept isn't there yet"), "\(service.text)")
        #expect(service.text.contains("FOLFD_LISTENS is no setting"))
        #expect(!service.text.contains("FOLFD_SETTINGS is"))
        let other = try check(
            ["--data", folder.path + "/option"],
            ["FOLFD_SETTINGS": file.path, "FOLFD_LISTEN": "127.0.0.1:8091"])
        #expect(other.text.contains("to listen on http://127.0.0.1:8091"), "\(other.text)")
        #expect(other.text.contains("\(folder.path)/option isn't there yet"), "\(other.text)")
        let none = try check([], ["FOLFD_SETTINGS": folder.path + "/missing"])
        #expect(none.text.contains("to listen on http://127.0.0.1:8080"), "\(none.text)")
    }

    @Test("Where systemd runs the service, its units are judged, and not what the typist may do")
    func units() throws {
        let file = folder.url.appendingPathComponent("settings")
        try Data("FOLFD_DATA = \(folder.path)/kept\n".utf8).write(to: file)
        func check(_ shown: String, _ arguments: [String] = []) throws -> Child.Output {
            let program = folder.url.appendingPathComponent("systemctl")
            try Data("#!/bin/sh\ncat <<'END'\n\(shown)\nEND\n".utf8).write(to: program)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: program.path)
            let path = "\(folder.path):/usr/bin:/bin"
            return try self.check(arguments, ["FOLFD_SETTINGS": file.path, "PATH": path])
        }
        func units(redirect: String = "inactive", _ more: String = "") -> String {
            """
            Id=folfd.service
            LoadState=loaded
            ActiveState=active
            LimitNOFILE=131072
            ProtectSystem=strict
            ReadWritePaths=-/var/backups/folfd
            StateDirectory=folfd

            Id=folfd.socket
            LoadState=loaded
            ActiveState=active
            Listen=[::]:443 (Stream)
            Listen=0.0.0.0:443 (Stream)

            Listen=[::]:80 (Stream)
            Id=folfd-redirect.socket
            LoadState=loaded
            ActiveState=\(redirect)
            \(more)
            """
        }
        let order = ["--acme", "yes", "--name", "folf.example"]
        let held = try check(units(redirect: "active"), order)
        #expect(held.text.contains("to listen on [::]:443 and 0.0.0.0:443, which folfd.socket"))
        #expect(held.text.contains("finds its answer at [::]:80, by folfd-redirect.socket"))
        #expect(held.text.contains("enough for"), "\(held.text)")
        let open = try check(units())
        #expect(grade("certificate", in: open) == "warning", "\(open.text)")
        let unheld = try check(units(), order)
        #expect(grade("authority     it looks", in: unheld) == nil)
        #expect(unheld.text.contains("systemctl enable --now folfd-redirect.socket"))
        #expect(unheld.status == 1)
        let failed = try check(units(redirect: "failed", "Result=service-start-limit-hit"))
        #expect(
            failed.text.contains(
                "folfd-redirect.socket (service-start-limit-hit) failed: journalctl"))
        #expect(failed.text.contains("reset-failed"), "\(failed.text)")
        let elsewhere = try check(units(), ["--backup-folder", folder.path])
        #expect(elsewhere.text.contains("ReadWritePaths=\(folder.path)"), "\(elsewhere.text)")
        let other = try check(units(), ["--data", folder.path + "/other"])
        #expect(other.text.contains("to listen on http://127.0.0.1:8080"), "\(other.text)")
    }

    @Test("Settings that can't be read are said, since those that are assumed may be others")
    func unreadableSettings() throws {
        let file = folder.url.appendingPathComponent("settings")
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let output = try check([], ["FOLFD_SETTINGS": file.path])
        #expect(output.status == 2)
        #expect(output.errors.contains("\(file.path) can't be read: "), "\(output.errors)")
    }

    @Test("A game isn't archived on the day of its deletion or later", arguments: ["30", "31"])
    func archiveAfterDeletion(days: String) throws {
        let output = try check([
            "--data", folder.path, "--archive-days", days, "--delete-days", "30",
        ])
        #expect(output.status == 2 && output.errors.contains("--archive-days is less"))
    }

    @Test("A database of a later version and one that is none are problems")
    func foreignDatabase() throws {
        let file = folder.path + "/folf.sqlite"
        try Data("this is no database, whatever its name".utf8).write(
            to: URL(fileURLWithPath: file))
        let output = try check(["--data", folder.path])
        #expect(output.status == 1)
        #expect(grade("database", in: output) == "problem", "\(output.text)")
    }

    @Test("A certificate is judged by its time, its name, its key and who vouches for it")
    func certificate() throws {
        let authority = try TestAuthority.shared.get()
        func judge(
            _ identity: TestAuthority.Identity, _ more: [String] = []
        ) throws -> Child.Output {
            try check(
                [
                    "--data", folder.path + "/new", "--tls-certificate", identity.certificatePath,
                    "--tls-key", identity.keyPath,
                ] + more)
        }
        let good = try authority.identity("good")
        let fine = try judge(good, ["--name", "localhost"])
        #expect(grade("certificate", in: fine) == "ok", "\(fine.text)")
        #expect(fine.text.contains("no authority that this machine trusts vouches for it"))
        #expect(fine.status == 0)
        let foreign = try judge(good, ["--name", "folf.example"])
        #expect(foreign.text.contains("it isn't for folf.example") && foreign.status == 1)
        let soon = try judge(authority.identity("soon", days: 5))
        #expect(grade("certificate", in: soon) == "warning", "\(soon.text)")
        let late = try judge(authority.identity("late", days: -1))
        #expect(late.text.contains("it has expired on ") && late.status == 1)
        let wrong = try check([
            "--data", folder.path + "/new", "--tls-certificate", good.certificatePath, "--tls-key",
            authority.identity("other").keyPath,
        ])
        #expect(wrong.text.contains("isn't that of the certificate") && wrong.status == 1)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: good.keyPath)
        #expect(try judge(good).text.contains("everybody on this machine may read"))
    }

    @Test("Listening for others without a certificate is a warning, for this machine it is fine")
    func unsecured() throws {
        let data = ["--data", folder.path + "/new"]
        let local = try check(data)
        #expect(grade("certificate", in: local) == "ok", "\(local.text)")
        let open = try check(data + ["--listen", "0.0.0.0:0"])
        #expect(grade("certificate", in: open) == "warning", "\(open.text)")
    }

    @Test("It is said for whom passkeys are and where, or that there are none and why")
    func passkeys() throws {
        func said(_ arguments: [String]) throws -> [String] {
            let output = try check(["--data", folder.path + "/new"] + arguments)
            return output.text.split(separator: "\n").map(String.init).filter {
                $0.contains(" passkeys ")
            }
        }
        let local = try said(["--listen", "127.0.0.1:8123"])
        #expect(local.count == 1 && local[0].hasPrefix("ok "))
        #expect(local[0].contains("for localhost, asked for at http://localhost:8123 on this"))
        let good = try TestAuthority.shared.get().identity("passkeys")
        let secured = ["--tls-certificate", good.certificatePath, "--tls-key", good.keyPath]
        let nameless = try said(secured)
        #expect(nameless.count == 1 && nameless[0].hasPrefix("warning "))
        #expect(nameless[0].contains("off: they are for a domain, which --name has to say"))
        let named = ["--name", "folf.example"]
        let fine = try said(
            secured + named + [
                "--listen", "0.0.0.0:8443", "--origins",
                "https://app.folf.example,https://else.example",
            ])
        #expect(fine.count == 2 && fine[0].hasPrefix("ok "))
        #expect(
            fine[0].contains(
                "for folf.example, asked for at https://folf.example:8443 and "
                    + "https://app.folf.example;"))
        #expect(fine[1].hasPrefix("warning ") && fine[1].contains("not at https://else.example:"))
        let bare = try said(named)
        #expect(bare.count == 1 && bare[0].hasPrefix("warning "))
        #expect(bare[0].contains("asked for at https://folf.example, but this server has no https"))
        let behind = try said(named + ["--trusted-proxy", "127.0.0.1"])
        #expect(behind.count == 1 && behind[0].hasPrefix("ok "))
        let address = try said(secured + ["--name", "192.0.2.7"])
        #expect(address.count == 1 && address[0].hasPrefix("warning "))
        #expect(address[0].contains("off: they are for a domain, and --name is an address"))
    }

    @Test("A variable that no setting has is named")
    func misspeltVariable() throws {
        let output = try check(["--data", folder.path + "/new"], ["FOLFD_LISTN": "1"])
        #expect(output.text.contains("FOLFD_LISTN is no setting"), "\(output.text)")
    }

    @Test("A setting that can't be used is wrong usage")
    func wrongSetting() throws {
        #expect(try check([], ["FOLFD_LOOPS": "many"]).status == 2)
    }

    private static let sound = Check.FolderState(path: "/d", owner: 7, user: 7)

    private func grades(_ change: (inout Check.FolderState) -> Void) -> [Finding.Grade] {
        var state = Self.sound
        change(&state)
        return Check.judge(state).map(\.grade)
    }

    @Test("Each thing that is wrong with a data folder is found")
    func folders() {
        #expect(grades { _ in } == [.ok])
        #expect(grades { $0.isFolder = false } == [.problem])
        #expect(grades { $0.isWritable = false } == [.problem, .ok])
        #expect(grades { $0.owner = 8 } == [.warning, .ok])
        #expect(grades { $0.mode = 0o750 } == [.warning, .ok])
        #expect(grades { $0.mode = 0o701 } == [.warning, .ok])
        #expect(grades { $0.freeBytes = 1 << 20 } == [.problem])
        #expect(grades { $0.freeBytes = 100 << 20 } == [.warning])
        #expect(
            grades {
                $0.freeBytes = 9 << 30
                $0.totalBytes = 100 << 30
            } == [.warning])
        #expect(grades { $0.fileSystem = .memory } == [.ok, .warning])
        #expect(grades { $0.fileSystem = .nfs } == [.ok, .warning])
        #expect(Check.judge(Self.sound).first?.sentence.contains("free") == true)
    }

    @Test("Each thing that is wrong with a backup is found, and that there is none")
    func backups() throws {
        func grade(_ change: (inout Check.BackupState) -> Void) -> [Finding.Grade] {
            var state = Check.BackupState(path: "/b", hoursOld: 48)
            change(&state)
            return Check.judge(state).map(\.grade)
        }
        #expect(grade { _ in } == [.ok])
        #expect(grade { $0.hoursOld = nil } == [.ok])
        #expect(grade { $0.isWritable = false } == [.problem])
        #expect(grade { $0.isBeside = true } == [.warning])
        #expect(grade { $0.hoursOld = 49 } == [.warning])
        let none = try check(["--data", folder.path + "/new"])
        #expect(self.grade("backup", in: none) == "warning", "\(none.text)")
        let beside = try check(["--data", folder.path, "--backup-folder", folder.path + "/copies"])
        #expect(beside.text.contains("dies with it"), "\(beside.text)")
    }

    private static let noon: Int64 = 1_800_000_000_000

    @Test("Each thing that is wrong with a clock is found")
    func clocks() {
        func grade(_ reading: Check.ClockReading) -> [Finding.Grade] {
            Check.judge(reading).map(\.grade)
        }
        var reading = Check.ClockReading(wall: Self.noon, isSynchronised: true)
        #expect(grade(reading) == [.ok])
        reading.databaseWritten = Self.noon + 60_000
        #expect(grade(reading) == [.ok])
        reading.databaseWritten = Self.noon + 60_001
        #expect(grade(reading) == [.problem])
        reading.databaseWritten = nil
        reading.apartMilliseconds = 51
        #expect(grade(reading) == [.warning])
        reading.apartMilliseconds = 50
        reading.isSynchronised = false
        #expect(grade(reading) == [.warning])
        reading.isSynchronised = nil
        #expect(grade(reading) == [.warning])
        for wall in [0, Check.plausible.lowerBound - 1, Check.plausible.upperBound, .min, .max] {
            #expect(grade(Check.ClockReading(wall: wall, isSynchronised: true)) == [.problem])
        }
    }

    @Test("Too few descriptors and too little memory for the connections are found")
    func limits() {
        #expect(Check.judge(descriptors: 1_100, connections: 1_000).grade == .ok)
        #expect(Check.judge(descriptors: 1_099, connections: 1_000).grade == .warning)
        #expect(Check.judge(memoryBytes: 1_000 * 24 << 10, connections: 1_000).grade == .ok)
        #expect(
            Check.judge(memoryBytes: (1_000 * 24 << 10) - 1, connections: 1_000).grade == .warning)
        #expect(Check.judge(memoryBytes: nil, connections: 1).grade == .warning)
    }
}
