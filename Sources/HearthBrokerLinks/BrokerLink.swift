package import HearthEntities
package import HearthMQTT

/// A link to an ecosystem behind a broker. Several links may share a client of the broker. After `start(receiver:)` the
/// client calls these functions in the order of the events.
package protocol BrokerLink: LeafLink {
    /// The client is connected to the broker.
    func connected() async
    /// The client has lost the connection.
    func disconnected(_ reason: String) async
    /// Messages came, in this order. Returns when the link has room for more.
    func received(_ messages: [MQTTMessage]) async
}
