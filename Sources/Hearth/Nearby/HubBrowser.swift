internal import HearthEventLoop
internal import HearthMDNS
package import HearthMDNSDriver
internal import HearthTraitCore

/// Looks for hubs on the local network, until it is closed.
package struct HubBrowser: Sendable {
    private let network: MDNSService
    private let book: [HubBook.Entry]

    /// How it uses multicast DNS. A hub may be announced to programs of its own machine only.
    package static var options: MDNSService.Options {
        // It announces nothing, so it has no name on the network.
        var options = MDNSService.Options(hostName: "client")
        options.usesLoopback = true
        return options
    }

    /// Joins the multicast groups.
    ///
    /// - Throws: `.failedPrecondition` if the list of claimed hubs can't be read; `.unavailable` without an event loop.
    package init(book: HubBook = HubBook(), options: MDNSService.Options = Self.options) throws(HomeError) {
        self.book = try book.entries()
        do {
            network = try MDNSService(loop: try EventLoop.shared.get(), options: options)
        } catch {
            throw HomeError(.unavailable, "hubs are not found on the network: \(error)")
        }
    }

    /// The hubs by their IDs, after each change. Ends with ``close()``.
    package func hubs() -> AsyncStream<[String: AnnouncedHub]> {
        let (lists, continuation) = AsyncStream<[String: AnnouncedHub]>.makeStream(bufferingPolicy: .bufferingNewest(1))
        guard let type = try? ServiceType(HubAnnouncement.serviceType) else { return lists }
        let reading = Task { [network, book] in
            var hubs: [String: AnnouncedHub] = [:]
            for await change in network.browse([type]) {
                switch change {
                case .found(let service), .changed(let service):
                    let hub = AnnouncedHub(service, in: book)
                    hubs[hub.id] = hub
                case .gone(let service): hubs[service.instance.description] = nil
                }
                continuation.yield(hubs)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in reading.cancel() }
        return lists
    }

    /// Hubs in the order of their names.
    static func ordered(_ hubs: [String: AnnouncedHub]) -> [AnnouncedHub] {
        hubs.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// Why nothing is found; nil where multicast works on an interface.
    package func problem() async -> String? {
        let status = await network.status()
        // One interface's loopback connects no machines.
        func isOfNetwork(_ place: String) -> Bool { !["lo", "lo0"].contains(place.prefix { $0 != " " }) }
        let works = status.listening.contains { isOfNetwork($0) && status.problems[$0] == nil }
        let problems = status.problems.filter { isOfNetwork($0.key) }
        guard !works, !problems.isEmpty else { return nil }
        return problems.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
    }

    /// Ends the lists and leaves the multicast groups.
    package func close() async { await network.stop() }
}
