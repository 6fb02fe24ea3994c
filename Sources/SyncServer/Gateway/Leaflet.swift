/// What says in one language what this is, to whoever finds it.
struct Leaflet {
    let language: String
    let path: String
    /// The path of its file in the page's folder.
    let file: String

    static let all = [
        Leaflet(language: "en", path: "/about", file: "/about.html"),
        Leaflet(language: "is", path: "/um", file: "/um.html"),
    ]
}
