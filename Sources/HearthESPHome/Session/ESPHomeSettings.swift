/// How to reach a device of ESPHome, and what is known of it.
package struct ESPHomeSettings: Hashable, Sendable {
    /// A host name or an IP address.
    package var host: String
    /// The port of the native API; 6053 unless the device's configuration says otherwise.
    package var port: UInt16
    /// The key of the device's API; nil for a device without encryption. With a key, the link never connects without.
    package var key: ESPHomeKey?
    /// The password of firmware before 2026.1; nil for none. Only a device that says that it uses one gets it, and only
    /// one with the expected MAC address. Without a key it travels in clear text.
    package var password: String?
    /// The MAC address that the device must have, in any notation; nil before the first contact.
    package var expectedMAC: String?
    /// The name in the device's configuration, compared where no MAC address is known.
    package var expectedName: String?

    /// Creates settings.
    package init(
        host: String, port: UInt16 = 6053, key: ESPHomeKey? = nil, password: String? = nil,
        expectedMAC: String? = nil, expectedName: String? = nil
    ) {
        self.host = host
        self.port = port
        self.key = key
        self.password = password
        self.expectedMAC = expectedMAC
        self.expectedName = expectedName
    }

    /// The address for messages.
    var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
