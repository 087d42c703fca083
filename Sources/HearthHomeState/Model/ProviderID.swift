/// The ids by which the hub distinguishes providers.
package enum ProviderID {
    /// The beginning of the ids of integrations' providers. No process outside may use it.
    package static let integrationPrefix = "integration/"

    /// The provider's id for an integration.
    package static func integration(_ id: String) -> String { integrationPrefix + id }

    /// The integration that a provider's id names; nil for other providers.
    package static func integration(in providerID: String) -> String? {
        providerID.hasPrefix(integrationPrefix) ? String(providerID.dropFirst(integrationPrefix.count)) : nil
    }

    /// Whether the provider is in the hub's own process.
    package static func isOfThisProcess(_ providerID: String) -> Bool {
        providerID.isEmpty || providerID.hasPrefix(integrationPrefix)
    }
}
