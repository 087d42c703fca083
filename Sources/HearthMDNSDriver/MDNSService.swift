package import HearthEventLoop
package import HearthMDNS
internal import Synchronization

/// Multicast DNS on this machine's networks: finds services, and announces those of this process.
///
/// Where multicast does not work, as in a container with a network of its own, it finds nothing and says so in
/// ``status()`` and by ``Options/onProblem``. It tries again, and all else of the program works as before.
package final class MDNSService: Sendable {
    /// How it works.
    package struct Options: Sendable {
        /// The first label of the host's name in `local`; not the machine's own, which other programs announce.
        package var hostName: String
        /// The UDP port; another than 5353 is for tests.
        package var port: UInt16 = 5353
        /// The names of the interfaces to use; nil for all but the loopback.
        package var interfaces: Set<String>?
        /// Whether the loopback is used too, where ``interfaces`` names none.
        package var usesLoopback = false
        /// The addresses that the host's name stands for.
        package var announced = AnnouncedAddresses.all
        package var limits = ServiceBrowser.Limits()
        /// Called on the loop's thread when multicast fails on an interface, once for each reason.
        package var onProblem: @Sendable (String) -> Void = { _ in }

        package init(hostName: String) { self.hostName = hostName }
    }

    /// Where it works.
    package struct Status: Hashable, Sendable {
        /// The interfaces on which it listens, by name and IP version, such as `eth0 IPv4`.
        package var listening: [String] = []
        /// Why it does not work elsewhere, by interface.
        package var problems: [String: String] = [:]
        /// The services that are not shown, because there were too many.
        package var ignoredServices = 0
    }

    /// A service that is announced until it is withdrawn.
    package struct Announcement: Sendable {
        fileprivate let id: Int
        fileprivate let core: LoopBound<MDNSCore>

        /// Announces changed attributes.
        package func change(_ attributes: ServiceAttributes) {
            let id = id
            core.run { $0.change(attributes, of: id) }
        }

        /// Says goodbye for the service.
        package func withdraw() {
            let id = id
            core.run { $0.withdraw(id) }
        }
    }

    private let core: LoopBound<MDNSCore>
    private let lastID = Atomic<Int>(0)

    /// Starts it on a loop.
    package init(loop: EventLoop, options: Options) throws(DNSError) {
        core = LoopBound(try MDNSCore(loop: loop, options: options), loop: loop)
        core.run { $0.start() }
    }

    private func nextID() -> Int { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The changes of services of some types, until the sequence is released or ``stop()`` is called.
    package func browse(_ types: Set<ServiceType>) -> ServiceChanges {
        let (lists, continuation) = AsyncStream<[DiscoveredService]>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (id, core) = (nextID(), core)
        continuation.onTermination = { _ in core.run { $0.endBrowsing(id) } }
        core.run { $0.browse(id, types, continuation) }
        return ServiceChanges(lists: lists)
    }

    /// Announces a service until it is withdrawn or ``stop()`` is called.
    /// - Parameter named: called on the loop's thread with the name that the service has on the network, and whenever that
    ///   changes: its own, or with a number if another device has that.
    package func announce(
        _ service: AnnouncedService, named: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(DNSError) -> Announcement {
        // Checked here, where the caller can handle it.
        _ = try service.type.name.child(service.name)
        let id = nextID()
        core.run { $0.announce(id, service, named) }
        return Announcement(id: id, core: core)
    }

    /// The name of the host in the domain `local`, such as `hearth.local`: once other machines can resolve it, and
    /// after each change. There is none before a service is announced. Ends with ``stop()``.
    package func hostNames() -> AsyncStream<String> {
        let (names, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (id, core) = (nextID(), core)
        continuation.onTermination = { _ in core.run { $0.endReadingHostName(id) } }
        core.run { $0.readHostName(id, continuation) }
        return names
    }

    /// Asks for all browsed types again soon, for example when the user opens a list of devices.
    package func refresh() { core.run { $0.refresh() } }

    /// Where it works at the moment.
    package func status() async -> Status {
        await withCheckedContinuation { continuation in
            core.run { continuation.resume(returning: $0.status) }
        }
    }

    /// Says goodbye for all services, ends all sequences, and closes the sockets.
    package func stop() async {
        await withCheckedContinuation { continuation in
            core.run {
                $0.stop()
                continuation.resume()
            }
        }
    }
}
