import SystemCalls

/// The file with the settings of the server that runs as a service (systemd.exec(5),
/// `EnvironmentFile=`): lines `NAME=value`, with or without quotes, and comments.
///
/// The service gets them as variables. A command that somebody types reads them here, so that it is
/// about that server, unless it is told otherwise.
enum SettingsFile {
    static let variable = "FOLFD_SETTINGS"
    private static let path = "/etc/default/folfd"
    private static let bytesMax = 64 * 1024

    /// The settings; none if there is no such file, or it can't be read.
    static func read(_ environment: (String) -> String?) -> [String: String] {
        let path = environment(variable) ?? path
        guard let bytes = try? contents(of: path, bytesMax: bytesMax) else { return [:] }
        return parse(String(decoding: bytes, as: UTF8.self))
    }

    static func parse(_ text: String) -> [String: String] {
        var settings: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop(while: \.isWhitespace)
            guard line.first != "#", let equals = line.firstIndex(of: "=") else { continue }
            settings[String(line[..<equals])] = unquoted(line[line.index(after: equals)...])
        }
        return settings
    }

    private static func unquoted(_ value: Substring) -> String {
        let end = value.lastIndex { !$0.isWhitespace }
        let value = end.map { value[...$0] } ?? ""
        guard let quote = value.first, quote == "\"" || quote == "'", value.count > 1,
            value.last == quote
        else { return String(value) }
        return String(value.dropFirst().dropLast())
    }
}
