#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

private let target: FuzzTarget = {
    let name = getenv("HEARTH_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        print("HEARTH_FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
        exit(64)
    }
    return target
}()

/// Called with each input by libFuzzer, which supplies the program's `main`.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
