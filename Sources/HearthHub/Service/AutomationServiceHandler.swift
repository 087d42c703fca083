internal import HearthRPC
internal import HearthWire

/// `hearth.v1.AutomationService` on a hub.
struct AutomationServiceHandler: Hearth_V1_AutomationService {
    let hub: Hub

    func createAutomation(
        _ request: Hearth_V1_CreateAutomationRequest, context: ServerContext
    ) async throws -> Hearth_V1_CreateAutomationResponse {
        try await hub.editor.once(request, about: .object(request.structureID), request.options, context, .edit) {
            try await hub.automations.createAutomation(request, as: $0)
        } response: {
            Hearth_V1_CreateAutomationResponse(automation: $0.message, position: Hearth_V1_Position($0.position))
        }
    }

    func updateAutomation(
        _ request: Hearth_V1_UpdateAutomationRequest, context: ServerContext
    ) async throws -> Hearth_V1_UpdateAutomationResponse {
        try await hub.editor.once(request, about: .object(request.automationID), request.options, context, .edit) {
            try await hub.automations.updateAutomation(request, as: $0)
        } response: {
            Hearth_V1_UpdateAutomationResponse(automation: $0.message, position: Hearth_V1_Position($0.position))
        }
    }

    func deleteAutomation(
        _ request: Hearth_V1_DeleteAutomationRequest, context: ServerContext
    ) async throws -> Hearth_V1_DeleteAutomationResponse {
        try await hub.editor.once(request, about: .object(request.automationID), request.options, context, .edit) {
            try await hub.automations.deleteAutomation(request.automationID, as: $0)
        } response: {
            Hearth_V1_DeleteAutomationResponse(position: Hearth_V1_Position($0))
        }
    }

    func listAutomations(
        _ request: Hearth_V1_ListAutomationsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListAutomationsResponse {
        try hub.automations.automations(request, as: Caller(context))
    }

    func validateAutomation(
        _ request: Hearth_V1_ValidateAutomationRequest, context: ServerContext
    ) async throws -> Hearth_V1_ValidateAutomationResponse {
        let issues = try hub.automations.issues(of: request.program, in: request.structureID, as: Caller(context))
        return Hearth_V1_ValidateAutomationResponse(issues: issues)
    }

    func formatAutomation(
        _ request: Hearth_V1_FormatAutomationRequest, context: ServerContext
    ) async throws -> Hearth_V1_FormatAutomationResponse {
        try await hub.automations.text(of: request, as: Caller(context))
    }

    func parseAutomations(
        _ request: Hearth_V1_ParseAutomationsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ParseAutomationsResponse {
        try await hub.automations.automations(in: request, as: Caller(context))
    }

    func executeAutomation(
        _ request: Hearth_V1_ExecuteAutomationRequest, context: ServerContext
    ) async throws -> Hearth_V1_ExecuteAutomationResponse {
        try await hub.editor.once(request, about: .object(request.automationID), request.options, context, .device) {
            let key = request.options?.idempotencyKey ?? ""
            return try await hub.automations.executeAutomation(
                request.automationID, key: key.isEmpty ? hub.directory.makeID() : key, as: $0)
        } response: {
            Hearth_V1_ExecuteAutomationResponse(runID: $0)
        }
    }

    func sayWords(
        _ request: Hearth_V1_SayWordsRequest, context: ServerContext
    ) async throws -> Hearth_V1_SayWordsResponse {
        try await hub.editor.once(request, about: .object(request.structureID), request.options, context, .device) {
            try await hub.speech.say(request, as: $0)
        } response: {
            $0
        }
    }

    func understand(
        _ request: Hearth_V1_UnderstandRequest, context: ServerContext
    ) async throws -> Hearth_V1_UnderstandResponse {
        try hub.speech.understand(request, as: Caller(context))
    }

    func stopAutomation(
        _ request: Hearth_V1_StopAutomationRequest, context: ServerContext
    ) async throws -> Hearth_V1_StopAutomationResponse {
        try await hub.editor.once(request, about: .object(request.automationID), request.options, context, .device) {
            try hub.automations.stopAutomation(request.automationID, as: $0)
        } response: {
            Hearth_V1_StopAutomationResponse(stoppedRuns: UInt32(clamping: $0))
        }
    }

    func listRuns(
        _ request: Hearth_V1_ListRunsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListRunsResponse {
        try await hub.automations.runs(request, as: Caller(context))
    }

    func dryRunAutomation(
        _ request: Hearth_V1_DryRunAutomationRequest, writer: RPCWriter<Hearth_V1_DryRunAutomationResponse>,
        context: ServerContext
    ) async throws {
        try await hub.automations.dryRun(request, as: Caller(context)) { response in
            try await writer.waitUntilWritable()
            try await writer.write(response)
        }
    }
}
