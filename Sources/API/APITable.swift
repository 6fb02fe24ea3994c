/// The table of all that the API can be asked for. Everything that is said of an operation in more
/// than one place comes from here: where it is, what its parts look like and how long they may be,
/// who may ask for it, and the document for developers.
package enum APITable {
    /// What all paths of the API begin with.
    package static let root = "/api/v1"

    /// The routes by what they are about, in the order of the document.
    static let groups: [(name: String, description: String, routes: [APIRoute])] = [
        ("server", "The server itself, and what needs no account.", server),
        ("signing in", "The ways to an account.", signingIn),
        ("account", "The account's own fields.", account),
        ("devices", "Where the account is signed in, and as whom it has played.", devices),
        ("passkeys", "Keys that a device or a key ring keeps.", passkeys),
        ("links", "A signed-in device lets another one in.", links),
        ("records", "What is kept about the account, to be taken along or erased.", records),
        ("people", "Friends, and who may see whom.", people),
        ("inbox", "What waits for an answer.", inbox),
        ("programs", "Tokens by which programs may read.", programs),
        ("games", "Games as JSON and as tables.", games),
        ("columns", "Whom the columns of guests are about, once a game is locked.", columns),
        ("courses", "The catalogue of courses, which anybody may read and take along.", courses),
        ("changes of courses", "What people do to courses.", courseChanges),
        ("comments", "What people say of courses.", courseComments),
        ("results", "What rounds have come to.", results),
    ]

    /// The routes, in the order of the document.
    package static let routes = groups.flatMap(\.routes)

    private static let places: [APIOperation: Int] = Dictionary(
        uniqueKeysWithValues: routes.enumerated().map { ($1.operation, $0) })

    /// The route of an operation.
    package static func route(_ operation: APIOperation) -> APIRoute {
        guard let place = places[operation] else {
            preconditionFailure("each operation has a route")
        }
        return routes[place]
    }

    /// The shape of a path's parameter.
    package static func parameter(_ name: String) -> Shape {
        guard let shape = parameters[name] else {
            preconditionFailure("each name in a path has a shape")
        }
        return shape
    }

    private static let parameters: [String: Shape] = [
        "account": .id, "change": .id, "claim": .id, "comment": .id, "country": .country,
        "course": .id, "credential": .credential, "device": .id, "friend": .id,
        "handle": .handle, "id": .id, "key": .id, "link": .id, "lobby": .id, "person": .id,
        "ticket": .ticket,
    ]
}
