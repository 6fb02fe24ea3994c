/// What says something in one language to whoever wants to know, without a script.
struct Leaflet {
    /// What it is about; those about the same say it in other languages.
    enum Subject {
        /// What this is.
        case about
        /// What is kept of whom, and why.
        case privacy
        /// How programs ask for what isn't played.
        case programs
    }

    let subject: Subject
    let language: String
    let path: String

    static let all = [
        Leaflet(subject: .about, language: "en", path: "/about"),
        Leaflet(subject: .about, language: "is", path: "/um"),
        Leaflet(subject: .privacy, language: "en", path: "/privacy"),
        Leaflet(subject: .privacy, language: "is", path: "/personuvernd"),
        Leaflet(subject: .programs, language: "en", path: "/api"),
        Leaflet(subject: .programs, language: "is", path: "/forritaskil"),
    ]

    /// The path of its file in the page's folder.
    var file: String { path + ".html" }
}
