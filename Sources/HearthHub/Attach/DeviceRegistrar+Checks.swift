internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore

// Checks of the devices that a provider registers.
extension DeviceRegistrar {
    /// Checks descriptions on their own. Called before the edit queue, since large ones take long.
    func check(_ devices: [DeviceDescription]) throws(HubError) {
        let rules = DescriptionRules(traits: traits.table, limits: limits)
        for device in devices { try rules.check(device) }
    }

    /// Checks descriptions against the hub's present state.
    func check(_ devices: [DeviceDescription], by port: ProviderPort) throws(HubError) {
        for device in devices {
            if directory.structure(device.id) != nil { try checkOwnTraits(device, by: port) }
            for trait in device.endpoints.flatMap(\.traits) where traits.table[trait.descriptor.id] == nil {
                throw HubError(
                    .failedPrecondition,
                    "the device \(quoted(device.id)) has the trait \(trait.descriptor.typeName), which was removed "
                        + "meanwhile; attach again")
            }
        }
    }

    /// Checks that the devices of a plan are free for the provider and within its limits.
    func check(_ plan: RegistrationPlan, by port: ProviderPort) throws(HubError) {
        var ids: Set<String> = []
        for device in plan.devices {
            guard device.id.utf8.count <= DescriptionRules.maxIDBytes else {
                throw HubError(
                    .invalidArgument,
                    "the id of the device \(quotedBeginning(device.name)), \(quotedBeginning(device.id)), has over "
                        + "\(DescriptionRules.maxIDBytes) bytes with its bridge's; give the bridge a shorter one")
            }
            guard ids.insert(device.id).inserted else {
                throw HubError(.invalidArgument, "a provider brings two devices with the id \(quoted(device.id))")
            }
            try checkIsFree(device, for: port)
        }
        // A structure's own traits have its id, and only their provider registers them (``checkOwnTraits(_:by:)``).
        let ownTraits = plan.devices.filter { $0.bridgeID == nil && directory.structure($0.id) != nil }.map(\.id)
        let new = ids.filter { directory.entry(of: $0) == nil }.subtracting(ownTraits)
        if !new.isEmpty, let taken = directory.ids(of: new.contains).min() {
            throw HubError(
                homeKit: .alreadyExists, of: taken,
                "the device \(quoted(taken)) has the id of a structure, a room or another object of the hub; choose another "
                    + "id")
        }
        let replaced = ids.union(plan.registrations.flatMap(\.gone))
        let present = directory.countDevices(of: port, without: replaced)
        guard present + ids.count <= limits.devicesPerProvider else {
            throw HubError(
                homeKit: .maximumObjectLimitReached,
                "the provider brings \(present + ids.count) devices; at most \(limits.devicesPerProvider) are allowed")
        }
    }

    private func checkIsFree(_ device: DeviceRecord, for port: ProviderPort) throws(HubError) {
        guard let entry = directory.entry(of: device.id) else {
            guard let former = directory.former[device.id], former.record.providerID != port.providerID else { return }
            // Automations and guests' rights that name the removed device would apply to this one.
            throw HubError(
                homeKit: .objectAlreadyAssociatedToHome, of: device.id,
                "the device \(quoted(device.id)) was another provider's until it was removed; choose another id, or let the "
                    + "hub forget the removed device: hearth remove --forget \(ShellLine.last(device.id))")
        }
        let known = entry.cell.read { $0.devices[device.id].map { (owner: $0.providerID, bridgeID: $0.bridgeID) } }
        guard entry.port == nil || entry.port === port, known == nil || known?.owner == port.providerID else {
            throw HubError(
                homeKit: .objectAlreadyAssociatedToHome, of: device.id,
                "the device \(quoted(device.id)) is another provider's; device ids are unique")
        }
        guard let known, known.bridgeID != device.bridgeID else { return }
        let place = known.bridgeID.map { "behind the bridge \(quoted($0))" } ?? "behind no bridge"
        throw HubError(
            homeKit: .alreadyExists, of: device.id,
            "there is a device \(quoted(device.id)), which is \(place); remove it, or choose other ids")
    }

    /// Checks that only the provider of a structure's own traits registers a device with the structure's id.
    private func checkOwnTraits(_ device: DeviceDescription, by port: ProviderPort) throws(HubError) {
        guard port.providerID.isEmpty, port.structureID == device.id else {
            throw HubError(
                homeKit: .alreadyExists, of: device.id,
                "the device \(quoted(device.id)) has the id of a structure; device ids are unique")
        }
        guard device.endpoints.map(\.id) == [0] else {
            throw HubError(.invalidArgument, "a structure's own traits are at endpoint 0, and it has no other")
        }
    }
}
