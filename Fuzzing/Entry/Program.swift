#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

// Set before the fuzzer runs.
nonisolated(unsafe) private var target = FuzzTarget.serverSession

/// libFuzzer with one of the targets, which HEARTH_FUZZ_TARGET names; arguments are libFuzzer's.
@main struct Program {
    static func main() {
        let name = getenv("HEARTH_FUZZ_TARGET").map { String(cString: $0) } ?? ""
        guard let chosen = FuzzTarget(rawValue: name) else {
            print("HEARTH_FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
            exit(64)
        }
        target = chosen
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(runDriver(&count, &arguments) { bytes, count in
            target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        })
    }
}
