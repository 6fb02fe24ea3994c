/// What the server has to say to somebody who has an account.
package struct Letter: Hashable, Sendable {
    package enum Language: String, CaseIterable, Sendable {
        case english = "en"
        case icelandic = "is"
    }

    package enum Subject: Hashable, Sendable {
        /// Confirms the address; the link signs in whoever opens it.
        case confirmation(link: String)
        /// Signs in whoever opens the link.
        case wayIn(link: String)
        /// - Parameter label: what the device calls itself.
        case newDevice(label: String)
        /// To an address that was an account's and isn't any more.
        case addressLeft
        case erased
        /// Whoever runs the server wants to know whether mail arrives.
        case trial
    }

    package var to: MailAddress
    package var language: Language
    package var subject: Subject

    package init(to: MailAddress, language: Language, subject: Subject) {
        self.to = to
        self.language = language
        self.subject = subject
    }
}

extension Letter.Subject {
    /// The kind of the letter, for the log.
    package var name: String {
        switch self {
        case .confirmation: "confirmation"
        case .wayIn: "way_in"
        case .newDevice: "new_device"
        case .addressLeft: "address_left"
        case .erased: "erased"
        case .trial: "trial"
        }
    }
}
