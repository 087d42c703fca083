internal import HearthHomeKitMapping
internal import HearthHomeState
internal import HearthRPC
internal import HearthWire

// Zones, service groups and services.
extension HomeServiceHandler {
    func createZone(
        _ request: Hearth_V1_CreateZoneRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateZoneResponse {
        try await hub.editor.once(request, about: .object(request.structureID), request.options, context, .edit) {
            try await hub.editor.createZone(name: request.name, in: request.structureID, as: $0)
        } response: {
            Hearth_V1_CreateZoneResponse(position: Hearth_V1_Position($0.position), zone: $0.zone)
        }
    }

    func updateZone(
        _ request: Hearth_V1_UpdateZoneRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateZoneResponse {
        try await hub.editor.once(request, about: .object(request.zoneID), request.options, context, .edit) {
            let isOfRooms = !request.addRoomIDs.isEmpty || !request.removeRoomIDs.isEmpty
            guard request.name != nil || request.aliases != nil || isOfRooms else { throw Self.nothingToChange }
            try check(request.addRoomIDs.count + request.removeRoomIDs.count, "rooms")
            return try await hub.editor.updateZone(
                request.zoneID, name: request.name, adding: request.addRoomIDs, removing: request.removeRoomIDs,
                aliases: request.aliases?.names, as: $0)
        } response: {
            Hearth_V1_UpdateZoneResponse(position: Hearth_V1_Position($0.position), zone: $0.zone)
        }
    }

    func deleteZone(
        _ request: Hearth_V1_DeleteZoneRequest, context: ServerContext
    ) async throws -> Hearth_V1_DeleteZoneResponse {
        try await hub.editor.once(request, about: .object(request.zoneID), request.options, context, .edit) {
            try await hub.editor.deleteZone(request.zoneID, as: $0)
        } response: {
            Hearth_V1_DeleteZoneResponse(position: Hearth_V1_Position($0))
        }
    }

    func createServiceGroup(
        _ request: Hearth_V1_CreateServiceGroupRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateServiceGroupResponse {
        try await hub.editor.once(request, about: .object(request.structureID), request.options, context, .edit) {
            try await hub.editor.createServiceGroup(name: request.name, in: request.structureID, as: $0)
        } response: {
            Hearth_V1_CreateServiceGroupResponse(
                position: Hearth_V1_Position($0.position), serviceGroup: $0.group)
        }
    }

    func updateServiceGroup(
        _ request: Hearth_V1_UpdateServiceGroupRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateServiceGroupResponse {
        try await hub.editor.once(request, about: .object(request.serviceGroupID), request.options, context, .edit) {
            guard request.name != nil || !request.addServices.isEmpty || !request.removeServices.isEmpty else {
                throw Self.nothingToChange
            }
            try check(request.addServices.count + request.removeServices.count, "services")
            return try await hub.editor.updateServiceGroup(
                request.serviceGroupID, name: request.name, adding: request.addServices.map(Self.reference),
                removing: request.removeServices.map(Self.reference), as: $0)
        } response: {
            Hearth_V1_UpdateServiceGroupResponse(
                position: Hearth_V1_Position($0.position), serviceGroup: $0.group)
        }
    }

    func deleteServiceGroup(
        _ request: Hearth_V1_DeleteServiceGroupRequest, context: ServerContext
    ) async throws -> Hearth_V1_DeleteServiceGroupResponse {
        try await hub.editor.once(request, about: .object(request.serviceGroupID), request.options, context, .edit) {
            try await hub.editor.deleteServiceGroup(request.serviceGroupID, as: $0)
        } response: {
            Hearth_V1_DeleteServiceGroupResponse(position: Hearth_V1_Position($0))
        }
    }

    func updateService(
        _ request: Hearth_V1_UpdateServiceRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateServiceResponse {
        try await hub.editor.once(
            request, about: .devices([request.service?.deviceID ?? ""]), request.options, context, .edit
        ) {
            guard request.name != nil || request.associatedType != nil else { throw Self.nothingToChange }
            guard let service = request.service else {
                throw HubError(homeKit: .missingParameter, "the request names no service; set service")
            }
            return try await hub.editor.updateService(
                Self.reference(service), name: request.name, associated: request.associatedType, as: $0)
        } response: {
            Hearth_V1_UpdateServiceResponse(position: Hearth_V1_Position($0.position), device: $0.device)
        }
    }

    private static func reference(_ message: Hearth_V1_ServiceReference) throws(HubError) -> ServiceReference {
        guard let key = ServiceKey(endpoint: message.endpoint, type: message.type, part: message.part) else {
            throw HubError(
                homeKit: .invalidParameter, of: message.deviceID,
                "a service has an endpoint of 0 to 65535, and a type that is a UUID, as 43 or "
                    + "00000043-0000-1000-8000-0026BB765291")
        }
        return ServiceReference(deviceID: message.deviceID, key: key)
    }

    private func check(_ count: Int, _ noun: String) throws(HubError) {
        guard count > hub.limits.filterEntries else { return }
        throw HubError(
            homeKit: .invalidParameter,
            "the request names \(count) \(noun), more than \(hub.limits.filterEntries); send several requests")
    }
}
