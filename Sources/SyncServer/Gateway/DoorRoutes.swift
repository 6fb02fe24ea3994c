import Structures

/// The tables of all doors.
struct DoorRoutes: Sendable {
    private let front: ServerRoutes
    private let redirect: ServerRoutes
    private let metrics: ServerRoutes
    private let control: ServerRoutes

    init(_ configuration: ServerConfiguration) {
        front = ServerRoutes(configuration, at: .front)
        redirect = ServerRoutes(configuration, at: .redirect)
        metrics = ServerRoutes(configuration, at: .metrics)
        control = ServerRoutes(configuration, at: .control)
    }

    subscript(door: Door) -> ServerRoutes {
        switch door {
        case .front: front
        case .redirect: redirect
        case .metrics: metrics
        case .control: control
        }
    }
}
