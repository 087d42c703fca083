internal import HearthRPC
internal import HearthWire

// Zones, service groups and services.
extension HomeServiceHandler {
    func createZone(
        _ request: Hearth_V1_CreateZoneRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateZoneResponse {
        throw RPCError(.unimplemented, "to come")
    }

    func updateZone(
        _ request: Hearth_V1_UpdateZoneRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateZoneResponse {
        throw RPCError(.unimplemented, "to come")
    }

    func deleteZone(
        _ request: Hearth_V1_DeleteZoneRequest, context: ServerContext
    ) async throws -> Hearth_V1_DeleteZoneResponse {
        throw RPCError(.unimplemented, "to come")
    }

    func createServiceGroup(
        _ request: Hearth_V1_CreateServiceGroupRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateServiceGroupResponse {
        throw RPCError(.unimplemented, "to come")
    }

    func updateServiceGroup(
        _ request: Hearth_V1_UpdateServiceGroupRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateServiceGroupResponse {
        throw RPCError(.unimplemented, "to come")
    }

    func deleteServiceGroup(
        _ request: Hearth_V1_DeleteServiceGroupRequest, context: ServerContext
    ) async throws -> Hearth_V1_DeleteServiceGroupResponse {
        throw RPCError(.unimplemented, "to come")
    }

    func updateService(
        _ request: Hearth_V1_UpdateServiceRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateServiceResponse {
        throw RPCError(.unimplemented, "to come")
    }
}
