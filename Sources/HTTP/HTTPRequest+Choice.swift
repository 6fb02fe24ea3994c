/// The choice between several answers to a request.
extension HTTPRequest {
    /// Whether an answer may come in `coding`, which is lower-case (RFC 9110 section 12.5.3). Not
    /// unless the client says so.
    public func accepts(coding: String) -> Bool {
        var others = false
        for member in values(of: "accept-encoding").flatMap(HTTPList.members) {
            let (name, isWanted) = HTTPList.weighed(member)
            if name == coding { return isWanted }
            if name == "*" { others = isWanted }
        }
        return others
    }

    /// Whether an answer may be of the media type `type`, such as "text/html" (section 12.5.1). A
    /// client's word about the type counts more than one about its family, and that more than one
    /// about all types. A client that says nothing takes anything.
    public func accepts(type: String) -> Bool {
        let ranges = values(of: "accept").flatMap(HTTPList.members).map(HTTPList.weighed)
        guard !ranges.isEmpty else { return true }
        let family = type.prefix { $0 != "/" } + "/*"
        for name in [type, String(family), "*/*"] {
            let said = ranges.filter { $0.name == name }
            if !said.isEmpty { return said.contains(where: \.isWanted) }
        }
        return false
    }

    /// Whether the client asks for `type` by its name.
    public func asks(forType type: String) -> Bool {
        values(of: "accept").flatMap(HTTPList.members).map(HTTPList.weighed)
            .contains { $0.name == type && $0.isWanted }
    }
}
