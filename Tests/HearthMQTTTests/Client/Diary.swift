internal import HearthMQTT
internal import Synchronization

/// Writes down what a client tells.
final class Diary: MQTTReceiver {
    struct Entries {
        var connections = 0
        var subscribed: [[MQTTSubscription]] = []
        var reasons: [MQTTError] = []
        var delays: [Duration] = []
        var messages: [MQTTMessage] = []
    }

    private let entries = Mutex(Entries())
    /// How long each message takes.
    private let slowness: Duration

    init(slowness: Duration = .zero) { self.slowness = slowness }

    var now: Entries { entries.withLock { $0 } }

    func connected(sessionPresent: Bool) async { entries.withLock { $0.connections += 1 } }

    func subscribed(_ subscriptions: [MQTTSubscription]) async {
        entries.withLock { $0.subscribed.append(subscriptions) }
    }

    func disconnected(_ reason: MQTTError, retryAfter: Duration) async {
        entries.withLock {
            $0.reasons.append(reason)
            $0.delays.append(retryAfter)
        }
    }

    func received(_ messages: [MQTTMessage]) async {
        for message in messages {
            if slowness > .zero { try? await Task.sleep(for: slowness) }
            entries.withLock { $0.messages.append(message) }
        }
    }
}
