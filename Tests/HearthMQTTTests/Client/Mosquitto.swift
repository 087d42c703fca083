internal import Foundation
internal import HearthEventLoop
internal import HearthMQTT
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// The broker mosquitto with a configuration of its own, on a Unix socket or a TCP port. Ends with this object.
final class Mosquitto: Sendable {
    static let whyMissing: Comment =
        "skipped: mosquitto is not installed (Debian's packages mosquitto and mosquitto-clients)"
    private static let program = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    static var isInstalled: Bool { program != nil && (try? ChildProcess.run("mosquitto_pub", ["--help"])) != nil }

    let folder: TemporaryFolder
    let endpoint: Endpoint
    private let process = Mutex<ChildProcess?>(nil)

    /// Starts it.
    /// - Parameters:
    ///   - lines: Lines of its configuration, for the listener and in general.
    ///   - overTCP: Whether it listens on a TCP port of this machine.
    init(_ lines: [String] = ["allow_anonymous true"], in folder: TemporaryFolder? = nil, overTCP: Bool = false)
        async throws
    {
        self.folder = try folder ?? TemporaryFolder()
        let port = UInt16.random(in: 20_000...32_000)
        endpoint = overTCP ? .tcp(host: "localhost", port: port) : .unix(path: self.folder.file("socket"))
        let listener = overTCP ? "listener \(port) localhost" : "listener 0 \(self.folder.file("socket"))"
        let text = [listener, "user root", "persistence false", "log_dest stdout"] + lines
        _ = try self.folder.file("mosquitto.conf", text.joined(separator: "\n") + "\n")
        try await start()
    }

    struct NotStarted: Error {}

    func start() async throws {
        let child = try ChildProcess(Self.program ?? "mosquitto", ["-c", folder.file("mosquitto.conf")])
        process.withLock { $0 = child }
        guard await child.line(where: { $0.hasSuffix("running") }) != nil else { throw NotStarted() }
    }

    /// Ends it as a restart of its machine would.
    func stop() async {
        let child = process.withLock { $0.take() }
        child?.send(SIGTERM)
        _ = await child?.wait()
    }

    func settings(_ clientID: String = MQTTSettings.makeClientID(.random(in: 0 ... .max))) -> MQTTSettings {
        MQTTSettings(endpoint: endpoint, clientID: clientID)
    }
}

/// Writes down what a client tells.
final class Diary: MQTTReceiver {
    struct Entries {
        var connections = 0
        var subscribed: [[MQTTSubscription]] = []
        var reasons: [MQTTError] = []
        var delays: [Duration] = []
        var messages: [MQTTMessage] = []
    }

    private let entries = Mutex(Entries())
    /// How long each message takes.
    private let slowness: Duration

    init(slowness: Duration = .zero) { self.slowness = slowness }

    var now: Entries { entries.withLock { $0 } }

    func connected(sessionPresent: Bool) async { entries.withLock { $0.connections += 1 } }

    func subscribed(_ subscriptions: [MQTTSubscription]) async {
        entries.withLock { $0.subscribed.append(subscriptions) }
    }

    func disconnected(_ reason: MQTTError, retryAfter: Duration) async {
        entries.withLock {
            $0.reasons.append(reason)
            $0.delays.append(retryAfter)
        }
    }

    func received(_ message: MQTTMessage) async {
        if slowness > .zero { try? await Task.sleep(for: slowness) }
        entries.withLock { $0.messages.append(message) }
    }
}
