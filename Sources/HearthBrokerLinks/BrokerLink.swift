package import HearthEntities
package import HearthMQTT

/// A link to an ecosystem behind a broker. Several may share a client of the broker, which calls these functions in the
/// order of what happens, after `start(receiver:)`.
package protocol BrokerLink: EntityLink {
    /// The client is connected to the broker.
    func connected() async
    /// The client has lost the connection.
    func disconnected(_ reason: String) async
    /// A message came. Returns when the link has room for the next one.
    func received(_ message: MQTTMessage) async
}
