import Mail
import Structures
import SystemCalls

/// Where mail is handed over, and as whom.
struct MailRoute: Equatable, Sendable {
    enum Security: String, CaseIterable, Sendable {
        /// Asked for by STARTTLS (RFC 3207), and insisted on.
        case asked = "smtp"
        /// From the first byte (RFC 8314).
        case complete = "smtps"
        /// None, to a server on this machine.
        case none = "smtp+plain"
    }

    /// User and password, with a colon between.
    enum Login: Equatable, Sendable {
        /// In the first line of a file.
        case file(String)
        case text(String)
    }

    private static let loginBytesMax = 1_024

    let security: Security
    let server: Address
    let from: MailAddress
    /// Nil: the server takes mail from whoever reaches it.
    let login: Login?
    /// By which we are known, such as "folf.example".
    let name: String

    /// Where letters say that we are.
    var address: String { "https://" + name }
    var sender: MailMessage.Sender { .init(from: from, server: name, address: address) }

    /// User and password as they are now; nil if there are none.
    func readLogin() throws(SystemError) -> String? {
        switch login {
        case nil: return nil
        case .text(let text): return text
        case .file(let path):
            let bytes = try contents(of: path, bytesMax: Self.loginBytesMax)
            return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        }
    }
}

extension Options {
    /// User and password themselves, for those who have no place for a file.
    static let mailPasswordVariable = "FOLFD_MAIL_PASSWORD"

    /// What is typed for the way of mail.
    struct MailWords {
        var url: String?
        var from: String?
        var passwordFile: String?
        /// User and password.
        var password: String?
    }

    /// - Parameter name: of the server.
    static func mailRoute(
        _ words: MailWords, name: String?
    ) throws(OptionError) -> MailRoute? {
        guard let url = words.url else { return nil }
        guard let name, let typed = words.from else {
            throw OptionError(reason: "--mail needs --mail-from, and --name for its links")
        }
        let from = try mailAddress(typed)
        let (security, server) = try mailServer(url)
        return MailRoute(
            security: security, server: server, from: from,
            login: words.passwordFile.map { .file($0) } ?? words.password.map { .text($0) },
            name: name)
    }

    static func mailAddress(_ text: String) throws(OptionError) -> MailAddress {
        guard let address = MailAddress(text) else {
            throw OptionError(
                reason: "an address for mail is one such as folf@folf.example, of signs that need "
                    + "no quotes")
        }
        return address
    }

    private static func mailServer(
        _ url: String
    ) throws(OptionError) -> (MailRoute.Security, Address) {
        guard
            let security = MailRoute.Security.allCases.first(where: {
                url.hasPrefix($0.rawValue + "://")
            })
        else {
            throw OptionError(reason: "--mail is smtp://HOST:PORT or smtps://HOST:PORT")
        }
        let server = try address(
            String(url.dropFirst(security.rawValue.utf8.count + 3)), named: "--mail")
        guard PeerAddress(server.host) != nil || (try? hostName(server.host, named: "")) != nil
        else { throw OptionError(reason: "--mail leads to a server and a port, such as mail:587") }
        guard security != .none || server.isHere else {
            throw OptionError(
                reason: "--mail smtp+plain:// leads to this machine only; smtp:// asks any other "
                    + "for a secure connection")
        }
        return (security, server)
    }
}

extension Address {
    /// Whether it is on this machine, whatever its resolver says.
    var isHere: Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }
}
