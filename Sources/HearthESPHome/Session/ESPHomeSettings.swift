/// How to reach a device of ESPHome, and what is known of it.
package struct ESPHomeSettings: Hashable, Sendable {
    /// A host name or an IP address.
    package var host: String
    package var port: UInt16
    /// The key of the device's API; nil for a device without encryption. With a key, the link never connects without.
    package var key: ESPHomeKey?
    /// The MAC address that the device must have, in any notation; nil before the first contact.
    package var expectedMAC: String?
    /// The name in the device's configuration, compared where no MAC address is known.
    package var expectedName: String?

    package init(
        host: String, port: UInt16 = 6053, key: ESPHomeKey? = nil, expectedMAC: String? = nil,
        expectedName: String? = nil
    ) {
        self.host = host
        self.port = port
        self.key = key
        self.expectedMAC = expectedMAC
        self.expectedName = expectedName
    }

    /// The address for messages.
    var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
