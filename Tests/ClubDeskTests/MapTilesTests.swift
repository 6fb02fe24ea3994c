import Documents
import HTTP
import Testing

@testable import API
@testable import ClubDesk

@Suite("Tiles of a map")
struct MapTilesTests {
    @Test(
        "An address has its three places, comes by https, and its origin is what a policy names",
        arguments: [
            ("https://tile.example/{z}/{x}/{y}.png", "https://tile.example"),
            ("https://tile.example:8443/a/{z}/{y}/{x}@2x.png?k=1", "https://tile.example:8443"),
        ])
    func good(template: String, origin: String) {
        let tiles = MapTiles(template: template, credit: "© the mappers")
        #expect(tiles?.origin == origin && tiles?.template == template)
    }

    @Test(
        "What would say something else in a policy, or is no such address, is refused",
        arguments: [
            "http://tile.example/{z}/{x}/{y}.png", "https:///{z}/{x}/{y}.png", "{z}{x}{y}",
            "https://tile.example/{z}/{x}.png", "https://tile.example/{z}/{x}/{y}/{y}.png",
            "https://tile.example; script-src *//{z}/{x}/{y}", "https://*/{z}/{x}/{y}.png",
            "https://Tile.example/{z}/{x}/{y}.png", "https://a@b/{z}/{x}/{y}.png",
            "https://tile.example/{z}/{x}/{y}/\u{E9}.png",
            "https://tile.example/{z}/{x}/{y}/" + String(repeating: "a", count: 256),
        ])
    func bad(template: String) {
        #expect(MapTiles(template: template, credit: "us") == nil)
        #expect(MapTiles(template: "https://a/{z}/{x}/{y}", credit: "") == nil)
    }

    @Test("The server tells where its tiles are, and nothing if it has none")
    func told() throws {
        #expect(try DeskFixture().ask(.get, "/about")["tiles"] == nil)
        let tiles = MapTiles(template: "https://tile.example/{z}/{x}/{y}.png", credit: "© us")
        let about = try DeskFixture { $0.tiles = tiles }.ask(.get, "/about")
        #expect(about["tiles"]?["url"] == "https://tile.example/{z}/{x}/{y}.png")
        #expect(about["tiles"]?["credit"] == "© us")
    }
}
