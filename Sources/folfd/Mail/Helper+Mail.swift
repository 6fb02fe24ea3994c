import Mail

extension Helper {
    /// What has become of a message.
    enum Delivery: Equatable {
        /// The server answers for it from now on.
        case taken
        /// The server will never take it: there is no such address.
        case refused(status: Int)
        /// Nobody answers for it; why.
        case failed(String)
    }

    private static let mailTimeoutSeconds = 60
    /// Curl's exit code where a server has refused a command (curl(1)), and its words where that
    /// was the sender: no letter of ours goes then, to whatever address.
    private static let refusedCode: Int32 = 55
    private static let senderRefused = "MAIL failed"
    /// What is said of an address that isn't any (RFC 5321 section 4.2.3).
    private static let refusals = 550...559

    /// Hands a message over to a mail server.
    ///
    /// - Parameter login: user and password.
    static func deliver(
        _ message: MailMessage, to recipient: MailAddress, by route: MailRoute, login: String?
    ) -> Delivery {
        let scheme = route.security == .complete ? "smtps" : "smtp"
        var settings = [
            // The path is what we say that we are.
            (name: "url", value: "\(scheme)://\(route.server.authority)/\(route.name)"),
            ("proto", "=smtp,smtps"), ("mail-from", "\(route.from)"),
            ("mail-rcpt", "\(recipient)"), ("upload-file", Program.attachmentPath),
            ("write-out", "%{response_code} %{errormsg}"),
        ]
        if route.security == .asked { settings.append(("ssl-reqd", "")) }
        if let login { settings.append(("user", login)) }
        let (ending, output) = curl(
            settings, attachment: message.bytes, timeoutSeconds: mailTimeoutSeconds,
            outputBytesMax: 512)
        guard ending != .exited(0) else { return .taken }
        let words = String(decoding: output, as: UTF8.self)
        let status = Int(words.prefix { $0 != " " }) ?? 0
        guard ending == .exited(refusedCode), refusals.contains(status) else {
            return .failed(reason(ending, status))
        }
        return words.contains(senderRefused)
            ? .failed("it takes no mail from --mail-from: it answers \(status)")
            : .refused(status: status)
    }

    private static func reason(_ ending: Program.Ending, _ status: Int) -> String {
        switch ending {
        case .exited(8), .exited(refusedCode): "it answers \(status)"
        case .exited(64): "it offers no secure connection"
        case .exited(67): "it doesn't take user and password"
        default: Failure(ending).reason
        }
    }
}
