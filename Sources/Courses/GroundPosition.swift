/// A place on the ground, in units of 10⁻⁷ degree of WGS 84: one of them is 1.1 cm at most.
package struct GroundPosition: Hashable, Sendable {
    /// −90° … 90°
    package let latitudeE7: Int64
    /// −180° … 180°
    package let longitudeE7: Int64

    /// nil if there is no such place.
    package init?(latitudeE7: Int64, longitudeE7: Int64) {
        guard (-Self.right...Self.right).contains(latitudeE7),
            (-2 * Self.right...2 * Self.right).contains(longitudeE7)
        else { return nil }
        self.latitudeE7 = latitudeE7
        self.longitudeE7 = longitudeE7
    }

    /// The nearest place that can be said; nil if there is none.
    package init?(latitudeDegrees: Double, longitudeDegrees: Double) {
        guard abs(latitudeDegrees) <= 90, abs(longitudeDegrees) <= 180 else { return nil }
        self.init(
            latitudeE7: Int64((latitudeDegrees * 1e7).rounded()),
            longitudeE7: Int64((longitudeDegrees * 1e7).rounded()))
    }

    /// The middle of several; nil if there are none. Not for what spans the antimeridian.
    package init?(middleOf positions: [GroundPosition]) {
        guard !positions.isEmpty else { return nil }
        let count = Int64(positions.count)
        let (latitudes, longitudes) = positions.reduce((0, 0)) { sums, position in
            (sums.0 + position.latitudeE7, sums.1 + position.longitudeE7)
        }
        self.init(
            latitudeE7: Self.nearest(latitudes, over: count),
            longitudeE7: Self.nearest(longitudes, over: count))
    }

    private static let right: Int64 = 900_000_000

    private static func nearest(_ sum: Int64, over count: Int64) -> Int64 {
        Int64((Double(sum) / Double(count)).rounded())
    }
}

/// Distances in the plane that touches the ellipsoid half-way between two places. Over a few
/// hundred metres that agrees with the geodesic to less than a millimetre, over 100 km to 0.01 %,
/// and costs one cosine; a sphere would be wrong by half a per cent.
extension GroundPosition {
    package func metres(to other: GroundPosition) -> Double {
        let (east, north) = way(to: other)
        return (east * east + north * north).squareRoot()
    }

    /// Whether another place is no farther away than that; most that are cost no cosine.
    package func isNear(_ other: GroundPosition, metres: Double) -> Bool {
        // A degree of latitude is 110,574 m at least.
        let apart = Double(abs(latitudeE7 - other.latitudeE7)) / 1e7 * 110_574
        return apart <= metres && self.metres(to: other) <= metres
    }

    /// The way to another place, in metres to the east and to the north.
    package func way(to other: GroundPosition) -> (east: Double, north: Double) {
        let middle = Double(latitudeE7 + other.latitudeE7) / 2e7
        let scale = Self.metresPerDegree(atLatitude: middle)
        // The shorter way around the world.
        var degrees = Double(other.longitudeE7 - longitudeE7) / 1e7
        if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
        return (
            degrees * scale.east,
            Double(other.latitudeE7 - latitudeE7) / 1e7 * scale.north
        )
    }

    /// A degree of longitude and one of latitude in metres, on the ellipsoid WGS 84: the radii of
    /// curvature of the prime vertical and of the meridian.
    private static func metresPerDegree(
        atLatitude degrees: Double
    ) -> (east: Double, north: Double) {
        let equatorMetres = 6_378_137.0
        let eccentricitySquared = 0.006_694_379_990_141_3
        let cosine = cosine(ofDegrees: degrees)
        let width = 1 - eccentricitySquared * (1 - cosine * cosine)
        let vertical = equatorMetres / width.squareRoot()
        let meridian = vertical * (1 - eccentricitySquared) / width
        let radian = Double.pi / 180
        return (vertical * cosine * radian, meridian * radian)
    }

    /// The cosine of −90° … 90°, by its power series, whose fifteenth term is below the precision
    /// of the others: the C library has no place in what is pure.
    private static func cosine(ofDegrees degrees: Double) -> Double {
        let square = (degrees * Double.pi / 180) * (degrees * Double.pi / 180)
        var (sum, term) = (1.0, 1.0)
        for index in stride(from: 1.0, through: 27, by: 2) {
            term *= -square / (index * (index + 1))
            sum += term
        }
        return sum
    }
}
