/// The bounds of what is imported. Bytes are of UTF-8.
package enum ImportLimits {
    package static let fileBytesMax = 64 << 20
    /// Objects and lists in each other.
    package static let depthMax = 16
    package static let fieldsMax = 512
    /// Elements of a map, or rows of a list.
    package static let elementsMax = 500_000
    package static let coursesMax = 50_000
    /// Points of one line or area.
    package static let pointsMax = 20_000
    package static let layoutsPerCourseMax = 50
    package static let holesPerLayoutMax = 72
    package static let teesPerHoleMax = 8
    package static let nameBytesMax = 64
    package static let labelBytesMax = 8
    package static let textBytesMax = 256
    package static let pars = 1...20
    package static let lengthsMetres = 1...2_000
    /// Warnings that are told one by one.
    package static let warningsMax = 10_000
}
