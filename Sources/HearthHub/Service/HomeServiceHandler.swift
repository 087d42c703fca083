internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// `hearth.v1.HomeService` on a hub.
struct HomeServiceHandler: Hearth_V1_HomeService {
    let hub: Hub

    func getInfo(
        _ request: Hearth_V1_GetInfoRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetInfoResponse {
        try hub.checkRunning()
        return Hearth_V1_GetInfoResponse(
            hubID: hub.id, version: hub.information.version, schemaFingerprint: hub.information.schemaFingerprint)
    }

    func list(_ request: Hearth_V1_ListRequest, context: ServerContext) async throws -> Hearth_V1_ListResponse {
        try hub.checkRunning()
        return try hub.list(request)
    }

    func read(_ request: Hearth_V1_ReadRequest, context: ServerContext) async throws -> Hearth_V1_ReadResponse {
        try hub.checkRunning()
        return try hub.read(request, rights: context.principal.rights)
    }

    func watch(
        _ request: Hearth_V1_WatchRequest, writer: RPCWriter<Hearth_V1_WatchResponse>, context: ServerContext
    ) async throws {
        try hub.checkRunning()
        try await hub.watch(
            request.filter ?? Hearth_V1_WatchFilter(), resumeFrom: request.resumeFrom.map { StructurePosition($0) },
            eventsAfter: request.eventsAfter, principal: context.principal, on: writer.handOver())
    }

    func updateWatch(
        _ request: Hearth_V1_UpdateWatchRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateWatchResponse {
        let update = try hub.updateWatch(
            request.watchID, request.filter ?? Hearth_V1_WatchFilter(), principal: context.principal)
        return Hearth_V1_UpdateWatchResponse(update: update)
    }

    func createStructure(
        _ request: Hearth_V1_CreateStructureRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateStructureResponse {
        try await hub.once(request, request.options, context) {
            let made = try await hub.createStructure(name: request.name, as: Caller(context, request.options))
            return Hearth_V1_CreateStructureResponse(
                position: Hearth_V1_Position(made.position), structure: made.structure.message)
        }
    }

    func updateStructure(
        _ request: Hearth_V1_UpdateStructureRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateStructureResponse {
        try await hub.once(request, request.options, context) {
            guard let name = request.name else { throw Self.nothingToChange }
            let changed = try await hub.renameStructure(
                request.structureID, to: name, as: Caller(context, request.options))
            return Hearth_V1_UpdateStructureResponse(
                position: Hearth_V1_Position(changed.position), structure: changed.structure.message)
        }
    }

    func deleteStructure(
        _ request: Hearth_V1_DeleteStructureRequest, context: ServerContext
    ) async throws -> Hearth_V1_DeleteStructureResponse {
        try await hub.once(request, request.options, context) {
            let position = try await hub.deleteStructure(request.structureID, as: Caller(context, request.options))
            return Hearth_V1_DeleteStructureResponse(position: Hearth_V1_Position(position))
        }
    }

    func createRoom(
        _ request: Hearth_V1_CreateRoomRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateRoomResponse {
        try await hub.once(request, request.options, context) {
            let made = try await hub.createRoom(
                name: request.name, in: request.structureID, as: Caller(context, request.options))
            return Hearth_V1_CreateRoomResponse(position: Hearth_V1_Position(made.position), room: made.room.message)
        }
    }

    func updateRoom(
        _ request: Hearth_V1_UpdateRoomRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateRoomResponse {
        try await hub.once(request, request.options, context) {
            guard let name = request.name else { throw Self.nothingToChange }
            let changed = try await hub.renameRoom(request.roomID, to: name, as: Caller(context, request.options))
            return Hearth_V1_UpdateRoomResponse(
                position: Hearth_V1_Position(changed.position), room: changed.room.message)
        }
    }

    func deleteRoom(
        _ request: Hearth_V1_DeleteRoomRequest, context: ServerContext
    ) async throws -> Hearth_V1_DeleteRoomResponse {
        try await hub.once(request, request.options, context) {
            let position = try await hub.deleteRoom(request.roomID, as: Caller(context, request.options))
            return Hearth_V1_DeleteRoomResponse(position: Hearth_V1_Position(position))
        }
    }

    func updateDevice(
        _ request: Hearth_V1_UpdateDeviceRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateDeviceResponse {
        try await hub.once(request, request.options, context) {
            guard request.name != nil || request.roomID != nil else { throw Self.nothingToChange }
            let changed = try await hub.updateDevice(
                request.deviceID, name: request.name, roomID: request.roomID, as: Caller(context, request.options))
            return Hearth_V1_UpdateDeviceResponse(
                position: Hearth_V1_Position(changed.position), device: changed.device.message)
        }
    }

    func updateEndpoint(
        _ request: Hearth_V1_UpdateEndpointRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateEndpointResponse {
        try await hub.once(request, request.options, context) {
            guard let name = request.name else { throw Self.nothingToChange }
            guard let target = request.target.flatMap({ TraitTarget($0) }) else {
                throw HubError(.invalidArgument, "the request names no endpoint; set target")
            }
            let changed = try await hub.updateEndpoint(target, name: name, as: Caller(context, request.options))
            return Hearth_V1_UpdateEndpointResponse(
                position: Hearth_V1_Position(changed.position), device: changed.device.message)
        }
    }

    func removeDevice(
        _ request: Hearth_V1_RemoveDeviceRequest, context: ServerContext
    ) async throws -> Hearth_V1_RemoveDeviceResponse {
        try await hub.once(request, request.options, context) {
            let removed = try await hub.removeDevice(request.deviceID, as: Caller(context, request.options))
            return Hearth_V1_RemoveDeviceResponse(
                position: Hearth_V1_Position(removed.position), deviceIDs: removed.deviceIDs)
        }
    }

    func restoreDevices(
        _ request: Hearth_V1_RestoreDevicesRequest, context: ServerContext
    ) async throws -> Hearth_V1_RestoreDevicesResponse {
        try await hub.once(request, request.options, context) {
            Hearth_V1_RestoreDevicesResponse(
                deviceIDs: try await hub.restoreDevices(as: Caller(context, request.options)))
        }
    }

    func sendBatch(
        _ request: Hearth_V1_SendBatchRequest, context: ServerContext
    ) async throws -> Hearth_V1_SendBatchResponse {
        try await hub.once(request, request.options, context) {
            let batch = BatchRequest(
                hub: hub, caller: Caller(context, request.options),
                time: context.deadline.map { $0 - ContinuousClock.now })
            return Hearth_V1_SendBatchResponse(results: try await batch.perform(request.items))
        }
    }

    func getAppData(
        _ request: Hearth_V1_GetAppDataRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetAppDataResponse {
        let data = try await hub.appData(of: request.objectID, app: request.appID, as: Caller(context))
        return Hearth_V1_GetAppDataResponse(data: Self.messages(data))
    }

    func updateAppData(
        _ request: Hearth_V1_UpdateAppDataRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateAppDataResponse {
        try await hub.once(request, request.options, context) {
            let data = try await hub.updateAppData(
                of: request.objectID, app: request.appID, AppDataChange(request),
                as: Caller(context, request.options))
            return Hearth_V1_UpdateAppDataResponse(data: Self.messages(data))
        }
    }

    private static func messages(_ data: [String: String]) -> [Hearth_V1_AppDatum] {
        data.ordered(by: \.key).map { Hearth_V1_AppDatum(key: $0.key, value: $0.value) }
    }

    func getTraitSchemas(
        _ request: Hearth_V1_GetTraitSchemasRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetTraitSchemasResponse {
        try hub.schemas(request)
    }

    func listTraits(
        _ request: Hearth_V1_ListTraitsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListTraitsResponse {
        try hub.listTraits(request)
    }

    func removeTrait(
        _ request: Hearth_V1_RemoveTraitRequest, context: ServerContext
    ) async throws -> Hearth_V1_RemoveTraitResponse {
        try await hub.once(request, request.options, context) {
            try await hub.removeTrait(request.traitID, as: Caller(context, request.options))
            return Hearth_V1_RemoveTraitResponse()
        }
    }

    private static let nothingToChange = HubError(.invalidArgument, "the request says nothing to change; set a field")
}
