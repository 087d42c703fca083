internal import HearthRPC
internal import HearthWire

extension PeopleServiceHandler {
    func listAudit(
        _ request: Hearth_V1_ListAuditRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListAuditResponse {
        try await hub.journal.list(request, as: Caller(context))
    }
}
