import Documents

/// A course as a file has it that somebody wants to import.
package struct ImportedCourse: Hashable, Sendable {
    package var name: String?
    /// What it is in the place where it comes from, as in `osm:way/123`.
    package var source: String
    package var position: GroundPosition?
    /// How many holes it is said to have, whether or not they are there.
    package var holesDeclared: Int?
    package var basketCount = 0
    package var teeCount = 0
    package var country: String?
    package var place: String?
    package var fee: String?
    package var access: String?
    package var website: String?
    package var layouts: [ImportedLayout] = []
}

extension ImportedCourse {
    /// Counts what its layouts have: each place once, however many layouts share it.
    mutating func countTeesAndBaskets() {
        let holes = layouts.flatMap(\.holes)
        basketCount = Set(holes.compactMap(\.basket)).count
        teeCount = Set(holes.flatMap(\.tees).compactMap(\.position)).count
    }
}

package struct ImportedLayout: Hashable, Sendable {
    package var name: String?
    package var source: String?
    /// Whether the order of its holes was said, and not guessed.
    package var isOrderTrusted = true
    package var holes: [ImportedHole]
    /// The day from which it isn't played any more, as in 2026-11-25.
    package var endsOn: String?

    package var par: Int { holes.reduce(0) { $0 + $1.par } }

    /// A label for the next hole that no other has.
    var freeLabel: String {
        let labels = Set(holes.map(\.label))
        var label = "\(holes.count + 1)"
        while labels.contains(label) { label += "'" }
        return label
    }
}

package struct ImportedHole: Hashable, Sendable {
    package var label: String
    package var par: Int
    /// Whether nobody has said a par.
    package var isParAssumed: Bool
    /// As a sign has it, or else as it is drawn; of the first tee.
    package var lengthMetres: Int?
    package var drawnMetres: Int?
    package var basket: GroundPosition?
    package var tees: [ImportedTee]
}

package struct ImportedTee: Hashable, Sendable {
    package var name: String?
    package var position: GroundPosition?
    package var lengthMetres: Int?
    package var par: Int
    package var source: String?
}

/// What is odd in a file, and was read nevertheless, or passed over.
package struct ImportWarning: Hashable, Sendable {
    package enum Code: String, CaseIterable, Sendable {
        /// An element, or a point of it, lies nowhere on earth.
        case badPosition = "bad_position"
        /// A file doesn't say where an element lies.
        case noPosition = "no_position"
        /// What has no id that can be read, or isn't what it should be.
        case badElement = "bad_element"
        case noName = "no_name"
        /// A course whose name is that of a hole: "7", "Braut 7".
        case namedLikeHole = "named_like_hole"
        case courseTwice = "course_twice"
        /// A hole whose line ends where it begins.
        case holeClosed = "hole_closed"
        /// A hole that is a point: it has no tee and no basket.
        case holeIsNode = "hole_is_node"
        /// A hole that is drawn from its basket to its tee.
        case holeTurned = "hole_turned"
        /// A hole that belongs to no course, and lies near none.
        case holeWithoutCourse = "hole_without_course"
        case layoutWithoutHoles = "layout_without_holes"
        case orderGuessed = "order_guessed"
        /// Two holes with one number, whose baskets lie apart.
        case twoBaskets = "two_baskets"
        case labelTwice = "label_twice"
        case parAssumed = "par_assumed"
        case badPar = "bad_par"
        case badLength = "bad_length"
        /// What is said of a length is far from what is drawn.
        case lengthDiffers = "length_differs"
        case tooManyHoles = "too_many_holes"
        case tooManyLayouts = "too_many_layouts"
        case tooManyTees = "too_many_tees"
        case textCut = "text_cut"
        /// A row or element of a list that is unlike the others.
        case badRow = "bad_row"
        case rowTwice = "row_twice"
        /// More is odd than is told.
        case tooManyWarnings = "too_many_warnings"
    }

    package let code: Code
    /// The line, counted from 1, or the id of the element.
    package let place: String
    package let detail: String

    package init(_ code: Code, at place: String, _ detail: String = "") {
        self.code = code
        self.place = place
        self.detail = detail
    }
}

/// What a file holds.
package struct CourseImport: Hashable, Sendable {
    package let form: Form
    package var courses: [ImportedCourse] = []
    package var warnings: [ImportWarning] = []
    package var licence: String?
    package var attribution: String?
}

/// Why nothing of a file was taken.
package enum ImportRefusal: Error, Hashable, Sendable {
    case tooLarge(bytesMax: Int)
    case notUTF8
    /// Neither JSON nor a table, or JSON that ends too early, lies too deep or is too wide.
    case unreadable
    /// It can be read, and is none of the forms.
    case unknownForm
    case tooManyElements(max: Int)
    case tooManyCourses(max: Int)
}
