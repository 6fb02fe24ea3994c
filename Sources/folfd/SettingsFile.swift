import Glibc
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

    /// The settings; none if there is no such file.
    static func read(
        _ environment: (String) -> String?
    ) throws(OptionError) -> [String: String] {
        let path = environment(variable) ?? path
        guard !path.isEmpty else { return [:] }
        do throws(SystemError) {
            return parse(
                String(decoding: try contents(of: path, bytesMax: bytesMax), as: UTF8.self))
        } catch {
            guard error.code != ENOENT else { return [:] }
            throw OptionError(
                reason: "\(path) can't be read: \(error.text); root can, or \(variable)= "
                    + "for a command that isn't about the service")
        }
    }

    static func parse(_ text: String) -> [String: String] {
        var settings: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop(while: \.isWhitespace)
            guard line.first != "#", let equals = line.firstIndex(of: "=") else { continue }
            let name = line[..<equals].prefix { !$0.isWhitespace }
            settings[String(name)] = unquoted(
                line[line.index(after: equals)...].drop(while: \.isWhitespace))
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
