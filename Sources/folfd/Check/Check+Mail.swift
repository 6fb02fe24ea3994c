import Glibc
import SystemCalls

extension Check {
    /// Judges whether mail can go. Whether it does is shown by `folfd mail ADDRESS`.
    static func judgeMail(_ options: Options) -> [Finding] {
        guard let route = options.mail else {
            return [
                .ok(
                    "mail",
                    "none is set up (--mail): who has lost a password needs a recovery code, "
                        + "another device, or you")
            ]
        }
        let way =
            switch route.security {
            case .asked: "secured by STARTTLS"
            case .complete: "secured by TLS"
            case .none: "unsecured, on this machine"
            }
        return [
            .ok("mail", "goes from \(route.from) by \(route.server.authority), \(way)"),
            judgeLogin(route), judgeCurl("mail", to: "carry it"),
        ]
    }

    private static func judgeLogin(_ route: MailRoute) -> Finding {
        do throws(SystemError) {
            guard let login = try route.readLogin() else {
                return .ok("mail", "without user and password: none is set")
            }
            return login.contains(":")
                ? .ok("mail", "with user and password")
                : .problem("mail", "its password is to be USER:PASSWORD on one line")
        } catch {
            return .problem("mail", "user and password can't be read: \(error.text)")
        }
    }
}
