@testable internal import HearthHub
@testable internal import HearthIntegrations
internal import HearthRPC
internal import HearthStore
internal import HearthWire
internal import IntegrationTestSupport

typealias IntegratedHub = IntegrationHouse

extension IntegrationHouse {
    func calls(_ principal: Principal = .owner) -> Hearth_V1_IntegrationsClient {
        Hearth_V1_IntegrationsClient(client(principal))
    }

    /// Adds a host, and returns the outcome without steps.
    func add(
        _ host: String, key: String? = nil, name: String = ""
    ) async throws -> Result<String, IntegrationFailure> {
        let settings = IntegrationSettings(
            values: ["host": host], secrets: key.map { ["key": StoredSecret($0)] } ?? [:])
        return try await centre.add(AddingOrder(kind: "fake", name: name, settings: settings)) { _ in }
    }

    /// The IDs of all devices, sorted.
    var devices: [String] { hub.directory.devices.keys.sorted() }

    /// The integrations that are not removed.
    var added: [StoredIntegration] {
        get async throws { try await store.loadIntegrations().filter { $0.removedAt == nil } }
    }
}
