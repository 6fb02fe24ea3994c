/// The methods that are known (RFC 9110 section 9.3, RFC 5789). What may be done where is for a
/// `RouteTable` to say; TRACE and QUERY nowhere, and whoever tries is told what may.
public enum HTTPMethod: String, CaseIterable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case trace = "TRACE"
    case query = "QUERY"
}
