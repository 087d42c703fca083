internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// `hearth.v1.PeopleService` on a hub.
struct PeopleServiceHandler: Hearth_V1_PeopleService {
    let hub: Hub

    func getCaller(
        _ request: Hearth_V1_GetCallerRequest, context: ServerContext
    ) async throws -> Hearth_V1_GetCallerResponse {
        try hub.directory.checkRunning()
        return Hearth_V1_GetCallerResponse(caller: hub.directory.caller(context.principal))
    }

    func setPrimaryStructure(
        _ request: Hearth_V1_SetPrimaryStructureRequest, context: ServerContext
    ) async throws -> Hearth_V1_SetPrimaryStructureResponse {
        try await hub.editor.once(request, about: .object(request.structureID), request.options, context, .edit) {
            try await hub.people.setPrimary(request.structureID, as: $0)
        } response: {
            Hearth_V1_SetPrimaryStructureResponse(caller: $0)
        }
    }

    func listPeople(
        _ request: Hearth_V1_ListPeopleRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListPeopleResponse {
        let (position, people) = try hub.people.people(of: request.structureID, as: Caller(context))
        return Hearth_V1_ListPeopleResponse(position: Hearth_V1_Position(position), people: people)
    }

    func updatePerson(
        _ request: Hearth_V1_UpdatePersonRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdatePersonResponse {
        try await hub.editor.once(request, about: .object(request.personID), request.options, context, .edit) {
            let role = try Self.role(request.role)
            guard request.name != nil || role != nil || request.grant != nil else {
                throw HubError(.invalidArgument, "the request changes nothing; set a name, a role or a grant")
            }
            return try await hub.people.updatePerson(
                request.personID, name: request.name, role: role, grant: request.grant, as: $0)
        } response: {
            Hearth_V1_UpdatePersonResponse(position: Hearth_V1_Position($0.position), person: $0.person)
        }
    }

    /// nil to keep the role.
    private static func role(_ role: Hearth_V1_Role) throws(HubError) -> MemberRole? {
        if role == .unspecified { return nil }
        if let role = MemberRole(role) { return role }
        throw HubError(.invalidArgument, "people of a structure are owners, administrators or guests; choose one")
    }

    func removePerson(
        _ request: Hearth_V1_RemovePersonRequest, context: ServerContext
    ) async throws -> Hearth_V1_RemovePersonResponse {
        try await hub.editor.once(request, about: .object(request.personID), request.options, context, .edit) {
            try await hub.people.removePerson(request.personID, as: $0)
        } response: {
            Hearth_V1_RemovePersonResponse(position: Hearth_V1_Position($0))
        }
    }

    func setPresence(
        _ request: Hearth_V1_SetPresenceRequest, context: ServerContext
    ) async throws -> Hearth_V1_SetPresenceResponse {
        try await hub.editor.once(request, about: .object(request.structureID), request.options, context, .device) {
            guard let presence = PersonPresence.said(request.presence) else {
                throw HubError(
                    .invalidArgument,
                    "presence is PRESENCE_AT_HOME, PRESENCE_AWAY, PRESENCE_UNKNOWN or PRESENCE_NOT_SHARED; choose one")
            }
            return try await hub.people.setPresence(request.structureID, person: request.personID, presence, as: $0)
        } response: {
            Hearth_V1_SetPresenceResponse(position: Hearth_V1_Position($0))
        }
    }
}
