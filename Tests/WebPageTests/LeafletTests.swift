import HTTP
import Testing
import WebPage

/// The pages that say what this is, one in each language.
@Suite("What this is, for whoever finds it")
struct LeafletTests {
    private static let page = WebPage.embedded()

    private static func text(_ path: String) -> String {
        String(decoding: page[path]?.body ?? [], as: UTF8.self)
    }

    /// What the first element that `pattern` matches says of itself.
    private static func found(_ pattern: String, in path: String) throws -> String {
        let match = try Regex(pattern, as: (Substring, Substring).self)
        return try String(#require(text(path).firstMatch(of: match), "\(path): \(pattern)").1)
    }

    @Test(
        "A list of results shows the whole title and description of each page, and no two the same",
        arguments: ["/index.html", "/about.html", "/um.html"])
    func listed(path: String) throws {
        let title = try Self.found("<title>([^<]+)</title>", in: path)
        let description = try Self.found("name=\"description\" content=\"([^\"]+)\"", in: path)
        #expect((30...60).contains(title.count), "\(title)")
        #expect((110...160).contains(description.count), "\(description.count)")
        #expect(title.contains("Folf"))
        for other in ["/index.html", "/about.html", "/um.html"] where other != path {
            #expect(try Self.found("<title>([^<]+)</title>", in: other) != title)
        }
    }

    @Test(
        "Each names its language, itself, and the other",
        arguments: [("/about", "en", "en_GB"), ("/um", "is", "is_IS")])
    func languages(address: String, language: String, locale: String) {
        let text = Self.text(address + ".html")
        #expect(text.contains("<html lang=\"\(language)\">"))
        #expect(text.contains("<link rel=\"canonical\" href=\"\(address)\">"))
        let alternates = [("en", "/about"), ("is", "/um"), ("x-default", "/about")]
        for (language, address) in alternates {
            let place = "hreflang=\"\(language)\" href=\"\(address)\""
            #expect(text.contains("<link rel=\"alternate\" \(place)>"))
        }
        #expect(text.contains("<meta property=\"og:locale\" content=\"\(locale)\">"))
        for name in ["title", "description", "type", "image", "site_name"] {
            #expect(text.contains("<meta property=\"og:\(name)\" content=\""), "\(name)")
        }
    }

    @Test("They are the same page in two languages", arguments: ["/about.html", "/um.html"])
    func sameShape(path: String) {
        let tags = { (path: String) in
            Self.text(path).matches(of: /<\/?([a-z0-9]+)/).map { String($0.1) }
        }
        #expect(tags(path) == tags("/about.html"))
        #expect(tags(path).count > 100)
    }

    @Test(
        "They run no script, load nothing but pictures, and are soon there",
        arguments: ["/about.html", "/um.html"])
    func small(path: String) throws {
        let file = try #require(Self.page[path])
        #expect(file.scriptHashes.isEmpty)
        #expect(file.styleHashes.count == 2)
        #expect(!Self.text(path).contains("<script"))
        #expect(!Self.text(path).contains("rel=\"stylesheet\""))
        #expect(try #require(file.compressed).count <= 4_800)
        for link in Self.text(path).matches(of: /(?:href|src)="(\/[^"]*)"/) {
            let isThere = Self.page[String(link.1)] != nil
            #expect(isThere || ["/", "/new", "/about", "/um"].contains(link.1), "\(link.1)")
        }
    }
}
