internal import HearthRPC
internal import HearthStore
public import HearthTraitCore
internal import Synchronization

/// Names a provider that is attached, to detach it.
public struct ProviderHandle: Hashable, Sendable {
    let id: UInt64
}

extension Hub {
    /// Starts a provider and brings its devices into the hub, online. A device that is known keeps its structure, its
    /// room and the name that a person gave it; a new one goes to `structureID`, or to the first structure, and into
    /// the room that its provider suggests, which is made when it is not there.
    ///
    /// - Throws: ``HubError`` when a device is wrongly described or another provider's; what the provider throws.
    @discardableResult
    public func attach(_ provider: any DeviceProvider, structureID: String? = nil) async throws -> ProviderHandle {
        try checkRunning()
        if let structureID { _ = try cell(structureID) }
        let port = ProviderPort(id: UInt64.random(in: 1...UInt64.max), provider: provider, hub: self)
        do {
            let devices = try await provider.start(hub: port, stored: rememberedState())
            try await edits.run { try await bring(devices, by: port, to: structureID) }
        } catch {
            port.close()
            await provider.stop()
            throw error
        }
        port.open()
        return ProviderHandle(id: port.id)
    }

    /// Stops a provider. Its devices stay, offline.
    public func detach(_ handle: ProviderHandle) async {
        let (port, devices) = catalog.withLock { catalog -> (ProviderPort?, [String: DeviceEntry]) in
            guard let index = catalog.ports.firstIndex(where: { $0.id == handle.id }) else { return (nil, [:]) }
            let port = catalog.ports.remove(at: index)
            let devices = catalog.devices.filter { $0.value.port === port }
            for id in devices.keys { catalog.devices[id]?.port = nil }
            return (port, devices)
        }
        guard let port else { return }
        port.close()
        for (id, entry) in devices {
            apply(DeviceChange(deviceID: id, connectivity: .offline, cause: .hub), in: entry.cell)
        }
        await port.provider.stop()
    }

    /// Takes a report of a provider. What is not about its own devices is left out, and noticed.
    func take(_ change: DeviceChange, from port: ProviderPort) {
        // A device that was removed may go on reporting.
        guard let entry = catalog.withLock({ $0.devices[change.deviceID] }) else { return }
        guard entry.port === port else {
            return notice("a provider reported about \(quoted(change.deviceID)), which is not one of its devices")
        }
        apply(change, in: entry.cell)
    }

    /// The values of all devices that no provider has brought yet.
    private func rememberedState() -> StoredState {
        var values: [TraitPath: StructureValue] = [:]
        for (id, entry) in catalog.withLock({ $0.devices }) where entry.port == nil {
            guard let device = entry.cell.read({ $0.devices[id] }) else { continue }
            for (key, record) in device.traits where !record.attributes.isEmpty {
                values[TraitPath(device.target(key.endpoint), key.traitID)] = record.attributes
            }
        }
        return StoredState(values)
    }

    private func bring(_ devices: [DeviceDescription], by port: ProviderPort, to structureID: String?) async throws {
        try checkRunning()
        try check(devices, by: port)
        guard let home = try structureID.map({ try cell($0) }) ?? cells.first else { return }
        var plan = Arrival(makeID: makeID, limits: limits)
        for description in devices {
            let known = catalog.withLock { $0.devices[description.id]?.cell }
            let cell = known ?? home
            cell.read { plan.add(description, to: $0) }
        }
        try await commit(plan.storeChanges)
        let time = clock.sinceEpoch
        for (structureID, room) in plan.rooms {
            try change(cell(structureID)) { $0.put(room, .hub, at: time) }
        }
        for (structureID, device) in plan.devices {
            let cell = try cell(structureID)
            catalog.withLock { $0.devices[device.id] = DeviceEntry(cell: cell, port: port) }
            change(cell) { $0.put(device, .hub, at: time) }
        }
        catalog.withLock { $0.ports.append(port) }
    }

    private func check(_ devices: [DeviceDescription], by port: ProviderPort) throws(HubError) {
        var ids: Set<String> = []
        for device in devices {
            try DescriptionRules(traits: traits).check(device)
            guard ids.insert(device.id).inserted else {
                throw HubError(.invalidArgument, "a provider brings two devices with the id \(quoted(device.id))")
            }
            guard catalog.withLock({ $0.devices[device.id]?.port }) == nil else {
                throw HubError(
                    .alreadyExists, "the device \(quoted(device.id)) is another provider's; device ids are unique")
            }
        }
    }
}
