internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Service groups (HomeKit documentation, HMServiceGroup), and people's settings of services.
extension HomeEditor {
    /// Creates a service group without services.
    ///
    /// - Throws: ``HubError`` if the name is invalid or in use, or there are too many groups.
    func createServiceGroup(
        name: String, in structureID: String, as caller: Caller
    ) async throws -> (position: StructurePosition, group: Hearth_V1_ServiceGroup) {
        try caller.require(.manage, to: "create a service group")
        let name = try NameRules.checked(name, for: "a service group")
        return try await edits.run {
            let cell = try directory.cell(structureID, toLet: caller, "create a service group")
            try directory.checkName(name, in: cell)
            guard cell.read({ $0.groupings.serviceGroups.count }) < limits.serviceGroups else {
                throw HubError(
                    homeKit: .maximumObjectLimitReached, of: structureID,
                    "the structure has \(limits.serviceGroups) service groups, the most it may have")
            }
            return try await put(ServiceGroupRecord(id: directory.newID(), name: name), in: cell, caller)
        }
    }

    /// Renames a service group, or adds and removes services. Adding a member has no effect, nor has removing a service
    /// that is not a member.
    ///
    /// - Parameter name: the new name; nil to keep it.
    /// - Throws: ``HubError``: `.notFound` for a missing device or service; `.failedPrecondition` for a device of
    ///   another structure, and for services that are not user-interactive.
    func updateServiceGroup(
        _ id: String, name: String? = nil, adding added: [ServiceReference] = [],
        removing removed: [ServiceReference] = [], as caller: Caller
    ) async throws -> (position: StructurePosition, group: Hearth_V1_ServiceGroup) {
        try caller.require(.manage, to: "change a service group")
        let name = try name.map { name throws(HubError) in try NameRules.checked(name, for: "the service group") }
        return try await edits.run(claiming: .renaming(.serviceGroup(id), to: name)) {
            var (cell, group) = try directory.serviceGroup(id, toLet: caller, "change the service group")
            if let name { group.name = try directory.renamed(group.object, from: group.name, to: name, in: cell) }
            let before = Set(group.services)
            group.services = group.services.members(adding: added, removing: removed)
            guard group.services.count <= limits.servicesPerGroup else {
                throw HubError(
                    homeKit: .maximumObjectLimitReached, of: id,
                    "the group would have \(group.services.count) services; at most \(limits.servicesPerGroup) are "
                        + "allowed")
            }
            // Checked after the limit, since each is looked up.
            try checkCanJoin(group.services.filter { !before.contains($0) }, cell, caller)
            return try await put(group, in: cell, caller)
        }
    }

    private func checkCanJoin(
        _ services: [ServiceReference], _ cell: StructureCell, _ caller: Caller
    ) throws(HubError) {
        for (deviceID, services) in Dictionary(grouping: services, by: \.deviceID) {
            let (home, device) = try directory.device(deviceID, toLet: caller, "put the device into a group")
            guard home === cell else {
                throw HubError(
                    homeKit: .objectAssociatedToAnotherHome, of: deviceID,
                    "\(quoted(device.name)) is in another structure than the group; choose a device of its structure")
            }
            let known = device.serviceKeys
            for service in services {
                try Self.check(service.key, of: device, known)
                guard service.key.type.isUserInteractive else {
                    throw HubError(
                        homeKit: .operationNotSupported, of: deviceID,
                        "\(service.key.type) of \(quoted(device.name)) is not user-interactive, so it can't "
                            + "join a group")
                }
            }
        }
    }

    private static func check(
        _ key: ServiceKey, of device: DeviceRecord, _ known: [ServiceKey]
    ) throws(HubError) {
        guard !known.contains(key) else { return }
        let there = known.prefix(20).map {
            "\($0.type) on endpoint \($0.endpoint)" + ($0.part == 0 ? "" : ", part \($0.part)")
        }
        throw HubError(
            homeKit: .notFound, of: device.id,
            "\(quoted(device.name)) has no service \(key.type) on endpoint \(key.endpoint)"
                + (key.part == 0 ? "" : ", part \(key.part)") + "; it has \(there.joined(separator: "; "))")
    }

    private func put(
        _ group: ServiceGroupRecord, in cell: StructureCell, _ caller: Caller
    ) async throws -> (position: StructurePosition, group: Hearth_V1_ServiceGroup) {
        try await edit(
            cell, storing: [.putServiceGroup(StoredServiceGroup(group, structureID: cell.id))], as: caller
        ) {
            $0.put(group, caller.origin, at: $1)
        } result: {
            (position: $0.position, group: $0.message(group))
        }
    }

    /// Deletes a service group. Its services stay.
    func deleteServiceGroup(_ id: String, as caller: Caller) async throws -> StructurePosition {
        try caller.require(.manage, to: "delete a service group")
        return try await edits.run(claiming: [.serviceGroup(id)]) {
            let (cell, _) = try directory.serviceGroup(id, toLet: caller, "delete the service group")
            return try await edit(cell, storing: [.removeServiceGroup(id: id)], as: caller) {
                $0.removeServiceGroup(id, caller.origin, at: $1)
            } result: {
                $0.position
            }
        }
    }

    /// Sets a service's name, or its associated type: the kind of thing that is plugged in or watched.
    ///
    /// - Parameters:
    ///   - name: the new name; empty for none, nil to keep it. Several services may have the same name.
    ///   - associated: the UUID of a type; empty for none, nil to keep it.
    /// - Throws: ``HubError``: `.notFound` if the device has no such service; `.failedPrecondition` for a type that
    ///   can't be associated with the service.
    func updateService(
        _ service: ServiceReference, name: String?, associated: String?, as caller: Caller
    ) async throws -> (position: StructurePosition, device: Hearth_V1_Device) {
        try caller.require(.manage, to: "change how a device is set up")
        let name = try name.map { name throws(HubError) in
            name.isEmpty ? "" : try NameRules.checked(name, for: "the service")
        }
        return try await edits.run(claiming: [.device(service.deviceID)]) {
            var (cell, device) = try directory.device(
                service.deviceID, toLet: caller, "change how the device is set up")
            try Self.check(service.key, of: device, device.serviceKeys)
            var setting = device.services.first { $0.key == service.key } ?? ServiceSetting(key: service.key)
            if let name { setting.name = name }
            if let associated {
                setting.associatedType = associated.isEmpty ? nil : try Self.type(associated, for: service.key, device)
            }
            _ = device.set(setting)
            return try await edit(
                cell, storing: [.putDevice(StoredDevice(device, structureID: cell.id))], as: caller
            ) { [device, setting] in
                $0.set(setting, of: device.id, caller.origin, at: $1)
            } result: { [device] state in
                (position: state.position, device: state.message(state.devices[device.id] ?? device))
            }
        }
    }

    private static func type(
        _ text: String, for key: ServiceKey, _ device: DeviceRecord
    ) throws(HubError) -> ServiceType {
        if let type = HAPUUID(text).map({ ServiceType($0) }), type.canBeAssociated(with: key.type) { return type }
        throw HubError(
            homeKit: .invalidAssociatedServiceType, of: device.id,
            "\(quoted(text)) can't be associated with \(key.type) of \(quoted(device.name)): an outlet or switch has a "
                + "type with a power state, a contact sensor a door, garage door, window or window covering")
    }
}
