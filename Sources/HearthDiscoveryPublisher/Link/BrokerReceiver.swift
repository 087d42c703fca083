internal import HearthMQTT

/// Passes on to the link what the broker's client learns.
struct BrokerReceiver: MQTTReceiver {
    let link: PublisherLink

    func connected(sessionPresent: Bool) async { await link.connected() }

    func subscribed(_ subscriptions: [MQTTSubscription]) async { await link.subscribed(subscriptions) }

    func disconnected(_ reason: MQTTError, retryAfter: Duration) async { await link.disconnected(reason) }

    func received(_ messages: [MQTTMessage]) async {
        for message in messages { await link.received(message) }
    }
}
