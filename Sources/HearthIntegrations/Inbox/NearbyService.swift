/// A service that announces itself on the network, resolved.
package struct NearbyService: Hashable, Sendable {
    /// The type, for example `_esphomelib._tcp`.
    package var type: String
    /// The instance's name. With the type it identifies the service.
    package var name: String
    /// The host's name, for example `plug.local`.
    package var host: String
    /// The IP addresses, the preferred one first.
    package var addresses: [String]
    package var port: UInt16
    /// The properties by key in lower case (RFC 6763, section 6).
    package var properties: [String: String]
    /// How long the announcement holds; nil until it is withdrawn.
    package var life: Duration?

    package init(
        type: String, name: String, host: String, addresses: [String], port: UInt16, properties: [String: String] = [:],
        life: Duration? = nil
    ) {
        self.type = type
        self.name = name
        self.host = host
        self.addresses = addresses
        self.port = port
        self.properties = properties
        self.life = life
    }

    /// Whether another announcement of the service says something else, but for how long it holds.
    func differs(from other: NearbyService) -> Bool {
        var same = other
        same.life = life
        return self != same
    }
}

/// A change of the announced services.
package enum ServiceNews: Hashable, Sendable {
    /// A service has appeared or changed, or is announced again.
    case seen(NearbyService)
    /// A service was withdrawn or has expired.
    case gone(type: String, name: String)
}
