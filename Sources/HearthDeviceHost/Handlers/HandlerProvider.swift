internal import HearthBase
internal import HearthDeviceBehaviors
internal import HearthTraitCore
internal import Synchronization

/// The provider of devices made of handlers and behaviours.
final class HandlerProvider: WorkProvider {
    private struct State {
        var devices: [String: Hosted] = [:]
        var order: [String] = []
        /// The state that the hub had stored when the provider started; nil before.
        var stored: StoredState?
        /// Devices that were removed before the provider started. Their stored state is not used.
        var removedBefore: Set<String> = []
    }

    /// Receives the handlers' changes. The handlers retain it, but it doesn't retain them.
    private final class Relay: Sendable {
        private let hub = Mutex<(any DeviceReporter)?>(nil)

        func connect(_ hub: (any DeviceReporter)?) { self.hub.withLock { $0 = hub } }

        func report(_ change: DeviceChange) { hub.withLock { $0 }?.report(change) }

        func remember(_ deviceID: String, key: String, _ value: [UInt8]) {
            hub.withLock { $0 }?.remember(deviceID, key: key, value)
        }
    }

    /// Receives the changes of one device. Ignores reports of a removed device, even if a new one has its ID.
    private final class Line: Sendable {
        private let relay: Relay
        private let open = Atomic(true)

        init(_ relay: Relay) { self.relay = relay }

        var isOpen: Bool { open.load(ordering: .acquiring) }

        func close() { open.store(false, ordering: .releasing) }

        func report(_ change: DeviceChange) {
            if isOpen { relay.report(change) }
        }

        func remember(_ deviceID: String, key: String, _ value: [UInt8]) {
            if isOpen { relay.remember(deviceID, key: key, value) }
        }
    }

    private struct Hosted {
        let device: BuiltDevice
        let line: Line
    }

    /// The most devices that start at the same time.
    private static let startsAtOnce = 16

    private let clock: any HomeClock
    private let relay = Relay()
    private let state = Mutex(State())

    /// - Parameter clock: the clock of the devices' behaviours.
    /// - Throws: `HomeError` with code `.invalidArgument` or `.alreadyExists` for an invalid device.
    init(_ devices: [HostedDevice], clock: any HomeClock = SystemClock()) throws(HomeError) {
        self.clock = clock
        for device in devices { _ = try put(device) }
    }

    /// All traits of the devices.
    var traits: [TraitDescriptor] {
        var traits: [UInt32: TraitDescriptor] = [:]
        for hosted in state.withLock({ $0.devices.values }) {
            for trait in hosted.device.parts.flatMap(\.traits) { traits[trait.descriptor.id] = trait.descriptor }
        }
        return traits.values.ordered(by: \.id)
    }

    /// Traits that the device types require and that have no implementation, as sentences.
    var gaps: [String] {
        state.withLock { state in state.order.compactMap { state.devices[$0]?.device } }.flatMap(\.gaps)
    }

    private func put(_ device: HostedDevice) throws(HomeError) -> (Hosted, StoredState?) {
        let line = Line(relay)
        let outlet = BehaviorHost.Outlet(
            report: { line.report($0) }, remember: { [id = device.id] in line.remember(id, key: $0, $1) })
        let built = try BuiltDevice(device, clock: clock, outlet: outlet)
        let hosted = Hosted(device: built, line: line)
        let (isNew, stored) = state.withLock { state in
            guard state.devices[built.id] == nil else { return (false, StoredState?.none) }
            state.devices[built.id] = hosted
            state.order.append(built.id)
            return (true, state.stored)
        }
        guard isNew else { throw HomeError(.alreadyExists, "the host has a device with the id '\(built.id)' already") }
        return (hosted, stored)
    }

    /// Adds a device.
    ///
    /// - Parameter announce: called before the device can report; its argument returns whether the device still exists.
    /// - Returns: the device to add at the hub; nil if the provider has not started, because the device is then added
    ///   with the others, or if the device has been removed in the meantime.
    func add(
        _ device: HostedDevice, announce: (_ isThere: () -> Bool) -> Void
    ) async throws(HomeError) -> (description: DeviceDescription?, gaps: [String]) {
        let (hosted, stored) = try put(device)
        let built = hosted.device
        guard let stored else { return (nil, built.gaps) }
        announce { hosted.line.isOpen }
        await built.start(stored: stored)
        return (hosted.line.isOpen ? built.description : nil, built.gaps)
    }

    /// Removes a device. A new one with its ID doesn't get its stored state, such as a lock's codes.
    func remove(_ id: String) {
        let device = state.withLock { state -> BuiltDevice? in
            guard let hosted = state.devices.removeValue(forKey: id) else { return nil }
            hosted.line.close()
            state.order.removeAll { $0 == id }
            if state.stored == nil { state.removedBefore.insert(id) }
            state.stored = state.stored?.without([id])
            return hosted.device
        }
        // Outside of the lock: a behaviour's host reports under its own lock, and the report may ask for a device.
        device?.stop()
    }

    func has(_ id: String) -> Bool { state.withLock { $0.devices[id] != nil } }

    // MARK: DeviceProvider

    func start(hub: any DeviceReporter, stored: StoredState) async -> [DeviceDescription] {
        relay.connect(hub)
        let (devices, stored) = state.withLock { state in
            let valid = stored.without(state.removedBefore)
            state.stored = valid
            state.removedBefore = []
            return (state.order.compactMap { state.devices[$0] }, valid)
        }
        // Concurrently, so that slow hardware doesn't delay the other devices.
        await withTaskGroup(of: Void.self) { group in
            for (index, hosted) in devices.enumerated() {
                if index >= Self.startsAtOnce { await group.next() }
                group.addTask { await hosted.device.start(stored: stored) }
            }
        }
        return devices.filter(\.line.isOpen).map(\.device.description)
    }

    func carryOut(_ work: DeviceWork) async throws -> [UInt8] {
        switch (try implementation(of: work.path), work.task) {
        case (.handler(let trait), .invoke(let command)):
            return try await trait.invoke(command.id, serialized: work.message, cause: work.cause)
        case (.handler(let trait), .write):
            try await trait.write(serialized: work.message, cause: work.cause)
        case (.behaviors(let behaviors), .invoke(let command)):
            let call = CommandCall(command, message: work.message)
            return try await behaviors.invoke(call, of: work.trait, cause: work.cause)
        case (.behaviors(let behaviors), .write):
            try await behaviors.write(work.values(), of: work.trait, cause: work.cause)
        }
        return []
    }

    /// Hands a physical event to a device's behaviours.
    ///
    /// - Throws: `HomeError` with code `.notFound` for an unknown device.
    func sense(_ input: PhysicalInput, deviceID: String, endpoint: UInt16?) async throws(HomeError) {
        guard let device = state.withLock({ $0.devices[deviceID]?.device }) else {
            throw HomeError(.notFound, "the host has no device with the id '\(deviceID)'")
        }
        await device.sense(input, at: endpoint)
    }

    /// Reports whether a device can be reached.
    ///
    /// - Throws: `HomeError` with code `.notFound` for an unknown device.
    func report(isOnline: Bool, deviceID: String) throws(HomeError) {
        guard let line = state.withLock({ $0.devices[deviceID]?.line }) else {
            throw HomeError(.notFound, "the host has no device with the id '\(deviceID)'")
        }
        let connectivity = SourceConnectivity(
            connectivityState: isOnline ? .online : .offline, dataSourceLocality: .direct)
        line.report(DeviceChange(deviceID: deviceID, connectivity: connectivity, cause: .device))
    }

    func stop() async {
        relay.connect(nil)
        for hosted in state.withLock({ Array($0.devices.values) }) { hosted.device.stop() }
    }

    private func implementation(of path: TraitPath) throws(TraitError) -> BuiltDevice.Implementation {
        let device = state.withLock { $0.devices[path.target.deviceID]?.device }
        guard let implementation = device?.implementation(of: path) else {
            throw TraitError(.unsupportedCluster, "\(path.target) has no trait \(path.traitID)")
        }
        return implementation
    }
}

extension StoredState {
    /// The state of all devices but these.
    fileprivate func without(_ deviceIDs: Set<String>) -> StoredState {
        guard !deviceIDs.isEmpty else { return self }
        return StoredState(
            values.filter { !deviceIDs.contains($0.key.target.deviceID) },
            memories: memories.filter { !deviceIDs.contains($0.key) })
    }
}
