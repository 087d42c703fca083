internal import Hearth
internal import HearthDiscoveryPublisher
internal import HearthHub
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthRPC
internal import HearthWire
internal import Synchronization

/// Opens the home to integrations in this process, as a client of the hub with a principal of its own. The server and
/// the watch exist only while one is open.
///
/// `state` guards the server, once it exists, and the reference to the centre.
final class InProcessHomeAccess: Sendable {
    private struct State {
        var server: RPCServer?
        weak var centre: IntegrationCentre?
    }

    private let hub: Hub
    private let state = Mutex(State())

    init(_ hub: Hub) { self.hub = hub }

    /// Tells which integrations there are, once that is known.
    func set(_ centre: IntegrationCentre) { state.withLock { $0.centre = centre } }

    /// Opens the home for a Home Assistant. It sees all devices and uses them. It has the right to manage because
    /// Matter demands that for a thermostat's mode and a water heater's boost. The publisher makes no other requests
    /// that need it. Causes of changes and the audit log have the integration's name.
    ///
    /// - Parameter identity: the identity of the integration.
    /// - Throws: `CancellationError` if the integration was removed meanwhile.
    func open(for identity: String) async throws -> any HomeView {
        let centre = state.withLock { $0.centre }
        guard let (id, name) = await centre?.integration(ofKind: HomeAssistantKind.id, identity: identity) else {
            throw CancellationError()
        }
        let server = state.withLock { state in
            if let server = state.server { return server }
            let server = Reflection.server()
            hub.serve(on: server)
            state.server = server
            return server
        }
        let principal = Principal(
            id: "integration/\(id)", rights: [.public, .view, .operate, .manage], program: name)
        let client = RPCClient(transport: InProcessTransport(server: server, principal: principal))
        let home = try await Home.connect(
            over: client, configuration: HomeClientConfiguration(clientID: Self.client))
        return HubHome(home) { [weak self] in await self?.broker(of: $0) }
    }

    /// Not the integration's name, as guests see the client IDs of causes, which are also shorter than some names.
    private static let client = "Home Assistant"

    /// The broker through which a provider's devices come, as `HOST:PORT`; nil for other providers.
    private func broker(of providerID: String) async -> String? {
        guard let centre = state.withLock({ $0.centre }),
            let (kind, settings) = await centre.settings(ofProvider: providerID)
        else { return nil }
        return HomeAssistantKind.broker(of: settings, kind: kind)
    }
}
