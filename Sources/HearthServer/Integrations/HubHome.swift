internal import Hearth
internal import HearthBase
internal import HearthDiscoveryPublisher
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Synchronization

/// The home as a publisher sees it: a client of the hub in its own process, by the SDK. The hub checks its rights, and
/// names it as the cause of its changes.
actor HubHome: HomeView {
    nonisolated let hubID: String
    nonisolated let version = Home.version

    private let home: Home
    private let model: HomeModel
    private let news = NewsBox()
    /// The broker through which the hub has the devices of a provider, as `HOST:PORT`; nil for other providers.
    private let broker: @Sendable (String) async -> String?
    /// The decoded attributes of traits, with what they were decoded from.
    private var decoded: [TraitPath: (bytes: [UInt8], values: StructureValue)] = [:]

    init(_ home: Home, broker: @escaping @Sendable (String) async -> String?) {
        self.home = home
        self.broker = broker
        hubID = home.hubID
        model = HomeModel(home)
        // The first news are the whole home.
        _ = model.add(news)
    }

    var name: String { model.objects.structures.values.min { $0.id < $1.id }?.name ?? "" }

    func close() async {
        news.end()
        await home.disconnect()
    }

    // MARK: News

    func next() async -> [HomeNews]? {
        while let pending = await news.next() {
            let objects = model.objects
            var all: [HomeNews] = []
            if pending.isWhole {
                var devices: [PublishedDevice] = []
                for id in objects.devices.keys.sorted() {
                    if let device = await device(id, objects) { devices.append(device) }
                }
                decoded = decoded.filter { objects.devices[$0.key.target.deviceID] != nil }
                all.append(.home(devices))
            } else {
                let removed = pending.removed.filter { objects.devices[$0] == nil }
                all += removed.sorted().map { .removed($0) }
                if !removed.isEmpty { decoded = decoded.filter { !removed.contains($0.key.target.deviceID) } }
                // Structures have traits too, but are no devices.
                for id in pending.changed.sorted() {
                    if let device = await device(id, objects) { all.append(.device(device)) }
                }
            }
            all += pending.events.compactMap { Self.event($0) }
            if !all.isEmpty { return all }
        }
        return nil
    }

    /// A device as it is now; nil if there is no such device.
    private func device(_ id: String, _ objects: HomeObjects) async -> PublishedDevice? {
        guard let device = objects.devices[id] else { return nil }
        var broker: String?
        if let provider = device.providerID { broker = await self.broker(provider) }
        let records = model.records(of: id)
        let endpoints = device.endpoints.map { endpoint in
            let target = TraitTarget(deviceID: id, endpoint: endpoint.id)
            var traits: [UInt32: StructureValue] = [:]
            for entry in endpoint.traits {
                let path = TraitPath(target, entry.id)
                if let record = records[path] { traits[entry.id] = values(path, record) }
            }
            return PublishedEndpoint(
                number: endpoint.id, deviceTypes: endpoint.deviceTypes.map(\.id), label: Self.label(endpoint),
                traits: traits)
        }
        let state = model.connectivity(of: id).connectivityState
        return PublishedDevice(
            id: id, name: device.name, room: device.roomID.flatMap { objects.rooms[$0]?.name },
            bridgeID: device.bridgeID, broker: broker, isReachable: state == .online || state == .partiallyOnline,
            endpoints: endpoints)
    }

    /// The attributes of a trait; nil for a maker's trait, which Home Assistant has nothing for.
    private func values(_ path: TraitPath, _ record: TraitRecord) -> StructureValue? {
        let bytes = record.attributes
        if let known = decoded[path], known.bytes == bytes { return known.values }
        let trait = StandardTraits.descriptor(path.traitID)
        guard let values = try? trait?.decodeAttributes(bytes.span.bytes) else { return nil }
        decoded[path] = (bytes, values)
        return values
    }

    /// A person's name of a part, or the maker's label.
    private static func label(_ endpoint: DeviceEndpoint) -> String? {
        if let name = endpoint.name, !name.isEmpty { return name }
        return endpoint.tags.compactMap(\.label).filter { !$0.isEmpty }.min()
    }

    private static func event(_ event: HomeReport.EventOccurrence) -> HomeNews? {
        guard let trait = StandardTraits.descriptor(event.path.traitID), let descriptor = trait.event(event.eventID),
            let fields = try? trait.decodeEvent(descriptor, event.payload.span.bytes)
        else { return nil }
        return .event(
            PublishedEvent(
                deviceID: event.path.target.deviceID, endpoint: event.path.target.endpoint, trait: trait.id,
                event: event.eventID, fields: fields))
    }

    // MARK: Requests

    func perform(_ request: PublishedRequest, on deviceID: String) async throws {
        let target = TraitTarget(deviceID: deviceID, endpoint: request.endpoint)
        guard let trait = StandardTraits.descriptor(request.trait) else {
            throw HomeError(.notFound, "there is no trait \(String(request.trait, radix: 16))")
        }
        switch request.content {
        case .command(let id, let arguments):
            guard let command = trait.command(id) else {
                throw HomeError(.unimplemented, "\(trait.name) has no command \(id)")
            }
            try await model.invoke(
                command, of: trait, at: target, arguments: trait.encodeArguments(of: command, arguments))
        case .update(let values):
            try await model.update(trait, at: target, attributes: trait.encodeAttributes(values))
        }
    }
}

/// Collects the SDK's news until the publisher takes them: devices that changed several times are there once.
private final class NewsBox: ModelTaker {
    struct Pending: Sendable {
        /// Whether the whole home is news.
        var isWhole = false
        /// IDs of devices and structures.
        var changed: Set<String> = []
        /// IDs of devices.
        var removed: Set<String> = []
        var events: [HomeReport.EventOccurrence] = []

        var isEmpty: Bool { !isWhole && changed.isEmpty && removed.isEmpty && events.isEmpty }
    }

    private struct State {
        var pending = Pending(isWhole: true)
        var isEnded = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// The most events that wait; more make the oldest go.
    private static let mostEvents = 1_000
    private let state = Mutex(State())

    func take(_ news: [ModelNews]) {
        let waiter = state.withLock { state in
            for one in news { Self.add(one, &state) }
            return !state.pending.isEmpty || state.isEnded ? state.waiter.take() : nil
        }
        waiter?.resume()
    }

    private static func add(_ news: ModelNews, _ state: inout State) {
        switch news {
        case .replaced: state.pending.isWhole = true
        case .ended: state.isEnded = true
        case .caller, .live: break
        case .report(let report, let traits):
            for path in traits.keys { state.pending.changed.insert(path.target.deviceID) }
            for object in report.objects {
                switch object {
                case .device(let device): state.pending.changed.insert(device.id)
                case .deviceRemoved(let id): state.pending.removed.insert(id)
                // Devices are announced with the names of their rooms.
                case .room, .roomRemoved, .structureRemoved: state.pending.isWhole = true
                default: break
                }
            }
            state.pending.events += report.events
            let excess = state.pending.events.count - mostEvents
            if excess > 0 { state.pending.events.removeFirst(excess) }
        }
    }

    func end() {
        let waiter = state.withLock { state in
            state.isEnded = true
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// The news since the last call; waits for some. nil at the end.
    func next() async -> Pending? {
        while true {
            let pending = state.withLock { state -> Pending? in
                guard !state.isEnded, !state.pending.isEmpty else { return nil }
                defer { state.pending = Pending() }
                return state.pending
            }
            if let pending { return pending }
            if state.withLock({ $0.isEnded }) { return nil }
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    guard state.pending.isEmpty, !state.isEnded else { return true }
                    state.waiter = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        }
    }
}
