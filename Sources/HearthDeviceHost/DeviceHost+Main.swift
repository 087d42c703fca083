internal import HearthSystem
internal import HearthTraitCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension DeviceHost {
    /// Creates a host, runs it, and ends the process with it: the last statement of a maker's program.
    ///
    /// ```swift
    /// await DeviceHost.main {
    ///     try DeviceHost(address: "127.0.0.1:4327", identity: .file("provider-id"), devices: [turntable]) { print($0) }
    /// }
    /// ```
    ///
    /// An error, from creating the host or from ``run()``, ends the program with a message on standard error and an
    /// exit code, the same as for `hearth`: 0 if the host was stopped, 1 if the hub refuses it or its identity can't be
    /// used, 64 for an error in the program itself (address, devices), 69 if a hub is permanently unavailable. An
    /// unreachable hub is not an error: the host keeps trying.
    ///
    /// - Parameter make: creates the host. It may keep the host, to add and remove devices while it runs.
    public static func main(
        isolation: isolated (any Actor)? = #isolation, _ make: () async throws -> DeviceHost
    ) async -> Never {
        do {
            try await make().run()
            exit(0)
        } catch {
            let (sentence, code) = ending(of: error)
            let program = CommandLine.arguments.first?.split(separator: "/").last.map { "\($0): " } ?? ""
            try? OpenFile.standardError.write("\(program)\(printable(sentence))\n")
            exit(code)
        }
    }

    /// The message for an error that ends a program, and the program's exit code.
    static func ending(of error: any Error) -> (sentence: String, code: Int32) {
        guard let error = error as? HomeError else { return ("\(error)", 1) }
        return switch error.code {
        case .invalidArgument, .alreadyExists: (error.message, 64)
        case .unavailable, .deadlineExceeded: (error.message, 69)
        default: (error.message, 1)
        }
    }
}
