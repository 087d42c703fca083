/// A service that a device on the local network announces.
package struct DiscoveredService: Hashable, Sendable {
    package let type: ServiceType
    /// The full name of the instance, which identifies it.
    package let instance: DNSName
    /// The name of the host, such as `kitchen.local`.
    package let host: DNSName
    package let port: UInt16
    /// The addresses of the host, best first: IPv4, then IPv6 beyond the link, then link-local. Never empty.
    package let addresses: [IPAddress]
    package let attributes: ServiceAttributes

    package init(
        type: ServiceType, instance: DNSName, host: DNSName, port: UInt16, addresses: [IPAddress],
        attributes: ServiceAttributes
    ) {
        self.type = type
        self.instance = instance
        self.host = host
        self.port = port
        self.addresses = addresses
        self.attributes = attributes
    }

    /// The name of the instance for people, such as `Kitchen lamp`. A peer chose it: print it through quotes only.
    package var name: String { instance.firstLabel }
}

/// A change of the services on the network.
package enum ServiceChange: Hashable, Sendable {
    /// A service appeared.
    case found(DiscoveredService)
    /// Its host, port, addresses or attributes changed.
    case changed(DiscoveredService)
    /// It said goodbye, or was not heard of for as long as its records are valid.
    case gone(DiscoveredService)
}
