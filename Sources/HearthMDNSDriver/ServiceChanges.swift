package import HearthMDNS

/// Changes of the services on the network, beginning with those that are there.
///
/// A slow reader skips what is out of date: it is told the difference to what it knows. So it never holds more than one
/// list of services. To be iterated once.
package struct ServiceChanges: AsyncSequence, Sendable {
    package typealias Element = ServiceChange

    let lists: AsyncStream<[DiscoveredService]>

    package func makeAsyncIterator() -> Iterator { Iterator(lists: lists.makeAsyncIterator()) }

    /// Compares each list with the one before.
    package struct Iterator: AsyncIteratorProtocol {
        var lists: AsyncStream<[DiscoveredService]>.Iterator
        private var known: [DNSName: DiscoveredService] = [:]
        /// The changes that are not yet told, last first.
        private var waiting: [ServiceChange] = []

        init(lists: AsyncStream<[DiscoveredService]>.Iterator) { self.lists = lists }

        package mutating func next() async -> ServiceChange? { await next(isolation: nil) }

        package mutating func next(isolation actor: isolated (any Actor)?) async -> ServiceChange? {
            while waiting.isEmpty {
                guard let list = await lists.next(isolation: actor) else { return nil }
                waiting = changes(to: list).reversed()
            }
            return waiting.popLast()
        }

        private mutating func changes(to list: [DiscoveredService]) -> [ServiceChange] {
            let now = Dictionary(list.map { ($0.instance, $0) }) { first, _ in first }
            let gone = known.values.filter { now[$0.instance] == nil }
                .sorted { $0.instance.wire.lexicographicallyPrecedes($1.instance.wire) }
            let changes: [ServiceChange] =
                gone.map { .gone($0) }
                + list.compactMap { service in
                    guard let old = known[service.instance] else { return .found(service) }
                    return old == service ? nil : .changed(service)
                }
            known = now
            return changes
        }
    }
}
