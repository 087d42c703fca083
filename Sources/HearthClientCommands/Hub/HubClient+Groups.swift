internal import HearthRPC
internal import HearthTerminal
internal import HearthWire

// Zones, service groups, and the locations of structures.
extension HubClient {
    /// Adds a zone. Returns its resulting name.
    func addZone(_ name: String, to structure: House.Structure) async throws(CommandError) -> String {
        let response: Hearth_V1_CreateZoneResponse = try await call(
            Hearth_V1_HomeMethods.createZone,
            Hearth_V1_CreateZoneRequest(structureID: structure.id, name: name, options: options), changing: name)
        return response.zone?.name ?? name
    }

    /// Returns the changed zone.
    @discardableResult
    func change(
        _ zone: House.Zone, _ request: Hearth_V1_UpdateZoneRequest
    ) async throws(CommandError) -> Hearth_V1_Zone? {
        let response: Hearth_V1_UpdateZoneResponse = try await call(
            Hearth_V1_HomeMethods.updateZone, request, changing: zone.name)
        return response.zone
    }

    func remove(_ zone: House.Zone) async throws(CommandError) {
        let _: Hearth_V1_DeleteZoneResponse = try await call(
            Hearth_V1_HomeMethods.deleteZone, Hearth_V1_DeleteZoneRequest(zoneID: zone.id, options: options),
            changing: zone.name)
    }

    /// Adds a service group. Returns its resulting name.
    func addServiceGroup(_ name: String, to structure: House.Structure) async throws(CommandError) -> String {
        let response: Hearth_V1_CreateServiceGroupResponse = try await call(
            Hearth_V1_HomeMethods.createServiceGroup,
            Hearth_V1_CreateServiceGroupRequest(structureID: structure.id, name: name, options: options),
            changing: name)
        return response.serviceGroup?.name ?? name
    }

    /// Returns the changed group.
    @discardableResult
    func change(
        _ group: House.ServiceGroup, _ request: Hearth_V1_UpdateServiceGroupRequest
    ) async throws(CommandError) -> Hearth_V1_ServiceGroup? {
        let response: Hearth_V1_UpdateServiceGroupResponse = try await call(
            Hearth_V1_HomeMethods.updateServiceGroup, request, changing: group.name)
        return response.serviceGroup
    }

    func remove(_ group: House.ServiceGroup) async throws(CommandError) {
        let _: Hearth_V1_DeleteServiceGroupResponse = try await call(
            Hearth_V1_HomeMethods.deleteServiceGroup,
            Hearth_V1_DeleteServiceGroupRequest(serviceGroupID: group.id, options: options), changing: group.name)
    }

    /// Sets a structure's time zone and location. Returns the changed structure.
    func place(
        _ structure: House.Structure, timeZone: String?, location: Hearth_V1_Location?
    ) async throws(CommandError) -> Hearth_V1_Structure? {
        let response: Hearth_V1_UpdateStructureResponse = try await call(
            Hearth_V1_HomeMethods.updateStructure,
            Hearth_V1_UpdateStructureRequest(
                structureID: structure.id, options: options, timeZone: timeZone, location: location),
            changing: structure.name)
        return response.structure
    }
}
