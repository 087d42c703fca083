internal import HearthEntities
internal import HearthHub
internal import HearthIntegrations
internal import HearthStore
internal import HearthTraitCore

/// The one place where the kinds of integrations of `hearth serve` are listed.
enum StandardIntegrations {
    static let kinds: [any IntegrationKind] = []

    /// The centre of a hub's integrations, not started yet.
    static func centre(
        of hub: Hub, _ store: any HomeStorage, notice: @escaping @Sendable (String) -> Void
    ) -> IntegrationCentre {
        IntegrationCentre(
            hub: hub, store: store, kinds: kinds, makeProvider: { NoDevices(link: $0, idPrefix: $1) }, notice: notice)
    }
}

/// The provider of a hub without kinds, which never makes one.
private struct NoDevices: DeviceProvider {
    let link: any EntityLink
    let idPrefix: String

    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] { [] }

    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        throw TraitError(.unsupportedCommand, "\(invocation.path.target.deviceID) takes no commands")
    }

    func write(_ update: AttributeUpdate) async throws {
        throw TraitError(.unsupportedWrite, "\(update.path.target.deviceID) takes no values")
    }

    func stop() async { await link.stop() }
}
