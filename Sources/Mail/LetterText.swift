/// A letter's text, as a mail program shows it.
struct LetterText: Equatable {
    enum Paragraph: Equatable {
        case words(String)
        case link(String)
    }

    let title: String
    let paragraphs: [Paragraph]

    /// Every link in it leads to the server itself, and nobody but its owner has written a word of
    /// it, but for the name of a device.
    ///
    /// - Parameters:
    ///   - server: its name, such as "folf.example".
    ///   - address: where it is, such as "https://folf.example".
    init(_ letter: Letter, from server: String, at address: String) {
        switch letter.language {
        case .english: self = Self.english(letter.subject, server, address)
        case .icelandic: self = Self.icelandic(letter.subject, server, address)
        }
    }

    private init(_ title: String, _ paragraphs: Paragraph...) {
        self.title = title
        self.paragraphs = paragraphs
    }

    private static func english(
        _ subject: Letter.Subject, _ server: String, _ address: String
    ) -> LetterText {
        switch subject {
        case .confirmation(let link):
            LetterText(
                "Confirm your address at \(server)",
                .words(
                    "Somebody, most likely you, has given this address for an account at "
                        + "\(server). This link confirms it, and signs you in on the device "
                        + "that opens it:"),
                .link(link),
                .words(
                    "It works once, for an hour. If it wasn't you, there is nothing to do: without "
                        + "the link nobody gets anything by your address."))
        case .wayIn(let link):
            LetterText(
                "Sign in at \(server)",
                .words("This link signs you in at \(server), on the device that opens it:"),
                .link(link),
                .words(
                    "It works once, for an hour. Give it to nobody. If you haven't asked for it, "
                        + "there is nothing to do."))
        case .newDevice(let label):
            LetterText(
                "A new device signed in at \(server)",
                .words(
                    "Your account at \(server) was signed in to on a new device: \(shown(label))"),
                .words(
                    "If that was you, all is well. If it wasn't, sign the device out in your "
                        + "account and change your password:"),
                .link(address))
        case .addressLeft:
            LetterText(
                "This address left your account at \(server)",
                .words(
                    "This address doesn't belong to your account at \(server) any more: no way in "
                        + "and no word about the account come here from now on."),
                .words(
                    "If that was you, all is well. If it wasn't, sign in as you otherwise do, sign "
                        + "out the devices that you don't know, and change your password:"),
                .link(address))
        case .erased:
            LetterText(
                "Your account at \(server) was erased",
                .words(
                    "Your account at \(server) is erased, as was asked for: ways in, devices, "
                        + "friends, names and this address are gone. Your scores stay on the cards "
                        + "of those you played with, without your name."),
                .words("This is the last mail from here."))
        case .trial:
            LetterText(
                "Mail from \(server) arrives",
                .words("Whoever runs \(server) has tried whether its mail arrives. It does."))
        }
    }

    private static func icelandic(
        _ subject: Letter.Subject, _ server: String, _ address: String
    ) -> LetterText {
        switch subject {
        case .confirmation(let link):
            LetterText(
                "Staðfestu netfangið þitt hjá \(server)",
                .words(
                    "Einhver, líklegast þú, gaf upp þetta netfang fyrir aðgang hjá \(server). "
                        + "Þessi hlekkur staðfestir það og skráir þig inn í tækinu sem opnar "
                        + "hann:"),
                .link(link),
                .words(
                    "Hann virkar einu sinni, í eina klukkustund. Ef þetta varst ekki þú þarftu "
                        + "ekkert að gera: án hlekksins fær enginn neitt út á netfangið þitt."))
        case .wayIn(let link):
            LetterText(
                "Innskráning hjá \(server)",
                .words("Þessi hlekkur skráir þig inn hjá \(server), í tækinu sem opnar hann:"),
                .link(link),
                .words(
                    "Hann virkar einu sinni, í eina klukkustund. Láttu engan fá hann. Ef þú baðst "
                        + "ekki um hann þarftu ekkert að gera."))
        case .newDevice(let label):
            LetterText(
                "Nýtt tæki skráði sig inn hjá \(server)",
                .words("Skráð var inn á aðganginn þinn hjá \(server) í nýju tæki: \(shown(label))"),
                .words(
                    "Ef það varst þú er allt í lagi. Ef ekki skaltu skrá tækið út í aðganginum "
                        + "þínum og skipta um lykilorð:"),
                .link(address))
        case .addressLeft:
            LetterText(
                "Þetta netfang tilheyrir ekki lengur aðgangi þínum hjá \(server)",
                .words(
                    "Þetta netfang er ekki lengur skráð á aðganginn þinn hjá \(server): hingað "
                        + "berast hvorki innskráningarhlekkir né póstur um aðganginn framar."),
                .words(
                    "Ef það varst þú er allt í lagi. Ef ekki skaltu skrá þig inn á annan hátt, "
                        + "skrá út tæki sem þú þekkir ekki og skipta um lykilorð:"),
                .link(address))
        case .erased:
            LetterText(
                "Aðgangi þínum hjá \(server) var eytt",
                .words(
                    "Aðgangi þínum hjá \(server) hefur verið eytt, eins og beðið var um: "
                        + "nöfn, innskráningarleiðir, tæki, vinir og þetta netfang eru farin. "
                        + "Skorið þitt er áfram á kortum þeirra sem þú spilaðir með, án nafnsins "
                        + "þíns."),
                .words("Þetta er síðasti pósturinn héðan."))
        case .trial:
            LetterText(
                "Póstur frá \(server) kemst til skila",
                .words("Umsjón \(server) prófaði hvort póstur kæmist til skila. Það gerir hann."))
        }
    }

    /// What somebody else has written, on one line and within quotes.
    private static func shown(_ label: String) -> String {
        let signs = label.unicodeScalars.filter { !$0.properties.isControl && $0 != "\"" }
        return "\"" + String(String.UnicodeScalarView(signs)) + "\""
    }
}

extension Unicode.Scalar.Properties {
    /// Whether a sign ends lines, turns the direction of others, or isn't to be seen.
    fileprivate var isControl: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension LetterText {
    /// The text for those who read plain text.
    var plain: String {
        paragraphs.map { paragraph in
            switch paragraph {
            case .words(let text), .link(let text): text
            }
        }.joined(separator: "\n\n") + "\n"
    }

    /// The text as a page. It loads nothing, so that nobody is told when it is read.
    func page(in language: Letter.Language) -> String {
        let body = paragraphs.map { paragraph in
            switch paragraph {
            case .words(let text): "<p>\(Self.escaped(text))</p>"
            case .link(let link):
                "<p><a href=\"\(Self.escaped(link))\">\(Self.escaped(link))</a></p>"
            }
        }
        return """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head><meta charset="utf-8"><title>\(Self.escaped(title))</title></head>
            <body style="font: 1rem/1.5 sans-serif; max-width: 36rem">
            \(body.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for sign in text.unicodeScalars {
            switch sign {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(sign)
            }
        }
        return escaped
    }
}
