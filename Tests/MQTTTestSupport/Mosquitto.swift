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
    package init(_ lines: [String] = ["allow_anonymous true"], in folder: TemporaryFolder? = nil, overTCP: Bool = false)
        async throws
    {
        self.folder = try folder ?? TemporaryFolder()
        let port = UInt16.random(in: 20_000...32_000)
        endpoint = overTCP ? .tcp(host: "localhost", port: port) : .unix(path: self.folder.file("socket"))
        // The Unix socket is opened last and shows that the broker listens: its log is not flushed line by line.
        let text =
            (overTCP ? ["listener \(port) localhost"] : []) + ["user root", "persistence false", "log_dest none"]
            + lines
            + ["listener 0 \(self.folder.file("socket"))"]
        _ = try self.folder.file("mosquitto.conf", text.joined(separator: "\n") + "\n")
        try await start()
    }

    package func start() async throws {
        let child = try ChildProcess(Self.program ?? "mosquitto", ["-c", folder.file("mosquitto.conf")])
        process.withLock { $0 = child }
        try await until { FileManager.default.fileExists(atPath: folder.file("socket")) }
    }

    /// Ends it as a restart of its machine would.
    package func stop() async {
        let child = process.withLock { $0.take() }
        child?.send(SIGTERM)
        _ = await child?.wait()
        try? FileManager.default.removeItem(atPath: folder.file("socket"))
    }

    package func settings(_ clientID: String = MQTTSettings.makeClientID(.random(in: 0 ... .max))) -> MQTTSettings {
        MQTTSettings(endpoint: endpoint, clientID: clientID)
    }
}
