/// The table of all that the API can be asked for. Everything that is said of an operation in more
/// than one place comes from here: where it is, what its parts look like and how long they may be,
/// who may ask for it, and the document for developers.
package enum APITable {
    /// What all paths of the API begin with.
    package static let root = "/api/v1"

    /// The routes, in the order of the document.
    package static let routes =
        server + signingIn + account + devices + passkeys + links + records + people + inbox
        + programs + games

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
        "account": .id, "credential": .credential, "device": .id, "friend": .id, "handle": .handle,
        "id": .id, "key": .id, "link": .id, "lobby": .id, "person": .id,
    ]
}
