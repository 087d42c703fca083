internal import HearthMQTT
internal import Synchronization

/// A broker's client that several links use. If one link ends a subscription that another link has too, the client
/// keeps it.
package final class SharedBroker: Sendable {
    fileprivate let broker: any BrokerPort
    /// The number of links that have each filter.
    fileprivate let uses = Mutex<[String: Int]>([:])

    package init(_ broker: any BrokerPort) { self.broker = broker }

    /// A port for one link.
    package func port() -> any BrokerPort { LinkPort(self) }
}

/// The port of one of several links.
private final class LinkPort: BrokerPort {
    private let shared: SharedBroker
    /// The filters of the link.
    private let filters = Mutex<Set<String>>([])

    init(_ shared: SharedBroker) { self.shared = shared }

    func subscribe(_ filters: [String]) async throws {
        let new = self.filters.withLock { known in filters.filter { known.insert($0).inserted } }
        shared.uses.withLock { uses in
            for filter in new { uses[filter, default: 0] += 1 }
        }
        // Also what another link has, so that the broker sends what it keeps.
        try await shared.broker.subscribe(filters)
    }

    func unsubscribe(_ filters: [String]) async throws {
        let ended = self.filters.withLock { known in filters.filter { known.remove($0) != nil } }
        let unused = shared.uses.withLock { uses in
            ended.filter { filter in
                let count = (uses[filter] ?? 1) - 1
                uses[filter] = count > 0 ? count : nil
                return count <= 0
            }
        }
        guard !unused.isEmpty else { return }
        let result: Result<Void, any Error>
        do {
            result = .success(try await shared.broker.unsubscribe(unused))
        } catch {
            result = .failure(error)
        }
        // A link may have subscribed meanwhile, before the client got this.
        let wanted = shared.uses.withLock { uses in unused.filter { uses[$0] != nil } }
        if !wanted.isEmpty { try await shared.broker.subscribe(wanted) }
        try result.get()
    }

    func publish(_ message: MQTTMessage) async throws { try await shared.broker.publish(message) }
}
