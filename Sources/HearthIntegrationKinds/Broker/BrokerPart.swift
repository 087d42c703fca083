internal import HearthBrokerLinks
internal import HearthEntities
internal import HearthMQTT

/// An ecosystem on a connection to a broker, which may carry several.
protocol BrokerPart: Sendable {
    var link: any BrokerLink { get }

    /// How the ecosystem is, after it has taken a message; nil if the message says nothing about that.
    func health(after message: MQTTMessage) async -> LinkHealth?
}
