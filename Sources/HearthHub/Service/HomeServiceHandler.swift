internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// `hearth.v1.HomeService` on a hub.
struct HomeServiceHandler: Hearth_V1_HomeService {
    let hub: Hub

    func getInfo(
        _ request: Hearth_V1_GetInfoRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetInfoResponse {
        try hub.directory.checkRunning()
        return Hearth_V1_GetInfoResponse(
            hubID: hub.id, version: hub.information.version, schemaFingerprint: hub.information.schemaFingerprint,
            time: Google_Protobuf_Timestamp(sinceEpoch: hub.clock.sinceEpoch))
    }

    func list(_ request: Hearth_V1_ListRequest, context: ServerContext) async throws -> Hearth_V1_ListResponse {
        try hub.directory.checkRunning()
        return try await hub.reader.list(request, as: context.principal)
    }

    func read(_ request: Hearth_V1_ReadRequest, context: ServerContext) async throws -> Hearth_V1_ReadResponse {
        try hub.directory.checkRunning()
        return try await hub.reader.read(request, as: context.principal)
    }

    func watch(
        _ request: Hearth_V1_WatchRequest, writer: RPCWriter<Hearth_V1_WatchResponse>, context: ServerContext
    ) async throws {
        try hub.directory.checkRunning()
        try await hub.watches.watch(
            request.filter ?? Hearth_V1_WatchFilter(), resumeFrom: request.resumeFrom.map { StructurePosition($0) },
            eventsAfter: request.eventsAfter, intervals: WatchIntervals(request, usual: hub.limits.heartbeat),
            principal: context.principal, on: writer.handOver())
    }

    func updateWatch(
        _ request: Hearth_V1_UpdateWatchRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateWatchResponse {
        let update = try await hub.watches.updateWatch(
            request.watchID, request.filter ?? Hearth_V1_WatchFilter(), principal: context.principal)
        return Hearth_V1_UpdateWatchResponse(update: update)
    }

    func listReports(
        _ request: Hearth_V1_ListReportsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListReportsResponse {
        try hub.directory.checkRunning()
        return try await hub.reader.listReports(request, as: Caller(context))
    }

    func createStructure(
        _ request: Hearth_V1_CreateStructureRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateStructureResponse {
        try await hub.editor.once(request, about: .none, request.options, context, .edit) {
            try await hub.createStructure(name: request.name, as: $0)
        } response: {
            Hearth_V1_CreateStructureResponse(
                position: Hearth_V1_Position($0.position), structure: $0.structure)
        }
    }

    func updateStructure(
        _ request: Hearth_V1_UpdateStructureRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateStructureResponse {
        try await hub.editor.once(request, about: .object(request.structureID), request.options, context, .edit) {
            guard request.name != nil || request.timeZone != nil || request.location != nil else {
                throw Self.nothingToChange
            }
            return try await hub.updateStructure(
                request.structureID, name: request.name, timeZone: request.timeZone,
                location: request.location.map { StoredLocation($0) },
                as: $0)
        } response: {
            Hearth_V1_UpdateStructureResponse(
                position: Hearth_V1_Position($0.position), structure: $0.structure)
        }
    }

    func deleteStructure(
        _ request: Hearth_V1_DeleteStructureRequest, context: ServerContext
    ) async throws -> Hearth_V1_DeleteStructureResponse {
        try await hub.editor.once(request, about: .object(request.structureID), request.options, context, .edit) {
            try await hub.deleteStructure(request.structureID, as: $0)
        } response: {
            Hearth_V1_DeleteStructureResponse(position: Hearth_V1_Position($0))
        }
    }

    func createRoom(
        _ request: Hearth_V1_CreateRoomRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateRoomResponse {
        try await hub.editor.once(request, about: .object(request.structureID), request.options, context, .edit) {
            try await hub.editor.createRoom(name: request.name, in: request.structureID, as: $0)
        } response: {
            Hearth_V1_CreateRoomResponse(position: Hearth_V1_Position($0.position), room: $0.room)
        }
    }

    func updateRoom(
        _ request: Hearth_V1_UpdateRoomRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateRoomResponse {
        try await hub.editor.once(request, about: .object(request.roomID), request.options, context, .edit) {
            guard request.name != nil || request.aliases != nil else { throw Self.nothingToChange }
            return try await hub.editor.updateRoom(
                request.roomID, name: request.name, aliases: request.aliases?.names, as: $0)
        } response: {
            Hearth_V1_UpdateRoomResponse(position: Hearth_V1_Position($0.position), room: $0.room)
        }
    }

    func deleteRoom(
        _ request: Hearth_V1_DeleteRoomRequest, context: ServerContext
    ) async throws -> Hearth_V1_DeleteRoomResponse {
        try await hub.editor.once(request, about: .object(request.roomID), request.options, context, .edit) {
            try await hub.editor.deleteRoom(request.roomID, as: $0)
        } response: {
            Hearth_V1_DeleteRoomResponse(position: Hearth_V1_Position($0))
        }
    }

    func updateDevice(
        _ request: Hearth_V1_UpdateDeviceRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateDeviceResponse {
        try await hub.editor.once(request, about: .devices([request.deviceID]), request.options, context, .edit) {
            guard request.name != nil || request.roomID != nil || request.aliases != nil else {
                throw Self.nothingToChange
            }
            return try await hub.editor.updateDevice(
                request.deviceID, name: request.name, roomID: request.roomID, aliases: request.aliases?.names, as: $0)
        } response: {
            Hearth_V1_UpdateDeviceResponse(position: Hearth_V1_Position($0.position), device: $0.device)
        }
    }

    func updateEndpoint(
        _ request: Hearth_V1_UpdateEndpointRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateEndpointResponse {
        try await hub.editor.once(
            request, about: .devices([request.target?.deviceID ?? ""]), request.options, context, .edit
        ) {
            guard let name = request.name else { throw Self.nothingToChange }
            guard let target = request.target.flatMap({ TraitTarget($0) }) else {
                throw HubError(homeKit: .missingParameter, "the request names no endpoint; set target")
            }
            return try await hub.editor.updateEndpoint(target, name: name, as: $0)
        } response: {
            Hearth_V1_UpdateEndpointResponse(position: Hearth_V1_Position($0.position), device: $0.device)
        }
    }

    func removeDevice(
        _ request: Hearth_V1_RemoveDeviceRequest, context: ServerContext
    ) async throws -> Hearth_V1_RemoveDeviceResponse {
        try await hub.editor.once(request, about: .devices([request.deviceID]), request.options, context, .edit) {
            try await hub.editor.removeDevice(request.deviceID, forgetting: request.forget, as: $0)
        } response: {
            Hearth_V1_RemoveDeviceResponse(position: Hearth_V1_Position($0.position), deviceIDs: $0.deviceIDs)
        }
    }

    func restoreDevices(
        _ request: Hearth_V1_RestoreDevicesRequest, context: ServerContext
    ) async throws -> Hearth_V1_RestoreDevicesResponse {
        try await hub.editor.once(request, about: .none, request.options, context, .device) {
            try await hub.registrar.restoreDevices(as: $0)
        } response: {
            Hearth_V1_RestoreDevicesResponse(deviceIDs: $0)
        }
    }

    func sendBatch(
        _ request: Hearth_V1_SendBatchRequest, context: ServerContext
    ) async throws -> Hearth_V1_SendBatchResponse {
        try await hub.editor.once(
            request, about: .devices(request.items.map { $0.target?.deviceID ?? "" }), request.options, context, .device
        ) { caller in
            let batch = BatchRequest(
                hub: hub, caller: caller, time: context.deadline.map { $0 - ContinuousClock.now })
            return try await batch.perform(request.items)
        } response: {
            Hearth_V1_SendBatchResponse(results: $0)
        }
    }

    func sendFollowed(
        _ request: Hearth_V1_SendFollowedRequest, writer: RPCWriter<Hearth_V1_SendFollowedResponse>,
        context: ServerContext
    ) async throws {
        guard let item = request.item else {
            throw RPCError(.invalidArgument, "the request has no item; set a command or an update")
        }
        let result: Hearth_V1_BatchResult
        do {
            result = try await hub.editor.once(
                request, about: .devices([item.target?.deviceID ?? ""]), request.options, context, .device
            ) { caller in
                var caller = caller
                // A client that reads too slowly misses these; the result that follows implies them.
                caller.progress = { progress in
                    _ = writer.tryWrite(Hearth_V1_SendFollowedResponse(progress: .init(progress)))
                }
                return try await BatchRequest(hub: hub, caller: caller, time: nil).perform(item)
            } response: {
                $0
            }
        } catch {
            hub.journal.logRefusal(error, of: Caller(context))
            try Task.checkCancellation()
            result = Hearth_V1_BatchResult(RPCError(error))
        }
        try await writer.write(Hearth_V1_SendFollowedResponse(progress: .result(result)))
    }

    func getAppData(
        _ request: Hearth_V1_GetAppDataRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetAppDataResponse {
        let data = try await hub.editor.data(of: request.objectID, app: request.appID, as: Caller(context))
        return Hearth_V1_GetAppDataResponse(data: Self.messages(data))
    }

    func updateAppData(
        _ request: Hearth_V1_UpdateAppDataRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateAppDataResponse {
        try await hub.editor.once(request, about: .object(request.objectID), request.options, context, .edit) {
            try await hub.editor.updateAppData(of: request.objectID, app: request.appID, AppDataChange(request), as: $0)
        } response: {
            Hearth_V1_UpdateAppDataResponse(data: Self.messages($0))
        }
    }

    private static func messages(_ data: [String: String]) -> [Hearth_V1_AppDatum] {
        data.ordered(by: \.key).map { Hearth_V1_AppDatum(key: $0.key, value: $0.value) }
    }

    func getTraitSchemas(
        _ request: Hearth_V1_GetTraitSchemasRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetTraitSchemasResponse {
        try hub.traitRegistry.schemas(request, for: context.principal)
    }

    func listTraits(
        _ request: Hearth_V1_ListTraitsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListTraitsResponse {
        try hub.traitRegistry.listTraits(request, for: context.principal)
    }

    func removeTrait(
        _ request: Hearth_V1_RemoveTraitRequest, context: ServerContext
    ) async throws -> Hearth_V1_RemoveTraitResponse {
        try await hub.editor.once(request, about: .none, request.options, context, .edit) {
            try await hub.traitRegistry.removeTrait(request.traitID, fromDevices: request.fromDevices, as: $0)
        } response: {
            Hearth_V1_RemoveTraitResponse()
        }
    }

    static let nothingToChange = HubError(
        homeKit: .missingParameter, "the request changes nothing; set a field")
}

extension Hearth_V1_SendFollowedResponse.OneOf_Progress {
    fileprivate init(_ progress: SendProgress) {
        switch progress {
        case .accepted: self = .accepted(Hearth_V1_SendAccepted())
        case .sent: self = .sent(Hearth_V1_SendSent())
        }
    }
}
