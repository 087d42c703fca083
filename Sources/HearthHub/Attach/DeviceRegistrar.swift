internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Attaches providers, registers their devices and applies their reports.
///
/// Its lock guards the maker of structures' own traits. `renewals` lets renewals of these traits wait for each other.
final class DeviceRegistrar: PortOwner {
    let clock: any HomeClock
    private let environment: HubEnvironment
    let notice: @Sendable (String) -> Void
    private let makeID: @Sendable () -> String
    let directory: HomeDirectory
    let providers: ProviderRegistry
    let saver: HomeSaver
    let changes: HomeChanges
    let editor: HomeEditor
    let traits: TraitRegistry
    private let notices: NoticeCenter
    let background: BackgroundExecutor
    private let renewals = EditQueue()
    /// Creates the provider of a structure's own traits.
    private let ownTraits = Mutex<(@Sendable (Hearth_V1_Structure) -> any DeviceProvider)?>(nil)

    init(
        _ environment: HubEnvironment, directory: HomeDirectory, providers: ProviderRegistry, saver: HomeSaver,
        changes: HomeChanges, editor: HomeEditor, traits: TraitRegistry, notices: NoticeCenter,
        background: BackgroundExecutor
    ) {
        clock = environment.clock
        self.environment = environment
        notice = environment.notice
        makeID = environment.makeID
        self.directory = directory
        self.providers = providers
        self.saver = saver
        self.changes = changes
        self.editor = editor
        self.traits = traits
        self.notices = notices
        self.background = background
    }

    var limits: HubLimits { environment.limits }

    /// Starts a provider and adds its devices, online (``Hub/attach(_:structureID:)``).
    ///
    /// - Parameters:
    ///   - providerID: empty for a provider that the program attaches itself.
    ///   - device: the only device that it brings; nil if it may bring any.
    func attach(
        _ provider: any DeviceProvider, as providerID: String, structureID: String?, only device: String? = nil
    ) async throws -> ProviderHandle {
        try directory.checkRunning()
        if let structureID { _ = try directory.cell(structureID) }
        let port = ProviderPort(
            id: UInt64.random(in: 1...UInt64.max), providerID: providerID, structureID: structureID,
            provider: provider, owner: self)
        do {
            let stored = rememberedState(of: providerID, only: device)
            let started = try await provider.start(hub: port, stored: stored)
            let devices = try await adoptTraits(of: unremoved(started, of: port), by: port)
            try check(devices)
            try await editor.edits.run {
                try await bring(unremoved(devices, of: port), by: port)
                providers.add(port)
            }
        } catch {
            port.close()
            await provider.stop()
            throw error
        }
        port.open()
        return ProviderHandle(id: port.id)
    }

    /// The devices of a provider without those of this process that people have removed.
    private func unremoved(_ devices: [DeviceDescription], of port: ProviderPort) -> [DeviceDescription] {
        let removed = port.isOfThisProcess ? directory.removedDevices : []
        return devices.filter { !removed.contains($0.id) }
    }

    /// Lets the hub serve the traits of a provider's devices that it was not built with. Other processes and integrations
    /// bring theirs in other ways.
    ///
    /// - Returns: the devices without the traits that the hub can't serve, such as one with the ID of another maker's
    ///   trait: the hub starts all the same, as a person can remove the other trait only from a running hub.
    private func adoptTraits(
        of devices: [DeviceDescription], by port: ProviderPort
    ) async throws -> [DeviceDescription] {
        guard port.providerID.isEmpty else { return devices }
        var own: [UInt32: TraitDescriptor] = [:]
        for trait in devices.lazy.flatMap(\.endpoints).flatMap(\.traits) where !traits.isOwn(trait.descriptor) {
            own[trait.descriptor.id] = trait.descriptor
        }
        var refused: Set<UInt32> = []
        for trait in own.values.ordered(by: \.id) {
            do {
                try await traits.adopt(trait)
            } catch let error as HubError where error.code != .invalidArgument {
                // By what the hub has already; a trait that no hub serves is an error of the program.
                refused.insert(trait.id)
                notice("devices of this hub lack one of their traits until the next start: \(error.message)")
            }
        }
        guard !refused.isEmpty else { return devices }
        return devices.map { device in
            var device = device
            for index in device.endpoints.indices {
                device.endpoints[index].traits.removeAll { refused.contains($0.descriptor.id) }
            }
            return device
        }
    }

    /// Stops a provider. Its devices stay and go offline.
    func detach(_ handle: ProviderHandle) async {
        guard let port = providers.removePort(handle) else { return }
        port.close()
        // In the edit queue, so that a registration in progress is finished first.
        await editor.edits.run { takeOffline(port) }
        await port.provider.stop()
    }

    private func takeOffline(_ port: ProviderPort) {
        for (id, entry) in directory.takeDevices(from: port) {
            changes.apply(DeviceChange(deviceID: id, connectivity: .offline, cause: .hub), in: entry.cell)
        }
    }

    /// Applies a provider's report. Parts about other devices are ignored and logged.
    @discardableResult
    func take(_ change: DeviceChange, from port: ProviderPort, notifiesLater: Bool) -> StructureCell? {
        guard let cell = cell(of: change.deviceID, for: port) else { return nil }
        if !port.providerID.isEmpty {
            guard grant(cell.read { $0.growth(of: change) }, to: port) else { return nil }
        }
        let time = clock.sinceEpoch
        var overfull: [TraitPath] = []
        for part in cell.parts(of: change, at: time) {
            changes.change(cell, notifiesLater: notifiesLater) { state in
                defer { overfull += state.overfullTraits }
                return state.apply(part.change, by: part.origin, at: time)
            }
        }
        for path in overfull {
            notice(
                "\(quoted(path.target.deviceID)) reports more than the \(limits.traitBytes) bytes that a trait may have, "
                    + "in \(traits.table[path.traitID]?.name ?? "trait \(path.traitID)"); the excess is dropped")
        }
        return cell
    }

    /// Stores a memory of a provider.
    func remember(_ key: StructureCell.MemoryKey, _ value: [UInt8], from port: ProviderPort) {
        guard let cell = cell(of: key.deviceID, for: port) else { return }
        let size = key.key.utf8.count + value.count
        let isOneTooMany = cell.read { state in
            guard let device = state.devices[key.deviceID], device.memories[key.key] == nil else { return false }
            return device.memories.count >= limits.memoriesPerDevice && !value.isEmpty
        }
        guard size <= limits.memoryBytes, !isOneTooMany else {
            return notice(
                "\(quoted(key.deviceID)) asked to store \(size) bytes; refused: the limit is \(limits.memoryBytes) "
                    + "bytes per key and \(limits.memoriesPerDevice) keys per device")
        }
        let known = cell.read { $0.devices[key.deviceID]?.memories[key.key] }
        let growth =
            (value.isEmpty ? 0 : DeviceRecord.size(ofMemory: key.key, value))
            - (known.map { DeviceRecord.size(ofMemory: key.key, $0) } ?? 0)
        guard grant(growth, to: port) else { return }
        if cell.remember(key, value) { saver.saveSoon() }
    }

    /// The structure of a provider's device; nil for a removed device, whose provider may still report, and for another
    /// provider's device.
    private func cell(of deviceID: String, for port: ProviderPort) -> StructureCell? {
        guard let entry = directory.entry(of: deviceID) else { return nil }
        if entry.port === port, !entry.isBridged { return entry.cell }
        notice("a provider reported about \(quotedBeginning(deviceID)), which is not one of its devices")
        return nil
    }

    /// The stored state of a provider's devices, without those that an attached provider of the same name has.
    ///
    /// - Parameter device: its only device; nil for all.
    private func rememberedState(of providerID: String, only device: String?) -> StoredState {
        var values: [TraitPath: StructureValue] = [:]
        var memories: [String: [String: [UInt8]]] = [:]
        var entries: [String: HomeDirectory.DeviceEntry] = [:]
        if let device { entries[device] = directory.entry(of: device) } else { entries = directory.devices }
        for (id, entry) in entries where entry.port == nil {
            guard let device = entry.cell.read({ $0.devices[id] }), device.providerID == providerID else { continue }
            if !device.memories.isEmpty { memories[id] = device.memories }
            for (key, record) in device.traits where !record.attributes.isEmpty {
                values[TraitPath(device.providerTarget(key.endpoint), key.traitID)] = record.attributes
            }
        }
        return StoredState(
            values, memories: memories, formerMemories: directory.former.memories(ofProvider: providerID))
    }

    func register(_ devices: [DeviceDescription], by port: ProviderPort) async throws {
        try check(devices)
        try await editor.edits.run {
            // An integration describes its devices at each connection, not knowing which ones people have removed.
            let isIntegration = ProviderID.integration(in: port.providerID) != nil
            let removed = isIntegration ? directory.removedDevices : []
            try await bring(devices.filter { !removed.contains($0.id) }, by: port)
        }
    }

    /// Registers checked devices, all or none. Called within the edit queue.
    private func bring(_ devices: [DeviceDescription], by port: ProviderPort) async throws {
        try directory.checkRunning()
        guard !port.isClosed else { throw HubError(.unavailable, "the provider was detached meanwhile") }
        try check(devices, by: port)
        guard let home = try home(for: port) else { return }
        // Random ids, not checked for being taken: the check would lock the structure that the plan reads.
        var plan = RegistrationPlan(makeID: makeID, limits: limits, providerID: port.providerID)
        for description in devices {
            let cell = directory.entry(of: description.id)?.cell ?? formerHome(of: description.id, for: port) ?? home
            cell.read { plan.add(description, to: $0, former: directory.former) }
        }
        try check(plan, by: port)
        if !port.providerID.isEmpty, let refusal = refusal(ofGrowth: plan.growth, providerID: port.providerID) {
            throw refusal
        }
        let back = port.isOfThisProcess ? directory.removedDevices.intersection(devices.map(\.id)) : []
        let gone = gone(in: plan)
        // Without any, nothing is dropped either, so that a hub can start on a full disk.
        let retirement = gone.isEmpty ? nil : directory.retirement(of: gone, returning: plan.devices.map(\.id))
        let changes =
            plan.storeChanges + (retirement?.storeChanges ?? []) + back.map { .unmarkRemoved(deviceID: $0) }
        try await saver.commit(changes) { [self, plan] in
            if !back.isEmpty { directory.unmarkRemoved(back) }
            directory.former.remove(plan.forgotten)
            directory.former.bringBack(plan.devices.map(\.id))
            if let retirement { directory.former.apply(retirement) }
            carryOut(plan, by: port)
        }
    }

    /// The devices that are no longer behind their bridges.
    private func gone(in plan: RegistrationPlan) -> [(id: String, cell: StructureCell)] {
        plan.registrations.flatMap(\.gone).compactMap { id in directory.entry(of: id).map { (id, $0.cell) } }
    }

    /// The structure that a removed device of the provider was in; nil if people have chosen one for its devices.
    private func formerHome(of deviceID: String, for port: ProviderPort) -> StructureCell? {
        guard port.structureID == nil, let former = directory.former[deviceID],
            former.record.providerID == port.providerID
        else { return nil }
        return directory.structure(former.structureID)
    }

    /// The structure of a provider's new devices; nil without structures. Integrations outlive theirs.
    private func home(for port: ProviderPort) throws(HubError) -> StructureCell? {
        guard let id = port.structureID else { return directory.cells.first }
        guard ProviderID.integration(in: port.providerID) != nil else { return try directory.cell(id) }
        return directory.structure(id) ?? directory.cells.first
    }

    private func carryOut(_ plan: RegistrationPlan, by port: ProviderPort) {
        let time = clock.sinceEpoch
        for room in plan.rooms {
            guard let cell = directory.structure(room.structureID) else { continue }
            changes.change(cell) { $0.put(room, .hub, at: time) }
        }
        for registration in plan.registrations {
            guard let cell = directory.structure(registration.structureID) else { continue }
            let awaiting = directory.put(registration.devices, removing: registration.gone, in: cell, by: port)
            changes.change(cell) { $0.put(registration.devices, removing: registration.gone, .hub, at: time) }
            for action in awaiting { action.set(true) }
            for device in registration.devices {
                for (key, value) in plan.memories[device.id] ?? [:] {
                    let key = StructureCell.MemoryKey(deviceID: device.id, key: key)
                    if cell.remember(key, value) { saver.saveSoon() }
                }
            }
        }
    }

    /// Removes devices that their provider reports as gone, even if it has not registered them since its start.
    func removeDevices(_ ids: [String], of port: ProviderPort) async throws {
        try await editor.edits.run {
            try directory.checkRunning()
            var known: [(id: String, cell: StructureCell)] = []
            for id in Set(ids) {
                guard let entry = directory.entry(of: id), entry.port === port || entry.port == nil,
                    !entry.isBridged, entry.cell.read({ $0.devices[id]?.providerID }) == port.providerID
                else { continue }
                known.append((id, entry.cell))
            }
            guard !known.isEmpty else { return }
            let retirement = directory.retirement(of: known)
            try await saver.commit(retirement.storeChanges) { [self, known] in
                directory.retire(retirement)
                let time = clock.sinceEpoch
                for (id, cell) in known { changes.change(cell) { $0.removeDevice(id, .device, at: time) } }
            }
        }
    }

    /// Brings back the devices of this process that were removed, to the structures that the caller manages
    /// (``Hub/restoreDevices(as:)``).
    func restoreDevices(as caller: Caller) async throws -> [String] {
        try caller.require(.manage, to: "bring back devices")
        try directory.checkRunning()
        guard let first = directory.cells.first else {
            throw HubError(.failedPrecondition, "the hub has no structure for these devices; create one first")
        }
        func requireRight(in cell: StructureCell) throws {
            try directory.access(of: caller.principal, in: cell).require(
                .manage, of: caller, to: "bring back devices", about: "")
        }
        func isManaged(_ cell: StructureCell) -> Bool { (try? requireRight(in: cell)) != nil }
        if !directory.cells.contains(where: isManaged) { try requireRight(in: first) }
        // In the edit queue, so that the attachment of a provider whose devices are there already is finished first.
        let ports = await editor.edits.run { providers.ports.filter(\.isOfThisProcess) }
        var restored: [String] = []
        for port in ports {
            let descriptions = await port.provider.describeAgain()
            let wanted = directory.removedDevices
            let served = try await adoptTraits(of: descriptions.filter { wanted.contains($0.id) }, by: port)
            let back = try await editor.edits.run {
                let (removed, home) = (directory.removedDevices, try? self.home(for: port))
                let devices = served.filter { device in
                    guard removed.contains(device.id) else { return false }
                    return (formerHome(of: device.id, for: port) ?? home).map(isManaged) ?? false
                }
                if !devices.isEmpty { try await bring(devices, by: port) }
                return devices.map(\.id)
            }
            if !back.isEmpty { await port.provider.restored(back) }
            restored += back
        }
        return restored.sorted()
    }

    // MARK: Structures' own traits

    /// Attaches a provider of a structure's own traits to every structure (``Hub/attachOwnTraits(_:)``).
    func attachOwnTraits(_ make: @escaping @Sendable (Hearth_V1_Structure) -> any DeviceProvider) async throws {
        ownTraits.withLock { $0 = make }
        for cell in directory.cells { try await attachOwnTraits(of: cell) }
    }

    func attachOwnTraits(of cell: StructureCell) async throws {
        guard let make = ownTraits.withLock({ $0 }) else { return }
        let made = make(cell.read { $0.message })
        let added = HubTraits.ids.compactMap { traits.table[$0] }
        let provider = HubTraitsProvider(made, structureID: cell.id, traits: added) {
            [weak self, weak cell] invocation in
            guard let self, let cell else { return }
            try notices.invoke(invocation, in: cell) { changes.change(cell, $0) }
        }
        _ = try await attach(provider, as: "", structureID: cell.id, only: cell.id)
    }

    /// Creates a structure's own traits again after its time zone or location has changed.
    func renewOwnTraits(of cell: StructureCell) async {
        // One at a time, so that the last one has the latest place.
        await renewals.run {
            let old = directory.takePort(ofDevice: cell.id)
            if let old { providers.remove(old) }
            old?.close()
            await old?.provider.stop()
            guard directory.structure(cell.id) === cell else { return }
            do {
                try await attachOwnTraits(of: cell)
            } catch {
                notice(
                    "the structure \(quoted(cell.read { $0.name })) has no traits of its own until the hub starts again: "
                        + "\(error)")
            }
        }
    }
}
