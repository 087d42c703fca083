internal import HearthHub
package import HearthRPC
internal import HearthTraitCore
package import HearthWire

/// `hearth.v1.IntegrationsService` on a hub. The call layer has checked that the caller is the hub's owner.
package struct IntegrationsServiceHandler: Hearth_V1_IntegrationsService {
    private let centre: IntegrationCentre
    /// The shortest time between two messages of a watch, so that a thousand new devices are not a thousand messages.
    private static let pace = Duration.milliseconds(50)

    package init(centre: IntegrationCentre) { self.centre = centre }

    package func listIntegrationKinds(
        _ request: Hearth_V1_ListIntegrationKindsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListIntegrationKindsResponse {
        Hearth_V1_ListIntegrationKindsResponse(kinds: centre.kinds.map { Hearth_V1_IntegrationKind($0) })
    }

    package func listIntegrations(
        _ request: Hearth_V1_ListIntegrationsRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListIntegrationsResponse {
        Hearth_V1_ListIntegrationsResponse(integrations: await centre.snapshot().integrations)
    }

    package func listFound(
        _ request: Hearth_V1_ListFoundRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListFoundResponse {
        let snapshot = await centre.snapshot()
        return Hearth_V1_ListFoundResponse(found: snapshot.found, ignored: snapshot.ignored)
    }

    package func ignoreFound(
        _ request: Hearth_V1_IgnoreFoundRequest, context: ServerContext
    ) async throws -> Hearth_V1_IgnoreFoundResponse {
        let caller = Caller(context)
        if request.ignored {
            try await centre.ignore(request.key, as: caller)
        } else {
            try await centre.unignore(request.key, as: caller)
        }
        return Hearth_V1_IgnoreFoundResponse()
    }

    package func addIntegration(
        _ request: Hearth_V1_AddIntegrationRequest, writer: RPCWriter<Hearth_V1_AddIntegrationResponse>,
        context: ServerContext
    ) async throws {
        let order = AddingOrder(
            foundKey: request.foundKey, kind: request.kind, name: request.name,
            settings: try IntegrationSettings(request.settings, secrets: request.secrets),
            structureID: request.structureID)
        let clock = centre.clock
        let result = try await centre.add(order, as: Caller(context)) { step in
            let ends = Google_Protobuf_Timestamp(sinceEpoch: clock.sinceEpoch + AddingMachine.limit(step))
            // A client that is gone cancels the call's task, and with it the addition.
            try? await writer.write(
                Hearth_V1_AddIntegrationResponse(stepEndsAt: ends, progress: .step(Hearth_V1_AddingStep(step))))
        }
        switch result {
        case .success(let id):
            let added = Hearth_V1_AddedIntegration(
                integration: try await integration(id), deviceIDs: await centre.deviceIDs(of: id))
            try await writer.write(Hearth_V1_AddIntegrationResponse(progress: .done(added)))
        case .failure(let failure):
            try await writer.write(
                Hearth_V1_AddIntegrationResponse(progress: .failed(Hearth_V1_IntegrationFailure(failure))))
        }
    }

    package func changeIntegration(
        _ request: Hearth_V1_ChangeIntegrationRequest, context: ServerContext
    ) async throws -> Hearth_V1_ChangeIntegrationResponse {
        let changes = try IntegrationSettings(request.settings, secrets: request.secrets)
        try await centre.change(request.integrationID, name: request.name, by: changes, as: Caller(context))
        return Hearth_V1_ChangeIntegrationResponse(integration: try await integration(request.integrationID))
    }

    package func removeIntegration(
        _ request: Hearth_V1_RemoveIntegrationRequest, context: ServerContext
    ) async throws -> Hearth_V1_RemoveIntegrationResponse {
        Hearth_V1_RemoveIntegrationResponse(
            deviceIDs: try await centre.remove(
                request.integrationID, forgetting: request.forget, as: Caller(context)))
    }

    package func testIntegration(
        _ request: Hearth_V1_TestIntegrationRequest, context: ServerContext
    ) async throws -> Hearth_V1_TestIntegrationResponse {
        let changes = try IntegrationSettings(request.settings, secrets: request.secrets)
        switch try await centre.test(request.integrationID, with: changes) {
        case .success(let devices):
            let test = Hearth_V1_IntegrationTest(
                name: devices.name, deviceNames: devices.deviceNames, deviceCount: UInt32(clamping: devices.deviceCount)
            )
            return Hearth_V1_TestIntegrationResponse(result: .success(test))
        case .failure(let failure):
            return Hearth_V1_TestIntegrationResponse(result: .failure(Hearth_V1_IntegrationFailure(failure)))
        }
    }

    package func listEntities(
        _ request: Hearth_V1_ListEntitiesRequest, context: ServerContext
    ) async throws -> Hearth_V1_ListEntitiesResponse {
        Hearth_V1_ListEntitiesResponse(
            entities: try await centre.entities(of: request.deviceID).map { Hearth_V1_DeviceEntity($0) })
    }

    package func showEntities(
        _ request: Hearth_V1_ShowEntitiesRequest, context: ServerContext
    ) async throws -> Hearth_V1_ShowEntitiesResponse {
        let entities = try await centre.show(request.entityKeys, request.shown, of: request.deviceID)
        return Hearth_V1_ShowEntitiesResponse(entities: entities.map { Hearth_V1_DeviceEntity($0) })
    }

    package func joinDevices(
        _ request: Hearth_V1_JoinDevicesRequest, writer: RPCWriter<Hearth_V1_JoinDevicesResponse>,
        context: ServerContext
    ) async throws {
        try await centre.join(request.integrationID, for: .seconds(request.seconds)) { report in
            try await writer.write(Hearth_V1_JoinDevicesResponse(report))
        }
    }

    package func watchIntegrations(
        _ request: Hearth_V1_WatchIntegrationsRequest, writer: RPCWriter<Hearth_V1_WatchIntegrationsResponse>,
        context: ServerContext
    ) async throws {
        // Registered first, so that no change is missed.
        let changes = centre.changes()
        var sent = await centre.snapshot()
        try await writer.write(sent.whole)
        for await _ in changes {
            await centre.clock.sleep(for: Self.pace)
            try await writer.waitUntilWritable()
            let now = await centre.snapshot()
            guard let news = now.changes(since: sent) else { continue }
            try await writer.write(news)
            sent = now
        }
        guard !Task.isCancelled else { return }
        throw HubError.isEnding.rpcError
    }

    private func integration(_ id: String) async throws -> Hearth_V1_Integration {
        let all = await centre.snapshot().integrations
        guard let integration = all.first(where: { $0.id == id }) else {
            throw HubError(.notFound, "the integration \(id) was removed meanwhile")
        }
        return integration
    }
}
