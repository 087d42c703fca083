internal import HearthBase
internal import HearthEventLoop
internal import HearthMQTT
internal import HearthTraitCore

/// Removes the will that the end of a connection has left at the broker, with a connection of its own.
struct WillRemoval: MQTTReceiver {
    /// The longest wait for the connection.
    private static let patience = Duration.seconds(5)

    private let isTried = Latch()

    static func run(_ topic: String, at broker: MQTTSettings, loop: EventLoop, clock: any HomeClock) async {
        var broker = broker
        broker.clientID += "x"
        guard let client = try? MQTTClient(broker, loop: loop) else { return }
        let attempt = WillRemoval()
        client.start(receiver: attempt)
        let timeout = clock.schedule(after: patience) { attempt.isTried.open() }
        await attempt.isTried.wait()
        timeout.cancel()
        try? await client.publish(.kept(topic, ""))
        await client.stop()
    }

    func connected(sessionPresent: Bool) async { isTried.open() }

    func subscribed(_ subscriptions: [MQTTSubscription]) async {}

    func disconnected(_ reason: MQTTError, retryAfter: Duration) async { isTried.open() }

    func received(_ messages: [MQTTMessage]) async {}
}
