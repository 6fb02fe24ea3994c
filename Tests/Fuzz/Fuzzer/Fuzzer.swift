import FuzzTargets
import Glibc

/// libFuzzer's `main` calls this for each input (llvm.org/docs/LibFuzzer.html). The environment
/// says which target the input is for.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count)
    do throws(Finding) {
        try target.run(unsafe Array(input))
    } catch {
        fatalError("\(target.rawValue): \(error)")
    }
    return 0
}

private let target: FuzzTarget = {
    guard let name = unsafe getenv("FOLF_FUZZ_TARGET"),
        let target = FuzzTarget(rawValue: unsafe String(cString: name))
    else { fatalError("FOLF_FUZZ_TARGET must name a target: see Scripts/fuzz") }
    return target
}()
