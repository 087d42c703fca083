package import HearthBrokerLinks
package import HearthEntities

/// The link to the devices that announce themselves at a broker.
package typealias DiscoveryLink = MachineLink<DiscoveryMachine>

extension MachineLink<DiscoveryMachine> {
    /// What the announcements of a device leave out.
    package func leftOut(of deviceID: String) -> [LeftOut] { machine.leftOut(of: deviceID) }
}
