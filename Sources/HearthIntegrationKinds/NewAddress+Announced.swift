internal import HearthIntegrations

extension NewAddress {
    /// Where a device announces itself, if the settings lead elsewhere; nil if they lead there.
    ///
    /// - Parameters:
    ///   - host: the field of the address.
    ///   - port: the field of the port.
    ///   - usualPort: the port of settings without one.
    ///   - isProven: whether a link with the settings recognises its device by a secret.
    init?(
        of service: NearbyService, leaving settings: IntegrationSettings, host: String, port: String, usualPort: UInt16,
        isProven: Bool
    ) {
        // A name leads to the device wherever it is.
        guard let present = settings[host]?.lowercased(), Self.isAddress(present), let address = service.addresses.first
        else { return nil }
        let presentPort = settings[port].flatMap { UInt16($0) } ?? usualPort
        let isThere = service.addresses.contains { $0.lowercased() == present }
        guard !isThere || service.port != presentPort else { return nil }
        var changes: [String: String] = [:]
        if !isThere { changes[host] = address }
        if service.port != presentPort { changes[port] = "\(service.port)" }
        self.init(settings: changes, isProven: isProven)
    }

    /// Whether a checked host is an IP address and no name.
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":")
            || host.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
    }
}
