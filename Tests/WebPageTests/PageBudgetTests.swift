import HTTP
import Testing
import WebPage

/// Bounds the bytes of the page that a browser is sent before a person can do something,
/// uncompressed. Whoever makes the page larger changes a number here.
struct PageBudgetTests {
    private static let page = WebPage.embedded()

    private func text(_ path: String) -> String {
        String(decoding: Self.page[path]?.body ?? [], as: UTF8.self)
    }

    private func byteCount(_ paths: Set<String>) -> Int {
        paths.reduce(0) { sum, path in
            let size = Self.page[path]?.body.count
            #expect(size != nil, "\(path) isn't part of the page")
            return sum + (size ?? 0)
        }
    }

    /// No browser asks for these before somebody puts the page beside their apps.
    private static func isPicture(_ path: String) -> Bool { path.hasSuffix(".png") }

    /// What is only to be read, which nobody needs who keeps score.
    private static func isLeaflet(_ path: String) -> Bool {
        path.hasSuffix(".html") && path != "/index.html"
    }

    /// The files that index.html names and its script asks for on every screen, with the longer of
    /// the languages.
    private var everywhere: Set<String> {
        let named = text("/index.html").matches(of: #/<[ls][^>]* (?:href|src)="(/[^"]+)"/#)
        let languages = ["/ui/strings.en.js", "/ui/strings.is.js"]
        let longer = languages.max { text($0).utf8.count < text($1).utf8.count } ?? ""
        let files = named.map { String($0.1) }.filter { !Self.isPicture($0) }
        return Set(files + [longer, "/index.html"])
    }

    @Test("The first screen takes no more than it did")
    func first() {
        #expect(everywhere.contains("/ui/app.js"))
        let home: Set = ["/ui/screens/home.js", "/home.css"]
        #expect(byteCount(everywhere.union(home)) <= 73_000)
    }

    @Test("Joining from a link and keeping score takes no more than it did, in few files")
    func joining() {
        let game: Set = ["/device/game.js", "/ui/play.js", "/card.css"]
        for path in game { #expect(text("/index.html").contains("'\(path)'"), "asked for at once") }
        #expect(byteCount(everywhere.union(game)) <= 164_000)
        #expect(everywhere.union(game).count <= 8)
    }

    @Test("An account's screens, loaded once one is opened, take no more than they did")
    func account() {
        let common: Set = ["/ui/account.js", "/account.css", "/ui/account.is.js"]
        let own: Set = ["/ui/own.js", "/ui/own.is.js"]
        #expect(byteCount(common) <= 63_000)
        #expect(byteCount(own) <= 42_000)
        for name in ["account", "own"] {
            let (english, icelandic) = (text("/ui/\(name).en.js"), text("/ui/\(name).is.js"))
            #expect(english.utf8.count <= icelandic.utf8.count)
        }
        #expect(everywhere.isDisjoint(with: common.union(own)))
    }

    @Test("What finds a course, loaded once somebody looks for one, takes no more than it did")
    func courses() {
        let area: Set = [
            "/ui/courses.js", "/courses.css", "/home.css", "/ui/courses.is.js",
            "/device/catalogue.js", "/device/notebooks.js",
        ]
        #expect(byteCount(area) <= 61_440)
        #expect(everywhere.isDisjoint(with: area))
    }

    @Test("The whole page takes no more than it did")
    func everything() {
        let paths = Self.page.keys.filter { !Self.isPicture($0) && !Self.isLeaflet($0) }
        #expect(byteCount(Set(paths)) <= 632_000)
    }

    @Test("What is only to be read takes no more than it did, in each language")
    func leaflets() {
        let paths = Self.page.keys.filter(Self.isLeaflet)
        #expect(paths.count == 6)
        for path in paths { #expect(byteCount([path]) <= 16_000) }
    }

    @Test("The pictures for phones take no more than they did")
    func pictures() {
        let paths = Self.page.keys.filter(Self.isPicture)
        #expect(byteCount(Set(paths)) <= 45_000)
    }
}
