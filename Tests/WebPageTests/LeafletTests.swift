import HTTP
import Testing
import WebPage

/// The pages that are to be read, one in each language: what this is, and what is kept of whom.
@Suite("What is to be read, for whoever finds it")
struct LeafletTests {
    private static let page = WebPage.embedded()
    /// The address of each in English and in Icelandic.
    private static let subjects = [
        ("/about", "/um"), ("/privacy", "/personuvernd"), ("/api", "/forritaskil"),
    ]
    /// Where they may lead.
    private static let addresses =
        subjects.flatMap { [$0, $1] } + ["/", "/new", "/a/profile", "/a/data", "/a/write"]
        + ["/api/v1/openapi.json", "/api/v1/problems"]
    private static let files = subjects.flatMap { ["\($0).html", "\($1).html"] }

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
        arguments: ["/index.html"] + files)
    func listed(path: String) throws {
        let title = try Self.found("<title>([^<]+)</title>", in: path)
        let description = try Self.found("name=\"description\" content=\"([^\"]+)\"", in: path)
        #expect((30...60).contains(title.count), "\(title)")
        #expect((110...160).contains(description.count), "\(description.count)")
        #expect(title.contains("Folf"))
        for other in ["/index.html"] + Self.files where other != path {
            #expect(try Self.found("<title>([^<]+)</title>", in: other) != title)
        }
    }

    @Test("Each names its language, itself, and the other", arguments: subjects)
    func languages(english: String, icelandic: String) {
        let alternates = [("en", english), ("is", icelandic), ("x-default", english)]
        for (address, language, locale) in [
            (english, "en", "en_GB"), (icelandic, "is", "is_IS"),
        ] {
            let text = Self.text(address + ".html")
            #expect(text.contains("<html lang=\"\(language)\">"))
            #expect(text.contains("<link rel=\"canonical\" href=\"\(address)\">"))
            for (language, address) in alternates {
                let place = "hreflang=\"\(language)\" href=\"\(address)\""
                #expect(text.contains("<link rel=\"alternate\" \(place)>"))
            }
            #expect(text.contains("<meta property=\"og:locale\" content=\"\(locale)\">"))
            for name in ["title", "description", "type", "image", "site_name"] {
                #expect(text.contains("<meta property=\"og:\(name)\" content=\""), "\(name)")
            }
        }
    }

    @Test("They are the same page in two languages", arguments: subjects)
    func sameShape(english: String, icelandic: String) {
        let tags = { (address: String) in
            Self.text(address + ".html").matches(of: /<\/?([a-z0-9]+)/).map { String($0.1) }
        }
        #expect(tags(icelandic) == tags(english))
        #expect(tags(english).count > 90)
    }

    @Test(
        "They run no script, load nothing but pictures, and are soon there", arguments: files)
    func small(path: String) throws {
        let file = try #require(Self.page[path])
        #expect(file.scriptHashes.isEmpty)
        #expect(file.styleHashes.count == 2)
        #expect(!Self.text(path).contains("<script"))
        #expect(!Self.text(path).contains("rel=\"stylesheet\""))
        #expect(try #require(file.compressed).count <= 5_800)
        for link in Self.text(path).matches(of: /(?:href|src)="(\/[^"]*)"/) {
            let isThere = Self.page[String(link.1)] != nil
            #expect(isThere || Self.addresses.contains(String(link.1)), "\(link.1)")
        }
    }
}
