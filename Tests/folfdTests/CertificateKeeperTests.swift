import Foundation
import TLS
import TestSupport
import Testing

@testable import folfd

@Suite("What becomes of a certificate's files while the server runs")
struct CertificateKeeperTests {
    private let folder: TemporaryFolder
    private let files: CertificateFiles

    init() throws {
        folder = try TemporaryFolder()
        files = CertificateFiles(
            certificate: folder.path + "/chain.pem", key: folder.path + "/key.pem")
    }

    private func write(days: Int) throws {
        let identity = try TestAuthority.shared.get().identity("kept", days: days)
        try Data(identity.certificate).write(to: URL(filePath: files.certificate))
        try Data(identity.key).write(to: URL(filePath: files.key))
    }

    private func keeper(ticketMilliseconds: UInt64) throws -> CertificateKeeper {
        try CertificateKeeper(
            files, Logger(level: .error, format: .text, journal: nil),
            ticketMilliseconds: ticketMilliseconds)
    }

    @Test("Files that have changed are read without a signal, and those that haven't aren't")
    func changed() throws {
        try write(days: 10)
        let keeper = try keeper(ticketMilliseconds: CertificateKeeper.ticketMilliseconds)
        let (end, context) = (keeper.notAfterSeconds, keeper.credentials.current)
        keeper.look()
        #expect(keeper.credentials.current === context)
        try write(days: 20)
        keeper.look()
        #expect(keeper.notAfterSeconds >= end + 9 * 86_400)
        #expect(keeper.credentials.current !== context)
        #expect(keeper.refusals == 0)
    }

    @Test("A file that has become none is refused once, and the certificate stays")
    func refused() throws {
        try write(days: 10)
        let keeper = try keeper(ticketMilliseconds: CertificateKeeper.ticketMilliseconds)
        let (end, context) = (keeper.notAfterSeconds, keeper.credentials.current)
        try Data("nonsense".utf8).write(to: URL(filePath: files.certificate))
        keeper.look()
        keeper.look()
        #expect(keeper.refusals == 1)
        #expect(keeper.notAfterSeconds == end && keeper.credentials.current === context)
    }

    @Test("Session tickets get a new key when the time of the old one is over")
    func tickets() throws {
        try write(days: 10)
        let keeper = try keeper(ticketMilliseconds: 0)
        let (end, context) = (keeper.notAfterSeconds, keeper.credentials.current)
        keeper.look()
        #expect(keeper.credentials.current !== context)
        #expect(keeper.notAfterSeconds == end)
    }
}
