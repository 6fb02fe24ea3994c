import CLibFuzzer
import FuzzTargets
import Glibc

/// Gives one target what libFuzzer makes up. The environment says which; the arguments are
/// libFuzzer's (llvm.org/docs/LibFuzzer.html). Scripts/fuzz knows them.
@main
enum Fuzzer {
    private static let target: FuzzTarget = {
        guard let name = unsafe getenv("FOLF_FUZZ_TARGET"),
            let target = FuzzTarget(rawValue: unsafe String(cString: name))
        else { fatalError("FOLF_FUZZ_TARGET must name a target: see Scripts/fuzz") }
        return target
    }()

    static func main() {
        var count = CommandLine.argc
        var arguments = unsafe CommandLine.unsafeArgv as UnsafeMutablePointer<_>?
        exit(
            unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
                Fuzzer.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
                return 0
            })
    }

    private static func run(_ input: [UInt8]) {
        do throws(Finding) {
            try target.run(input)
        } catch {
            fatalError("\(target.rawValue): \(error)")
        }
    }
}
