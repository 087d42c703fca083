internal import HearthIntegrations

/// The fields of a device's address, which all kinds of integrations with one device have, and what follows from their
/// values.
struct AddressFields {
    enum Name {
        static let host = "host"
        static let port = "port"
    }

    /// The port of settings without one.
    let usualPort: UInt16
    /// Where a person finds the address.
    var hint = "the device's name with .local, or its IP address"

    var fields: [IntegrationField] {
        [
            IntegrationField(Name.host, "Address", .host, isNeeded: true, hint: hint),
            IntegrationField(Name.port, "Port", .number(1...65_535), default: "\(usualPort)"),
        ]
    }

    /// The host and port of checked settings.
    func address(_ settings: IntegrationSettings) -> (host: String, port: UInt16) {
        (settings[Name.host] ?? "", settings[Name.port].flatMap { UInt16($0) } ?? usualPort)
    }

    /// Where a device announces itself.
    func found(_ service: NearbyService) -> (address: String, settings: [String: String]) {
        let address = service.addresses.first ?? service.host
        var settings = [Name.host: address]
        if service.port != usualPort { settings[Name.port] = "\(service.port)" }
        return (address, settings)
    }

    /// Where a device announces itself, if the settings lead elsewhere; nil if they lead there.
    ///
    /// - Parameter isProven: whether a link with the settings recognises its device by a secret.
    func newAddress(_ service: NearbyService, leaving settings: IntegrationSettings, isProven: Bool) -> NewAddress? {
        let present = self.address(settings)
        let host = present.host.lowercased()
        // A name leads to the device wherever it is.
        guard Self.isAddress(host), let address = service.addresses.first else { return nil }
        let isThere = service.addresses.contains { $0.lowercased() == host }
        guard !isThere || service.port != present.port else { return nil }
        var changes: [String: String] = [:]
        if !isThere { changes[Name.host] = address }
        if service.port != present.port { changes[Name.port] = "\(service.port)" }
        return NewAddress(settings: changes, isProven: isProven)
    }

    /// Whether a checked host is an IP address and no name.
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":")
            || host.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
    }
}
