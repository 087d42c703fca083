/// Receives what a client learns. Calls are made one at a time, in order; the next begins when the last has returned.
/// They are made on the thread of the client's loop, except for long messages, so one that computes for long holds up
/// the loop's other connections.
///
/// A slow receiver makes the client read no more (``MQTTSettings/mostUndeliveredBytes``), and brokers drop messages of
/// QoS 0 for a client that does not read. A function that waits for ``MQTTClient/subscribe(_:)`` may wait until
/// that times out, as the kept messages that come before the answer wait for the function.
package protocol MQTTReceiver: Sendable {
    /// The broker has accepted the client.
    ///
    /// - Parameter sessionPresent: whether the broker has kept the session, so that messages of QoS 1 and 2 were
    ///   not lost meanwhile.
    func connected(sessionPresent: Bool) async

    /// The broker has answered the subscriptions that the client makes again after each connect. Look for refused ones:
    /// their messages never come.
    func subscribed(_ subscriptions: [MQTTSubscription]) async

    /// The connection has ended, or could not be made; the client tries again after this time.
    func disconnected(_ reason: MQTTError, retryAfter: Duration) async

    /// Messages came, in this order: those that arrived together, up to 16 of them.
    func received(_ messages: [MQTTMessage]) async
}
