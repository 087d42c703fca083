internal import Foundation
internal import HearthTraitCore

extension DeviceHost {
    /// Makes a host, runs it, and ends the process with it: the last statement of a maker's program.
    ///
    /// ```swift
    /// await DeviceHost.main {
    ///     try DeviceHost(address: "127.0.0.1:4327", identity: .file("provider-id"), devices: [turntable]) { print($0) }
    /// }
    /// ```
    ///
    /// An error, from making the host or from ``run()``, ends the program in a sentence on standard error and an exit
    /// code, those of `hearth`: 0 when the host was stopped, 1 when the hub refuses it or its identity can't be used,
    /// 64 for what the program itself has wrong (address, devices), 69 when a hub is unavailable for good. A hub that
    /// can't be reached is no error: the host goes on trying.
    ///
    /// - Parameter make: makes the host. It may keep it, to add and remove devices while it runs.
    public static func main(
        isolation: isolated (any Actor)? = #isolation, _ make: () async throws -> DeviceHost
    ) async -> Never {
        do {
            try await make().run()
            exit(0)
        } catch {
            let (sentence, code) = ending(of: error)
            let program = CommandLine.arguments.first?.split(separator: "/").last.map { "\($0): " } ?? ""
            try? FileHandle.standardError.write(contentsOf: Data("\(program)\(printable(sentence))\n".utf8))
            exit(code)
        }
    }

    /// What is said of an error that ends a program, and the program's exit code.
    static func ending(of error: any Error) -> (sentence: String, code: Int32) {
        guard let error = error as? HomeError else { return ("\(error)", 1) }
        return switch error.code {
        case .invalidArgument, .alreadyExists: (error.message, 64)
        case .unavailable, .deadlineExceeded: (error.message, 69)
        default: (error.message, 1)
        }
    }
}
