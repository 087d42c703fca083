internal import HearthRPC
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthWire
internal import HearthWords
internal import Synchronization

/// The state of devices while a command is carried out.
final class DeviceWatch: Sendable {
    private struct State {
        var devices: [String: House.Device]
        var values: [TraitPath: StructureValue] = [:]
        /// Devices with a report that was caused by this program.
        var reported: Set<String> = []
        var isComplete = false
        /// When the last change came.
        var changedAt: ContinuousClock.Instant = .now
        var hasEnded = false
    }

    private let clientID: String
    private let state: Mutex<State>
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// Starts a watch, and returns once the devices' state is known.
    ///
    /// - Throws: ``CommandError`` when the hub doesn't answer.
    init(_ devices: [House.Device], at hub: HubClient) async throws(CommandError) {
        clientID = hub.clientID
        state = Mutex(State(devices: Dictionary(devices.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })))
        let request = Hearth_V1_WatchRequest(filter: Hearth_V1_WatchFilter(deviceIDs: devices.map(\.id)))
        let reading = Task { [weak self] in
            do {
                for try await message in try await Hearth_V1_HomeClient(hub.client).watch(request) {
                    guard let self else { return }
                    self.take(message)
                }
            } catch {}
            self?.state.withLock { $0.hasEnded = true }
        }
        task.withLock { $0 = reading }
        await wait(.seconds(5)) { $0.isComplete || $0.hasEnded }
        guard state.withLock({ $0.isComplete }) else {
            throw CommandError(.unavailable, "timed out reading the state of the devices")
        }
    }

    deinit {
        task.withLock { $0?.cancel() }
    }

    /// The current state of a device.
    func reading(of id: String) -> DeviceReading { state.withLock { Self.reading(of: id, $0) } }

    /// Whether this program's action caused a report of the device, or the device already had the expected state.
    func isConfirmed(_ goal: ActionGoal, on id: String) -> Bool {
        state.withLock { $0.reported.contains(id) || goal.progress(in: Self.reading(of: id, $0)) == .reached }
    }

    private static func reading(of id: String, _ state: State) -> DeviceReading {
        guard let device = state.devices[id] else { return DeviceReading([]) }
        return DeviceReading(
            device.endpoints.map { endpoint in
                DeviceReading.Part(
                    endpoint: endpoint.id, deviceTypes: endpoint.deviceTypes.map(\.id), name: endpoint.name,
                    traits: endpoint.traits.map { trait in
                        let path = TraitPath(TraitTarget(deviceID: id, endpoint: endpoint.id), trait.descriptor.id)
                        return DeviceReading.Trait(trait.descriptor, state.values[path] ?? trait.values)
                    })
            })
    }

    /// Waits until all devices have reached their goals, for at most two seconds. A device with an unknown goal counts
    /// as settled 300 ms after the last change.
    ///
    /// - Returns: the devices that are still moving.
    func settle(_ expected: [(device: String, goal: ActionGoal)]) async -> Set<String> {
        let begin = ContinuousClock.now
        await wait(.seconds(2)) { state in
            if state.hasEnded { return true }
            return expected.allSatisfy { device, goal in
                switch goal.progress(in: Self.reading(of: device, state)) {
                case .reached: true
                case .underWay: false
                case .unknown: ContinuousClock.now - max(begin, state.changedAt) > .milliseconds(300)
                }
            }
        }
        return Set(
            expected.filter { $0.goal.progress(in: reading(of: $0.device)) == .underWay }.map(\.device))
    }

    private func wait(_ limit: Duration, until isDone: @Sendable (State) -> Bool) async {
        let end = ContinuousClock.now + limit
        while !state.withLock({ isDone($0) }), ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(15))
        }
    }

    private func take(_ message: Hearth_V1_WatchResponse) {
        state.withLock { state in
            switch message.content {
            case .snapshot(let snapshot): Self.merge(snapshot.states, into: &state)
            case .snapshotComplete: state.isComplete = true
            case .report(let report):
                Self.merge(report.states, into: &state)
                guard report.cause?.clientID == clientID else { return }
                state.reported.formUnion(report.states.map { $0.target?.deviceID ?? "" })
            default: break
            }
        }
    }

    private static func merge(_ changed: [Hearth_V1_TraitState], into state: inout State) {
        for trait in changed {
            let id = trait.target?.deviceID ?? ""
            let endpoint = UInt16(truncatingIfNeeded: trait.target?.endpoint ?? 0)
            guard
                let known = state.devices[id]?.endpoints.first(where: { $0.id == endpoint })?.traits
                    .first(where: { $0.descriptor.id == trait.traitID }),
                let bytes = trait.attributes?.value,
                let values = try? known.descriptor.decodeAttributes(bytes.span.bytes)
            else { continue }
            let path = TraitPath(TraitTarget(deviceID: id, endpoint: endpoint), trait.traitID)
            let before = state.values[path] ?? known.values
            state.values[path] = StructureValue(before.fields.merging(values.fields) { _, new in new })
            state.changedAt = .now
        }
    }
}
