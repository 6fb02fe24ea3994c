/// The command line of `folf-lab floor-server`.
package struct FloorOptions: Equatable, Sendable {
    package var host: String
    package var port: UInt16
    /// The file that edits are appended to and synced in; nil for none.
    package var file: String?

    /// Takes the command line apart.
    ///
    /// - Parameter arguments: the words after `folf-lab floor-server`.
    package init(_ arguments: [String]) throws(LoadError) {
        var listen: String?
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard let value = rest.popFirst() else {
                throw .usage("\(argument) needs a value; see folf-lab floor-server --help.")
            }
            switch argument {
            case "--listen": listen = value
            case "--file": file = value
            default:
                throw .usage("There is no option \(argument); see folf-lab floor-server --help.")
            }
        }
        let form = "--listen HOST:PORT is needed; see folf-lab floor-server --help."
        guard let listen else { throw .usage(form) }
        (host, port) = try Target.address(listen, otherwise: form)
    }
}
