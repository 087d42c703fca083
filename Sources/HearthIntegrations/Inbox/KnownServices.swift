/// Services of ecosystems that the hub has no integration for: they are shown, with the word that they are not supported
/// yet, so that people need not wonder whether the hub sees them.
enum KnownServices {
    /// The ecosystem by the type of its service.
    static let ecosystems: [String: String] = [
        "_hap._tcp": "HomeKit", "_matterc._udp": "Matter", "_matter._tcp": "Matter", "_wled._tcp": "WLED",
        "_googlecast._tcp": "Google Cast", "_axis-video._tcp": "Axis", "_wyoming._tcp": "Wyoming",
    ]

    /// A service of such an ecosystem; nil for other types.
    static func found(_ service: NearbyService) -> FoundThing? {
        guard let ecosystem = ecosystems[service.type] else { return nil }
        return FoundThing(
            key: key(service.type, service.name), kind: ecosystem, name: service.name, maker: ecosystem,
            address: service.addresses.first ?? service.host, readiness: .notSupported)
    }

    /// The key of a service that announces no identity of its own.
    static func key(_ type: String, _ name: String) -> String { "\(type)/\(name)" }
}
