package import HearthBrokerLinks

/// The link to the devices that announce themselves at a broker.
package typealias DiscoveryLink = MachineLink<DiscoveryMachine>
