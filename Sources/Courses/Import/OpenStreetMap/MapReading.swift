import Documents

/// Reads the elements of a map out of one of the two forms in which they are handed around.
struct MapReading {
    private(set) var elements: [MapElement] = []
    private(set) var warnings: [ImportWarning] = []
    private var places: [String: Int] = [:]

    /// The points of nodes, for ways that have only their ids.
    private var nodes: [String: GroundPosition] = [:]

    private mutating func add(_ element: MapElement) {
        // The same way comes once with each relation that it is part of.
        guard places[element.id] == nil else { return }
        places[element.id] = elements.count
        elements.append(element)
    }

    private mutating func warn(_ code: ImportWarning.Code, _ place: String, _ detail: String = "") {
        warnings.append(ImportWarning(code, at: place, detail))
    }

    private static func tags(_ value: JSONValue?) -> [String: String] {
        guard case .object(let object)? = value else { return [:] }
        var tags: [String: String] = [:]
        for field in object.fields { tags[field.name] = field.value.textOfScalar }
        return tags
    }
}

// The JSON of Overpass: nodes, ways with `geometry` or the ids of their nodes, and relations with
// members (wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL, "out geom").
extension MapReading {
    init(overpass values: [JSONValue]) {
        for value in values where value["type"]?.string == "node" {
            guard let id = Self.id(value), let position = Self.position(value) else { continue }
            nodes[id] = position
        }
        for (place, value) in values.enumerated() {
            guard let id = Self.id(value) else {
                warn(.badElement, "element/\(place + 1)")
                continue
            }
            guard let element = element(id, value) else { continue }
            add(element)
        }
    }

    private static func id(_ value: JSONValue, number: String = "id") -> String? {
        guard let kind = value["type"]?.string, ["node", "way", "relation"].contains(kind),
            let number = value[number]?.integer
        else { return nil }
        return "\(kind)/\(number)"
    }

    private static func isArea(_ role: String) -> Bool { role == "outer" || role == "inner" }

    private static func position(_ value: JSONValue?) -> GroundPosition? {
        guard let latitude = value?["lat"]?.number, let longitude = value?["lon"]?.number
        else { return nil }
        return GroundPosition(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }

    private mutating func element(_ id: String, _ value: JSONValue) -> MapElement? {
        var element = MapElement(id: id, tags: Self.tags(value["tags"]))
        if element.isNode {
            guard let position = nodes[id] else {
                warn(value["lat"] == nil ? .noPosition : .badPosition, id)
                return nil
            }
            element.line = [position]
            return element
        }
        element.centre = Self.position(value["center"]) ?? Self.middle(ofBounds: value["bounds"])
        if let members = value["members"]?.elements {
            for member in members {
                guard let id = Self.id(member, number: "ref") else { continue }
                element.members.append(.init(id: id))
                let role = member["role"]?.string ?? ""
                let isPart =
                    role.isEmpty ? element.tags["type"] == "multipolygon" : Self.isArea(role)
                if isPart, member["type"]?.string == "way",
                    let line = line(member["geometry"], nodes: nil, of: id)
                {
                    element.outlines.append(line)
                }
            }
            return element
        }
        element.line = line(value["geometry"], nodes: value["nodes"], of: id) ?? []
        return element
    }

    /// The points of a way; those that lie nowhere are left out, and told.
    private mutating func line(
        _ geometry: JSONValue?, nodes ids: JSONValue?, of id: String
    ) -> [GroundPosition]? {
        if let points = geometry?.elements {
            guard points.count <= ImportLimits.pointsMax else {
                warn(.badElement, id, "\(points.count) points")
                return nil
            }
            // What lies beyond a box that was asked for has no point.
            let known = points.filter { $0 != .nothing }
            let line = known.compactMap { Self.position($0) }
            if line.count < known.count { warn(.badPosition, id) }
            return line
        }
        guard let ids = ids?.elements, ids.count <= ImportLimits.pointsMax else { return nil }
        return ids.compactMap { $0.integer.flatMap { nodes["node/\($0)"] } }
    }

    private static func middle(ofBounds bounds: JSONValue?) -> GroundPosition? {
        guard let south = bounds?["minlat"]?.number, let north = bounds?["maxlat"]?.number,
            let west = bounds?["minlon"]?.number, let east = bounds?["maxlon"]?.number
        else { return nil }
        return GroundPosition(
            latitudeDegrees: (south + north) / 2, longitudeDegrees: (west + east) / 2)
    }
}

// GeoJSON (RFC 7946) as overpass turbo writes it: the id in `@id`, and the relations that an
// element belongs to in `@relations`, with their tags, but without the order of their members.
extension MapReading {
    init(features: [JSONValue]) {
        var relations: [(id: String, tags: [String: String], members: [MapElement.Member])] = []
        var relationPlaces: [String: Int] = [:]
        for (place, feature) in features.enumerated() {
            let properties = feature["properties"]
            guard let id = properties?["@id"]?.string ?? feature["id"]?.string, Self.isID(id)
            else {
                warn(.badElement, "feature/\(place + 1)")
                continue
            }
            var element = MapElement(id: id, tags: Self.tags(properties))
            let geometry = feature["geometry"]
            read(geometry, into: &element)
            if element.isNode, element.line.isEmpty { continue }
            // Only the middle of a line or area was asked for.
            if !element.isNode, element.line.count == 1 {
                element.centre = element.line.first
                element.line = []
            }
            add(element)
            for relation in properties?["@relations"]?.elements ?? [] {
                guard let number = relation["rel"]?.integer else { continue }
                let relationID = "relation/\(number)"
                let at = relationPlaces[relationID] ?? relations.count
                if at == relations.count {
                    relationPlaces[relationID] = at
                    relations.append((relationID, Self.tags(relation["reltags"]), []))
                }
                relations[at].members.append(.init(id: id))
            }
        }
        for relation in relations {
            if let place = places[relation.id] {
                if elements[place].members.isEmpty {
                    elements[place].members = relation.members
                    elements[place].isOrdered = false
                }
                continue
            }
            var element = MapElement(id: relation.id, tags: relation.tags)
            element.members = relation.members
            element.isOrdered = false
            add(element)
        }
    }

    private static func isID(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && ["node", "way", "relation"].contains(parts[0])
            && Int64(parts[1]) != nil
    }

    private mutating func read(_ geometry: JSONValue?, into element: inout MapElement) {
        let coordinates = geometry?["coordinates"]
        switch geometry?["type"]?.string {
        case "Point": element.line = points(coordinates.map { [$0] } ?? [], of: element.id)
        case "LineString": element.line = points(coordinates?.elements ?? [], of: element.id)
        case "Polygon":
            let rings = (coordinates?.elements ?? []).map {
                points($0.elements ?? [], of: element.id)
            }
            element.line = rings.first ?? []
            if rings.count > 1 {
                element.line = []
                element.outlines = rings
            }
        case "MultiPolygon", "MultiLineString":
            let parts = coordinates?.elements ?? []
            let isArea = geometry?["type"]?.string == "MultiPolygon"
            let lines = isArea ? parts.flatMap { $0.elements ?? [] } : parts
            element.outlines = lines.map { points($0.elements ?? [], of: element.id) }
        default: if element.isNode { warn(.noPosition, element.id) }
        }
    }

    private mutating func points(_ values: [JSONValue], of id: String) -> [GroundPosition] {
        guard values.count <= ImportLimits.pointsMax else {
            warn(.badElement, id, "\(values.count) points")
            return []
        }
        let points = values.compactMap { value -> GroundPosition? in
            guard let pair = value.elements, pair.count >= 2, let longitude = pair[0].number,
                let latitude = pair[1].number
            else { return nil }
            return GroundPosition(latitudeDegrees: latitude, longitudeDegrees: longitude)
        }
        if points.count < values.count { warn(.badPosition, id) }
        return points
    }
}
