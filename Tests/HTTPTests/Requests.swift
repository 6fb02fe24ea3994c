@testable import HTTP

func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

extension HTTPRequest {
    /// Header names are lower-case, and all is ASCII.
    init(method: HTTPMethod, target: String, headers: [HTTPHeader]) {
        var fields = HTTPFields()
        for header in headers {
            fields.append(name: header.name.utf8.span, value: header.value.utf8.span)
        }
        self.init(
            method: method, target: target, fields: fields,
            bodyLength: try! HTTPBodyLength(fields))
    }
}
