package import HearthMQTT

/// What a link needs of a broker's client. The client tells the link of the connection and of messages, and continues
/// to read while one of these functions waits.
package protocol BrokerPort: Sendable {
    /// Subscribes, now and after each later connect.
    func subscribe(_ filters: [String]) async throws
    func unsubscribe(_ filters: [String]) async throws
    /// Publishes; returns when the broker has the message.
    func publish(_ message: MQTTMessage) async throws
}
