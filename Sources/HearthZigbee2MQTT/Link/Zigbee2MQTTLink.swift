package import HearthBrokerLinks
internal import HearthEntities

/// The link to a zigbee2mqtt, through a broker.
package typealias Zigbee2MQTTLink = MachineLink<Zigbee2MQTTMachine>

extension MachineLink<Zigbee2MQTTMachine> {
    /// Sends a request to the bridge. Returns when the bridge has carried it out.
    ///
    /// - Throws: `TraitError` if the link is down, the bridge refuses or does not answer.
    package func request(_ request: BridgeRequest) async throws {
        try await answered { machine, number, now in machine.request(request, number: number, now: now) }
    }

    /// What is known of the bridge, with the progress of devices that join.
    package var status: Zigbee2MQTTStatus { machine.status }

    /// What the mapping of a device leaves out.
    package func leftOut(of deviceID: String) -> [LeftOut] { machine.leftOut(of: deviceID) }
}
