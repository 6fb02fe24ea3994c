import Glibc

/// Carries out one operation of the server so many times and nothing else, for a tool that counts
/// instructions: what two counts differ by is the operation's own.
///
/// Usage: operation-costs [OPERATION COUNT]; without arguments it prints the names.
@main
enum OperationCosts {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 1 else {
            for operation in Operation.allCases { print(operation.rawValue) }
            return
        }
        guard arguments.count == 3, let operation = Operation(rawValue: arguments[1]),
            let count = Int(arguments[2]), (1...Operation.countMax).contains(count)
        else {
            print("usage: operation-costs [OPERATION COUNT], at most \(Operation.countMax)")
            exit(2)
        }
        // The result is printed, so that the compiler can't leave anything out.
        print(operation.run(count: count))
    }
}
