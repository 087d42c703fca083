@testable internal import HearthServer
internal import Expectations
internal import HearthRPC
internal import HearthRPCServices
internal import HearthTerminal
internal import HearthTraitCore
internal import Synchronization
internal import Testing

/// What makes a hub unhealthy, and that all health checks say the same.
@Suite(.timeLimit(.minutes(5))) struct HealthMonitorTests {
    /// The parts of a hub, as a test sets them, and what its log says.
    private final class Parts: Sendable {
        struct State {
            var store: String?
            var saving: String?
            var stall = Duration.zero
            var delay = Duration.zero
            var backups: String?
            var said: [String] = []
        }

        let state = Mutex(State())

        func set(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

        var said: [String] {
            state.withLock { state in
                defer { state.said = [] }
                return state.said
            }
        }
    }

    private let parts = Parts()
    private let service = HealthService()
    private let monitor: HealthMonitor

    init() {
        let parts = parts
        let sources = HealthMonitor.Sources(
            store: { parts.state.withLock(\.store) }, saving: { parts.state.withLock(\.saving) },
            stall: { parts.state.withLock(\.stall) },
            automationDelay: { parts.state.withLock(\.delay) }, backups: { parts.state.withLock(\.backups) })
        monitor = HealthMonitor(sources, service: service) { text in parts.set { $0.said.append(text) } }
    }

    /// The services of gRPC's health service that do not serve.
    private var notServing: [String] {
        get async throws {
            var router = RPCRouter()
            router.register(service)
            let server = RPCServer(router: router, options: Self.open)
            let client = Grpc_Health_V1_HealthClient(
                RPCClient(transport: InProcessTransport(server: server, principal: .owner, peer: .inProcess)))
            return try await client.list(.init()).statuses.filter { $0.value.status == .notServing }.keys.sorted()
        }
    }

    private func lookTwice() {
        monitor.look()
        monitor.look()
    }

    private static var open: RPCServer.Options {
        var options = RPCServer.Options()
        options.methodsWithoutRight = .allow
        return options
    }

    @Test func aVitalPartMakesTheHubUnhealthy() async throws {
        monitor.look()
        try await expect((monitor.health.failure, notServing), are: (nil, []))
        parts.set { ($0.store, $0.stall) = ("/x/home.db is gone", HealthMonitor.longestStall + .seconds(2)) }
        lookTwice()
        monitor.look()
        try await expect(
            (monitor.health.failure, notServing),
            are: ("unhealthy: store, loops", ["", "hearth.health.loops", "hearth.health.store"]))
        expect(
            parts.said,
            equals: ["unhealthy: store: /x/home.db is gone", "unhealthy: loops: a loop has not answered for 12 s"])
        parts.set { ($0.store, $0.stall) = (nil, .zero) }
        monitor.look()
        try await expect((monitor.health.failure, notServing), are: (nil, []))
        expect(parts.said, equals: ["healthy again: store", "healthy again: loops"])
    }

    @Test func automationsThatDoNotWakeUpAreUnhealthy() async throws {
        parts.set { $0.delay = HealthMonitor.longestDelay }
        lookTwice()
        expectNil(monitor.health.failure)
        parts.set { $0.delay += .seconds(1) }
        lookTwice()
        expect(monitor.health.failure, equals: "unhealthy: automations")
        expect(parts.said, equals: ["unhealthy: automations: automations should have woken up 61 s ago"])
    }

    @Test func failingBackupsAreDegradedOnly() async throws {
        parts.set { $0.backups = "the newest good backup is of 2027" }
        lookTwice()
        try await expect((monitor.health.failure, notServing), are: (nil, ["hearth.health.backups"]))
        expect(
            (monitor.health.failing, parts.said),
            are: ([.backups], ["degraded: backups: the newest good backup is of 2027"]))
    }

    @Test func oneLookAfterASuspensionDecidesNothing() async throws {
        for _ in 0..<3 {
            parts.set { ($0.stall, $0.delay) = (.seconds(28_800), .seconds(28_800)) }
            monitor.look()
            parts.set { ($0.stall, $0.delay) = (.zero, .zero) }
            monitor.look()
        }
        try await expect((monitor.health.failing, parts.said, notServing), are: ([], [], []))
    }

    @Test func aFullDiskIsDegradedAndAMissingFileUnhealthy() async throws {
        parts.set { $0.saving = "the disk is full" }
        lookTwice()
        try await expect(
            (monitor.health.failure, monitor.health.failing, notServing), are: (nil, [.store], ["hearth.health.store"]))
        parts.set { $0.store = "/x/home.db is gone" }
        lookTwice()
        try await expect(
            (monitor.health.failure, notServing), are: ("unhealthy: store", ["", "hearth.health.store"]))
        parts.set { $0.store = nil }
        monitor.look()
        try await expect((monitor.health.failure, notServing), are: (nil, ["hearth.health.store"]))
        expect(
            parts.said,
            equals: [
                "degraded: store: the disk is full", "unhealthy: store: /x/home.db is gone",
                "degraded: store: the disk is full",
            ])
    }
}
