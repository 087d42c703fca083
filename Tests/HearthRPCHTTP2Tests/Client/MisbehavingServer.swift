internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthRPCTestSupport
internal import ProcessTestSupport
internal import Testing

/// The server in Tests/Interop/misbehaving_server.py, started once for all tests.
enum MisbehavingServer {
    static let skipped: Comment =
        "skipped: Python's hyperframe and hpack are not installed (scripts/test --all does it)"

    /// With the folder of its sockets; nil where it cannot run. It ends with this process, because its input is closed
    /// then.
    private static let started: (process: ChildProcess, folder: String)? = {
        let program = PythonProgram("misbehaving_server.py", needs: ["hyperframe", "hpack"])
        guard program.isInstalled else { return nil }
        let folder = "/tmp/hearth-misbehaving-\(UInt64.random(in: 0 ... .max))"
        guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil
        else {
            return nil
        }
        guard let process = try? program.start([folder]), process.line(where: { $0.hasPrefix("listening") }) != nil
        else { return nil }
        return (process, folder)
    }()

    static var isThere: Bool { started != nil }

    static func address(_ mode: String) -> String { "unix:\(started?.folder ?? "")/\(mode).sock" }

    /// A transport that reconnects soon.
    static func transport(
        _ mode: String, _ change: (inout HTTP2Transport.Settings) -> Void = { _ in }
    ) throws -> HTTP2Transport {
        var settings = HTTP2Transport.Settings()
        settings.backoff = Backoff(initial: .milliseconds(20), maximum: .milliseconds(100))
        change(&settings)
        return try HTTP2Transport(connectingTo: address(mode), settings: settings)
    }

    /// Makes calls, one after the other, on a client of their own.
    static func calls(
        _ mode: String, count: Int = 1, metadata: [String: String] = [:], payload: Blob = Blob("hello, hello"),
        timeout: Duration = .seconds(60), retryPolicy: RetryPolicy? = nil,
        _ change: (inout HTTP2Transport.Settings) -> Void = { _ in }
    ) async throws -> [Result<Blob, RPCError>] {
        let client = RPCClient(transport: try transport(mode, change))
        var options = CallOptions(timeout: timeout, retryPolicy: retryPolicy)
        for (name, value) in metadata { options.metadata.add(name, value) }
        var results: [Result<Blob, RPCError>] = []
        for _ in 0..<count {
            do throws(RPCError) {
                results.append(.success(try await client.unary(TestService.echo, payload, options: options)))
            } catch {
                results.append(.failure(error))
            }
        }
        await client.close()
        return results
    }
}
