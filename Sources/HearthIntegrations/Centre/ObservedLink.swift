internal import HearthCameraMedia
internal import HearthEntities
internal import Synchronization

/// A link whose health and number of devices are observed on their way to the provider, which need not know of it. The
/// link itself is stopped once, although both the provider and the centre stop it.
final class ObservedLink: CameraLink {
    /// What the centre observes.
    struct Observer: Sendable {
        var health: @Sendable (LinkHealth) async -> Void
        /// Called with the number of devices that are described.
        var devices: @Sendable (Int) async -> Void
        /// Returns what the link asked to remember last.
        var memory: @Sendable () async -> [UInt8] = { [] }
        var remember: @Sendable ([UInt8]) async -> Void = { _ in }
    }

    private let link: any EntityLink
    private let observer: Observer
    private let isStopped = Mutex(false)

    init(link: any EntityLink, observer: Observer) {
        self.link = link
        self.observer = observer
    }

    func start(receiver: any EntityReceiver) async throws {
        guard !isStopped.withLock({ $0 }) else { throw CancellationError() }
        try await link.start(receiver: ObservedReceiver(receiver: receiver, observer: observer))
        // The link may have been stopped before it ran.
        guard isStopped.withLock({ $0 }) else { return }
        await link.stop()
        throw CancellationError()
    }

    func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await link.send(command, to: deviceID)
    }

    func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        try await link.run(call, on: deviceID)
    }

    func wake() { link.wake() }

    /// The link itself if devices can join its network.
    var joining: (any JoiningLink)? { link as? any JoiningLink }

    /// The link itself if it finds other integrations.
    var finding: (any FindingLink)? { link as? any FindingLink }

    func addresses(ofCamera deviceID: String) async -> CameraAddresses? {
        await (link as? any CameraLink)?.addresses(ofCamera: deviceID)
    }

    func leftOut(of deviceID: String) async -> [LeftOut] { await link.leftOut(of: deviceID) }

    func withdraw() async {
        // A task of its own: who asked for it may be gone, and afterwards the hub has no secret to do it with.
        await Task { [link] in await link.withdraw() }.value
    }

    func stop() async {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        if isFirst { await link.stop() }
    }
}

/// Passes everything on to a provider, and notes health and devices.
private final class ObservedReceiver: EntityReceiver {
    let receiver: any EntityReceiver
    let observer: ObservedLink.Observer
    private let devices = Mutex<Set<String>>([])

    init(receiver: any EntityReceiver, observer: ObservedLink.Observer) {
        self.receiver = receiver
        self.observer = observer
    }

    func describe(_ described: [EntityDevice]) async {
        await receiver.describe(described)
        let count = devices.withLock { devices in
            devices.formUnion(described.map(\.id))
            return devices.count
        }
        await observer.devices(count)
    }

    func remove(_ deviceID: String) async {
        await receiver.remove(deviceID)
        let count = devices.withLock { devices in
            devices.remove(deviceID)
            return devices.count
        }
        await observer.devices(count)
    }

    func keepOnly(_ deviceIDs: Set<String>) async {
        await receiver.keepOnly(deviceIDs)
        let count = devices.withLock { devices in
            devices.formIntersection(deviceIDs)
            return devices.count
        }
        await observer.devices(count)
    }

    nonisolated(nonsending) func report(_ report: EntityReport) async { await receiver.report(report) }

    nonisolated(nonsending) func reachable(_ deviceID: String, _ isReachable: Bool) async {
        await receiver.reachable(deviceID, isReachable)
    }

    func health(_ health: LinkHealth) async {
        await receiver.health(health)
        await observer.health(health)
    }

    var memory: [UInt8] { get async { await observer.memory() } }

    func remember(_ memory: [UInt8]) async { await observer.remember(memory) }
}
