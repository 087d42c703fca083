internal import HearthBase
internal import HearthRPC
internal import HearthStore
public import HearthTraitCore
internal import Synchronization

/// Identifies an attached provider, for ``Hub/detach(_:)``.
public struct ProviderHandle: Hashable, Sendable {
    let id: UInt64
}

extension Hub {
    /// Starts a provider of this process and adds its devices, online. Known devices keep their structure, room and the
    /// name that a person gave them. New devices are added to `structureID`, or else to the first structure, and to the
    /// room that the provider suggests, which is created if needed.
    ///
    /// - Throws: ``HubError`` if a description is invalid or a device belongs to another provider; errors of the
    ///   provider.
    @discardableResult
    public func attach(_ provider: any DeviceProvider, structureID: String? = nil) async throws -> ProviderHandle {
        try await attach(provider, as: "", structureID: structureID)
    }

    func attach(
        _ provider: any DeviceProvider, as providerID: String, structureID: String?
    ) async throws -> ProviderHandle {
        try checkRunning()
        if let structureID { _ = try cell(structureID) }
        let port = ProviderPort(
            id: UInt64.random(in: 1...UInt64.max), providerID: providerID, structureID: structureID,
            provider: provider, hub: self)
        do {
            let devices = try await provider.start(hub: port, stored: rememberedState(of: providerID))
            try check(devices)
            try await edits.run {
                let removed = providerID.isEmpty ? catalog.withLock { $0.removedDevices } : []
                try await bring(devices.filter { !removed.contains($0.id) }, by: port)
                catalog.withLock { $0.ports.append(port) }
            }
        } catch {
            port.close()
            await provider.stop()
            throw error
        }
        port.open()
        return ProviderHandle(id: port.id)
    }

    /// Stops a provider. Its devices stay and go offline.
    public func detach(_ handle: ProviderHandle) async {
        let port = catalog.withLock { catalog -> ProviderPort? in
            let index = catalog.ports.firstIndex { $0.id == handle.id }
            return index.map { catalog.ports.remove(at: $0) }
        }
        guard let port else { return }
        port.close()
        // In the edit queue, so that a registration in progress is finished first.
        await edits.run { takeOffline(port) }
        await port.provider.stop()
    }

    private func takeOffline(_ port: ProviderPort) {
        let devices = catalog.withLock { catalog in
            let devices = catalog.devices.filter { $0.value.port === port }
            for id in devices.keys { catalog.devices[id]?.port = nil }
            return devices.filter { !$0.value.isBridged }
        }
        for (id, entry) in devices {
            apply(DeviceChange(deviceID: id, connectivity: .offline, cause: .hub), in: entry.cell)
        }
    }

    /// Applies a provider's report. Parts about other devices are ignored and logged.
    ///
    /// - Returns: the structure that it changed.
    @discardableResult
    func take(_ change: DeviceChange, from port: ProviderPort, toldLater: Bool = false) -> StructureCell? {
        guard let cell = cell(of: change.deviceID, for: port) else { return nil }
        if !port.providerID.isEmpty {
            guard grant(cell.read { $0.growth(of: change) }, to: port) else { return nil }
        }
        let time = clock.sinceEpoch
        var overfull: [TraitPath] = []
        for part in cell.parts(of: change, at: time) {
            self.change(cell, toldLater: toldLater) { state in
                defer { overfull += state.overfullTraits }
                return state.apply(part.change, by: part.origin, at: time)
            }
        }
        for path in overfull {
            notice(
                "\(quoted(path.target.deviceID)) reports more than the \(limits.traitBytes) bytes that a trait may have, "
                    + "in \(traits[path.traitID]?.name ?? "trait \(path.traitID)"); the excess is dropped")
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
        if cell.remember(key, value) { saveSoon() }
    }

    /// The structure of a provider's device; nil for a removed device, whose provider may still report, and for another
    /// provider's device.
    private func cell(of deviceID: String, for port: ProviderPort) -> StructureCell? {
        guard let entry = catalog.withLock({ $0.devices[deviceID] }) else { return nil }
        if entry.port === port, !entry.isBridged { return entry.cell }
        notice("a provider reported about \(quotedBeginning(deviceID)), which is not one of its devices")
        return nil
    }

    /// The stored state of a provider's devices, without those that an attached provider of the same name has.
    private func rememberedState(of providerID: String) -> StoredState {
        var values: [TraitPath: StructureValue] = [:]
        var memories: [String: [String: [UInt8]]] = [:]
        for (id, entry) in catalog.withLock({ $0.devices }) where entry.port == nil {
            guard let device = entry.cell.read({ $0.devices[id] }), device.providerID == providerID else { continue }
            if !device.memories.isEmpty { memories[id] = device.memories }
            for (key, record) in device.traits where !record.attributes.isEmpty {
                values[TraitPath(device.providerTarget(key.endpoint), key.traitID)] = record.attributes
            }
        }
        return StoredState(values, memories: memories)
    }

    /// Registers checked devices, all or none. Called within the edit queue.
    func bring(_ devices: [DeviceDescription], by port: ProviderPort) async throws {
        try checkRunning()
        guard !port.isClosed else { throw HubError(.unavailable, "the provider was detached meanwhile") }
        try check(devices, by: port)
        guard let home = try port.structureID.map({ try cell($0) }) ?? cells.first else { return }
        // Random ids, not checked for being taken: the check would lock the structure that the plan reads.
        var plan = RegistrationPlan(makeID: makeID, limits: limits, providerID: port.providerID)
        for description in devices {
            let known = catalog.withLock { $0.devices[description.id]?.cell }
            let cell = known ?? home
            cell.read { plan.add(description, to: $0) }
        }
        try check(plan, by: port)
        if !port.providerID.isEmpty, let refusal = refusal(ofGrowth: plan.growth, providerID: port.providerID) {
            throw refusal
        }
        let back = port.providerID.isEmpty ? catalog.withLock { $0.removedDevices }.intersection(devices.map(\.id)) : []
        try await commit(plan.storeChanges + back.map { .unmarkRemoved(deviceID: $0) }) { [self, plan] in
            catalog.withLock { $0.removedDevices.subtract(back) }
            carryOut(plan, by: port)
        }
    }

    private func carryOut(_ plan: RegistrationPlan, by port: ProviderPort) {
        let time = clock.sinceEpoch
        let cells = Dictionary(cells.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for (structureID, room) in plan.rooms {
            guard let cell = cells[structureID] else { continue }
            change(cell) { $0.put(room, .hub, at: time) }
        }
        for registration in plan.registrations {
            guard let cell = cells[registration.structureID] else { continue }
            let awaiting = catalog.withLock { catalog in
                for device in registration.devices {
                    catalog.devices[device.id] = DeviceEntry(cell: cell, port: port, isBridged: device.bridgeID != nil)
                }
                for id in registration.gone { catalog.devices[id] = nil }
                return registration.devices.compactMap { catalog.awaiting.removeValue(forKey: $0.id) }.joined()
            }
            change(cell) { $0.put(registration.devices, removing: registration.gone, .hub, at: time) }
            for action in awaiting { action.set(true) }
        }
    }

    /// Removes devices that their provider reports as gone, even if it has not registered them since its start.
    func removeDevices(_ ids: [String], of port: ProviderPort) async throws {
        try await edits.run {
            try checkRunning()
            var known: [(id: String, cell: StructureCell)] = []
            for id in Set(ids) {
                guard let entry = catalog.withLock({ $0.devices[id] }), entry.port === port || entry.port == nil,
                    !entry.isBridged, entry.cell.read({ $0.devices[id]?.providerID }) == port.providerID
                else { continue }
                known.append((id, entry.cell))
            }
            guard !known.isEmpty else { return }
            try await commit(known.map { .removeDevice(id: $0.id) }) { [self, known] in
                let behind = known.flatMap { id, cell in cell.read { $0.devices[id]?.bridgedIDs ?? [] } }
                catalog.withLock { catalog in
                    for id in known.map(\.id) + behind { catalog.devices[id] = nil }
                }
                let time = clock.sinceEpoch
                for (id, cell) in known { change(cell) { $0.removeDevice(id, .device, at: time) } }
            }
        }
    }
}
