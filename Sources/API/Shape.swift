/// The form of a value: what the document says about it and what is checked are the same.
package indirect enum Shape: Hashable, Sendable {
    /// An object. Fields that it doesn't know are passed over: others may be added.
    case object([Field])
    case array(Shape, count: ClosedRange<Int>)
    /// - Parameter bytes: of UTF-8.
    case text(bytes: ClosedRange<Int>, Pattern = .line)
    case integer(ClosedRange<Int64>)
    /// 32 hexadecimal digits of either case.
    case id
    /// 64 hexadecimal digits of either case.
    case token
    /// Milliseconds since 1970.
    case time
    case truth
    case choice([String])
    /// A shape that has a name in the document.
    case named(String, Shape)

    /// A field of an object.
    package struct Field: Hashable, Sendable {
        package let name: String
        package let shape: Shape
        package let isRequired: Bool
        package let note: String?

        private init(_ name: String, _ shape: Shape, isRequired: Bool, _ note: String?) {
            self.name = name
            self.shape = shape
            self.isRequired = isRequired
            self.note = note
        }

        static func required(_ name: String, _ shape: Shape, _ note: String? = nil) -> Field {
            Field(name, shape, isRequired: true, note)
        }

        static func optional(_ name: String, _ shape: Shape, _ note: String? = nil) -> Field {
            Field(name, shape, isRequired: false, note)
        }
    }

    /// The signs that a text may have.
    package enum Pattern: Hashable, Sendable, CaseIterable {
        /// One line: no sign that isn't seen, but blanks.
        case line
        /// One line with something to be seen in it.
        case visible
        /// Several lines.
        case lines
        /// Whatever signs there are.
        case any
        /// A user name.
        case handle
        case email
        /// Base64url without padding.
        case base64url
        case hexadecimal
        /// Those of ASCII.
        case letters
        /// A way of the page behind its origin, which leads to no other: "/", and no second "/".
        case way
    }
}
