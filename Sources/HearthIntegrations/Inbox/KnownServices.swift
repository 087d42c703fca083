/// Services of ecosystems that the hub has no integration for: they are shown, with the word that they are not supported
/// yet, so that people need not wonder whether the hub sees them.
enum KnownServices {
    /// The ecosystem by the type of its service.
    static let ecosystems: [String: String] = [
        "_hap._tcp": "HomeKit", "_matterc._udp": "Matter", "_matter._tcp": "Matter", "_wled._tcp": "WLED",
        "_googlecast._tcp": "Google Cast", "_axis-video._tcp": "Axis", "_wyoming._tcp": "Wyoming",
    ]

    /// The properties that together identify a device while the name of its service may change, by the type of the service:
    /// people rename accessories, and a Matter device that waits to be commissioned has another random name each time.
    /// Devices of one model may have one discriminator, so the host's name, which has the MAC address, is part of what
    /// identifies a Matter device.
    ///
    /// HomeKit Accessory Protocol Specification, non-commercial version, table 6-7 (`id`); Matter Core 1.4, 4.3.1
    /// (`D`, `VP`, the host's name); WLED and Axis announce their MAC addresses.
    private static let identifiers: [String: [String]] = [
        "_hap._tcp": ["id"], "_matterc._udp": ["vp", "d"], "_wled._tcp": ["mac"], "_axis-video._tcp": ["macaddress"],
    ]

    /// A service of such an ecosystem; nil for other types.
    static func found(_ service: NearbyService) -> FoundThing? {
        guard let ecosystem = ecosystems[service.type] else { return nil }
        return FoundThing(
            key: key(service.type, identifier(service) ?? service.name), kind: ecosystem, name: service.name,
            maker: ecosystem, address: service.addresses.first ?? service.host, readiness: .notSupported)
    }

    /// What identifies a service's device; nil if only the service's name does.
    private static func identifier(_ service: NearbyService) -> String? {
        let isMatter = service.type == "_matterc._udp"
        // A person has opened the device for another controller, and its discriminator is a random one.
        if isMatter, service.properties["cm"] != "1" { return nil }
        var properties = identifiers[service.type, default: []].map { ($0, service.properties[$0] ?? "") }
        if isMatter { properties.append(("host", service.host.lowercased())) }
        guard !properties.isEmpty, properties.allSatisfy({ !$0.1.isEmpty }) else { return nil }
        return properties.map { "\($0)=\($1)" }.joined(separator: ",")
    }

    /// The key of a service that announces no identity of its own.
    static func key(_ type: String, _ name: String) -> String { "\(type)/\(name)" }
}
