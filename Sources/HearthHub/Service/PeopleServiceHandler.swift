internal import HearthRPC
internal import HearthWire

/// `hearth.v1.PeopleService` on a hub.
struct PeopleServiceHandler: Hearth_V1_PeopleService {
    let hub: Hub

    func getCaller(
        _ request: Hearth_V1_GetCallerRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetCallerResponse {
        throw RPCError(.unimplemented, "to come")
    }

    func setPrimaryStructure(
        _ request: Hearth_V1_SetPrimaryStructureRequest, context: ServerContext
    ) async throws -> Hearth_V1_SetPrimaryStructureResponse {
        throw RPCError(.unimplemented, "to come")
    }

    func listPeople(
        _ request: Hearth_V1_ListPeopleRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListPeopleResponse {
        throw RPCError(.unimplemented, "to come")
    }

    func updatePerson(
        _ request: Hearth_V1_UpdatePersonRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdatePersonResponse {
        throw RPCError(.unimplemented, "to come")
    }

    func removePerson(
        _ request: Hearth_V1_RemovePersonRequest, context: ServerContext
    ) async throws -> Hearth_V1_RemovePersonResponse {
        throw RPCError(.unimplemented, "to come")
    }
}
