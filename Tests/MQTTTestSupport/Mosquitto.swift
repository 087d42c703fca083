internal import Expectations
internal import Foundation
package import HearthEventLoop
package import HearthMQTT
package import ProcessTestSupport
internal import Synchronization
package import Testing

/// The broker mosquitto with a configuration of its own, on a Unix socket or a TCP port. Ends with this object.
package final class Mosquitto: Sendable {
    package static let whyMissing: Comment =
        "skipped: mosquitto is not installed (Debian's packages mosquitto and mosquitto-clients)"
    private static let program = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    package static var isInstalled: Bool {
        program != nil && (try? ChildProcess.run("mosquitto_pub", ["--help"])) != nil
    }

    package let folder: TemporaryFolder
    package let endpoint: Endpoint
    private let process = Mutex<ChildProcess?>(nil)

    /// Starts it.
    /// - Parameters:
    ///   - lines: Lines of its configuration, for the listener and in general.
    ///   - overTCP: Whether it listens on a TCP port of this machine.
    /// - Throws: ``Failure`` if mosquitto ends at once, for example at a wrong line; `CancellationError` at the end of the
    ///   test's time.
    package init(_ lines: [String] = ["allow_anonymous true"], in folder: TemporaryFolder? = nil, overTCP: Bool = false)
        async throws
    {
        self.folder = try folder ?? TemporaryFolder()
        let child: ChildProcess
        (child, endpoint) = try await Self.started(self.folder, lines, overTCP: overTCP)
        process.withLock { $0 = child }
    }

    private static func started(
        _ folder: TemporaryFolder, _ lines: [String], overTCP: Bool
    ) async throws -> (ChildProcess, Endpoint) {
        while true {
            let port = UInt16.random(in: 20_000...32_000)
            // The Unix socket is opened last and shows that the broker listens: its log is not flushed line by line.
            let text =
                (overTCP ? ["listener \(port) localhost"] : []) + ["user root", "persistence false"] + lines
                + ["listener 0 \(folder.file("socket"))"]
            _ = try folder.file("mosquitto.conf", text.joined(separator: "\n") + "\n")
            do {
                let child = try await started(folder)
                return (child, overTCP ? .tcp(host: "localhost", port: port) : .unix(path: folder.file("socket")))
            } catch let failure as Failure where overTCP && failure.isPortTaken {
                continue
            }
        }
    }

    package func start() async throws {
        let child = try await Self.started(folder)
        process.withLock { $0 = child }
    }

    private static func started(_ folder: TemporaryFolder) async throws -> ChildProcess {
        let child = try ChildProcess(program ?? "mosquitto", ["-c", folder.file("mosquitto.conf")])
        try await until {
            guard child.isRunning else { throw Failure(await child.wait().error) }
            return try await accepts(.unix(path: folder.file("socket")))
        }
        return child
    }

    /// Whether the endpoint accepts connections. A Unix socket's file is there before its owner listens, and a client
    /// that comes meanwhile is refused.
    private static func accepts(_ endpoint: Endpoint) async throws -> Bool {
        let loop = try EventLoop.shared.get()
        return await withCheckedContinuation { continuation in
            loop.post {
                loop.connect(to: endpoint) { result in
                    guard case .success(let socket) = result else { return continuation.resume(returning: false) }
                    socket.close()
                    continuation.resume(returning: true)
                }
            }
        }
    }

    /// The broker ended before it listened.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ log: String) { description = "mosquitto ended at its start: \(log)" }

        var isPortTaken: Bool { description.contains("Address already in use") }
    }

    /// Ends it as a restart of its machine would.
    package func stop() async {
        guard let child = process.withLock({ $0.take() }) else { return }
        // Mosquitto forgets a signal that comes after it listens and before its loop runs.
        while child.isRunning {
            child.send(SIGTERM)
            try? await Task.sleep(for: .milliseconds(100))
        }
        _ = await child.wait()
        try? FileManager.default.removeItem(atPath: folder.file("socket"))
    }

    package func settings(_ clientID: String = MQTTSettings.makeClientID(.random(in: 0 ... .max))) -> MQTTSettings {
        MQTTSettings(endpoint: endpoint, clientID: clientID)
    }
}
