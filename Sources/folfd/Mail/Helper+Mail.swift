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
    /// Curl's exit code where a server has refused a command (curl(1)).
    private static let refusedCode: Int32 = 55
    /// The bytes of all answers of a server that are looked at.
    private static let answersBytesMax = 16 * 1024

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
            ("dump-header", "-"), ("write-out", "\n%{response_code} %{errormsg}"),
        ]
        if route.security == .asked { settings.append(("ssl-reqd", "")) }
        if let login { settings.append(("user", login)) }
        let (ending, output) = curl(
            settings, attachment: message.bytes, timeoutSeconds: mailTimeoutSeconds,
            outputBytesMax: answersBytesMax)
        guard ending != .exited(0) else { return .taken }
        let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = lines.last ?? ""
        let status = Int(words.prefix { $0 != " " }) ?? 0
        guard ending == .exited(refusedCode) else { return .failed(reason(ending, status)) }
        let answer = lines.last { $0.hasPrefix("\(status) ") && $0 != words }
        return isAboutAddress(status, words: words, answer: answer.map(String.init) ?? "")
            ? .refused(status: status) : .failed(reason(ending, status))
    }

    /// Whether it was the address to which a letter goes that was refused, for good. Many servers
    /// say only then what they have against its sender, or against us: the enhanced code tells
    /// (RFC 3463 section 3: X.1 addresses, of which 7 and 8 are the sender's; X.2 mailboxes).
    /// Without one it is believed what RFC 5321 section 4.2.3 has for addresses.
    static func isAboutAddress(_ status: Int, words: Substring, answer: String) -> Bool {
        guard words.contains("RCPT failed"), (550...553).contains(status) else { return false }
        let code = answer.split(separator: " ").dropFirst().first?.split(separator: ".") ?? []
        guard code.count == 3, code[0] == "5", let detail = Int(code[2]) else { return true }
        return (code[1] == "1" && detail != 7 && detail != 8) || code[1] == "2"
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
