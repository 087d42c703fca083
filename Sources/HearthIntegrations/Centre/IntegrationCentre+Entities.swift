internal import HearthBase
internal import HearthEntities
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore

// What people choose of the parts of a device.
extension IntegrationCentre {
    /// The entities of a device; empty for a device that no integration has brought.
    ///
    /// - Throws: ``HubError``: `.notFound` if the home has no such device, `.failedPrecondition` if the integration does
    ///   not run.
    func entities(of deviceID: String) async throws(HubError) -> [ListedEntity] {
        try await listed(deviceID)?.entities ?? []
    }

    /// Turns entities on or off that are left out at first.
    ///
    /// - Throws: ``HubError``: as ``entities(of:)``; `.notFound` for an unknown key, `.failedPrecondition` for an entity
    ///   that is no choice and for a device that no integration has brought, and the hub's error if it can't have the
    ///   device with these entities.
    func show(_ keys: [String], _ isShown: Bool, of deviceID: String) async throws(HubError) -> [ListedEntity] {
        try await edits.run { () async throws(HubError) in
            guard let (provider, entities) = try await self.listed(deviceID) else {
                throw HubError(
                    .failedPrecondition,
                    "no integration has brought the device \(quotedBeginning(deviceID)), so it has no parts to choose")
            }
            // A caller may repeat keys without end.
            for key in Set(keys).sorted() {
                guard let entity = entities.first(where: { $0.key == key }) else {
                    let shown = quotedBeginning(key)
                    throw HubError(.notFound, "the device has no entity \(shown); list its entities again")
                }
                guard entity.isChoice else {
                    let name = quotedBeginning(entity.name)
                    let words =
                        switch entity.leftOut {
                        case nil:
                            "\(name) is what the device is for, so it is always shown; remove the device to hide it"
                        case .tooMany: "the device has more parts than the hub takes, so \(name) can't be shown"
                        case .unsupported, .turnedOff: "the hub has no trait for \(name), so it can't be shown"
                        }
                    throw HubError(.failedPrecondition, words)
                }
            }
            do {
                try await provider.turn(Set(keys), on: isShown, of: deviceID)
            } catch {
                throw error as? HubError
                    ?? HubError(
                        .internal, "the choice could not be applied and was not stored; try again", cause: error)
            }
            do throws(StoreError) {
                // A device's memory is else stored some time after the answer.
                try await self.hub.save()
            } catch {
                throw HubError(error, "the choice is made, but is not stored, and lost with the next restart")
            }
            return try await self.listed(deviceID)?.entities ?? []
        }
    }

    /// The provider of a device, and the device's entities; nil for a device that no integration has brought.
    private func listed(
        _ deviceID: String
    ) async throws(HubError) -> (provider: EntityProvider, entities: [ListedEntity])? {
        guard let id = hub.integrationDevices().first(where: { $0.value.contains(deviceID) })?.key,
            let integration = added.first(where: { $0.stored.id == id })
        else {
            guard hub.hasDevice(deviceID) else {
                throw HubError(.notFound, "the home has no device \(quotedBeginning(deviceID))")
            }
            return nil
        }
        guard let provider = integration.run?.provider, let entities = await provider.entities(of: deviceID) else {
            throw HubError(
                .failedPrecondition,
                "the integration \(quoted(integration.stored.name)) does not run, so its devices' parts are not known")
        }
        return (provider, entities)
    }
}
