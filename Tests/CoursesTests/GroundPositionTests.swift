import Testing

@testable import Courses

@Suite("Places on the ground")
struct GroundPositionTests {
    private func position(_ latitude: Double, _ longitude: Double) throws -> GroundPosition {
        try #require(GroundPosition(latitudeDegrees: latitude, longitudeDegrees: longitude))
    }

    @Test("What lies nowhere is none, and the poles and the antimeridian are the last that are")
    func bounds() {
        for (latitude, longitude) in [
            (90.0000001, 0), (-91, 0), (0, 180.0000001), (0, -181), (.nan, 0), (0, .infinity),
        ] {
            #expect(
                GroundPosition(latitudeDegrees: latitude, longitudeDegrees: longitude) == nil)
        }
        for (latitude, longitude) in [(90.0, 180.0), (-90, -180)] {
            #expect(
                GroundPosition(latitudeDegrees: latitude, longitudeDegrees: longitude) != nil)
        }
        #expect(GroundPosition(latitudeE7: .max, longitudeE7: .min) == nil)
    }

    /// Geodesics on WGS 84 as GeographicLib 2.0 has them (Karney, Algorithms for geodesics, 2013).
    @Test(
        "Distances are those of geodesics, to a millimetre where discs fly",
        arguments: [
            (0.0, 0.0, 0.0, 0.001, 111.3195), (0, 0, 0.001, 0, 110.5743),
            (60, 0, 60, 0.001, 55.8), (60, 0, 60.001, 0, 111.4123),
            (89.9995, 0, 90, 0, 55.847), (64.1, -21.9, 64.102, -21.896, 296.2145),
            (-17, 179.999, -16.999, -179.999, 240.0101),
        ])
    func distances(
        latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
        metres: Double
    ) throws {
        let found = try position(latitude, longitude)
            .metres(to: position(otherLatitude, otherLongitude))
        #expect(abs(found - metres) < 0.001, "\(found)")
    }

    @Test("Over seventy kilometres they are as good to a hundredth of a per cent")
    func farAway() throws {
        let found = try position(64, -21).metres(to: position(64.5, -20))
        #expect(abs(found / 73_881.2201 - 1) < 0.0001, "\(found)")
    }

    @Test("The way goes over the antimeridian where that is shorter, and says east and north")
    func way() throws {
        let (east, north) = try position(-17, 179.999).way(to: position(-16.999, -179.999))
        #expect((212.9...213).contains(east) && (110.6...110.7).contains(north))
        let back = try position(-16.999, -179.999).way(to: position(-17, 179.999))
        #expect(back.east == -east && back.north == -north)
    }

    @Test("The middle of several is where all of them together are in balance; of none, nowhere")
    func middle() throws {
        let places = try [position(1, 1), position(2, 3), position(6, 5)]
        #expect(try GroundPosition(middleOf: places) == position(3, 3))
        #expect(GroundPosition(middleOf: []) == nil)
    }
}
