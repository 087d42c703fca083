internal import HearthEventLoop
internal import HearthMDNS

/// Connects the machines of multicast DNS with sockets and time. On the loop's thread only.
final class MDNSCore: DatagramHandler {
    private struct Reader {
        let types: Set<ServiceType>
        let continuation: AsyncStream<[DiscoveredService]>.Continuation
    }

    private let loop: EventLoop
    private let options: MDNSService.Options
    private var browser: ServiceBrowser
    private var announcer: ServiceAnnouncer
    private var gate = PacketGate()
    private var random = SystemRandomNumberGenerator()
    private var links: MulticastLinks?
    private var watch: InterfaceWatch?
    private var interfaces: [NetworkInterface] = []
    private var retry: LoopTimer?
    private var timer: LoopTimer?
    private var timerTime: ContinuousClock.Instant?
    private var readers: [Int: Reader] = [:]
    private var names: [Int: (report: @Sendable (String) -> Void, last: String?)] = [:]
    private var hostReaders: [Int: AsyncStream<String>.Continuation] = [:]
    private var hostName: String?
    private var isStopped = false

    /// How long to wait before a socket that failed to open is tried again.
    private static let retryTime: Duration = .seconds(30)

    init(loop: EventLoop, options: MDNSService.Options) throws(DNSError) {
        self.loop = loop
        self.options = options
        browser = ServiceBrowser(limits: options.limits)
        announcer = try ServiceAnnouncer(host: options.hostName, port: options.port)
    }

    var status: MDNSService.Status {
        var problems = links?.problems ?? [:]
        if let error = watch?.error { problems["all interfaces"] = error.message }
        return MDNSService.Status(
            listening: links?.listening ?? [], problems: problems, ignoredServices: browser.ignoredServices)
    }

    // MARK: Interfaces

    func start() {
        guard !isStopped, links == nil else { return }
        let groups = MulticastLinks.Groups(
            ipv4: "224.0.0.251", ipv6: "ff02::fb", port: options.port, localPort: options.port)
        links = MulticastLinks(loop: loop, groups: groups, handler: self) { [options] place, reason in
            options.onProblem(
                "devices are not found by multicast DNS on \(place), and this hub is not announced there: \(reason); "
                    + "devices can be added by their addresses, and a container needs the network of its host")
        }
        watch = InterfaceWatch(loop: loop) { [weak self] interfaces in self?.use(interfaces) }
        if let error = watch?.error {
            options.onProblem("multicast DNS does not work: \(error.message)")
        } else if interfaces.isEmpty {
            options.onProblem(
                "multicast DNS does not work, as this machine has no network interface for it; devices can be added by "
                    + "their addresses")
        }
    }

    private func use(_ all: [NetworkInterface]) {
        interfaces = all.filter { interface in
            options.interfaces.map { $0.contains(interface.name) } ?? (options.usesLoopback || !interface.isLoopback)
        }
        openLinks()
    }

    private func openLinks() {
        guard let links, !isStopped else { return }
        links.use(interfaces)
        let (addresses, now) = (links.addresses, ContinuousClock.now)
        announcer.use(addresses: options.announced.filtered(addresses), now: now, using: &random)
        perform(browser.use(interfaces: Set(addresses.keys), now: now, using: &random))
        retry?.cancel()
        retry = nil
        guard !links.problems.isEmpty else { return }
        retry = loop.schedule(after: Self.retryTime) { [weak self] in self?.openLinks() }
    }

    // MARK: What the program wants

    func browse(
        _ id: Int, _ types: Set<ServiceType>, _ continuation: AsyncStream<[DiscoveredService]>.Continuation
    ) {
        guard !isStopped else { return continuation.finish() }
        readers[id] = Reader(types: types, continuation: continuation)
        want()
        publish(to: readers[id])
    }

    func endBrowsing(_ id: Int) {
        guard readers.removeValue(forKey: id) != nil, !isStopped else { return }
        want()
    }

    private func want() {
        browser.want(
            readers.values.reduce(into: []) { $0.formUnion($1.types) }, now: ContinuousClock.now, using: &random)
        arm()
    }

    func refresh() {
        guard !isStopped else { return }
        browser.askAgain(now: ContinuousClock.now, using: &random)
        arm()
    }

    func announce(_ id: Int, _ service: AnnouncedService, _ named: @escaping @Sendable (String) -> Void) {
        guard !isStopped else { return }
        do throws(DNSError) {
            try announcer.announce(service, id: id, now: ContinuousClock.now, using: &random)
        } catch {
            return options.onProblem("the service \"\(service.name)\" is not announced: \(error.message)")
        }
        names[id] = (named, nil)
        arm()
    }

    func change(_ attributes: ServiceAttributes, of id: Int) {
        announcer.change(attributes, id: id, now: ContinuousClock.now)
        arm()
    }

    func readHostName(_ id: Int, _ continuation: AsyncStream<String>.Continuation) {
        guard !isStopped else { return continuation.finish() }
        hostReaders[id] = continuation
        if let hostName { continuation.yield(hostName) }
    }

    func endReadingHostName(_ id: Int) { hostReaders[id] = nil }

    func withdraw(_ id: Int) {
        names[id] = nil
        perform(announcer.withdraw(id: id))
    }

    func stop() {
        guard !isStopped else { return }
        for action in announcer.stop() { send(action) }
        isStopped = true
        links?.closeAll()
        watch?.stop()
        retry?.cancel()
        timer?.cancel()
        names = [:]
        let ending = readers.values
        readers = [:]
        for reader in ending { reader.continuation.finish() }
        let endingNames = hostReaders.values
        hostReaders = [:]
        for reader in endingNames { reader.finish() }
    }

    // MARK: Packets and time

    func received(_ bytes: RawSpan, from address: DatagramAddress, by socket: DatagramSocket) {
        let now = ContinuousClock.now
        guard let (interface, networks) = links?.origin(of: socket),
            let source = IPAddress(address.host, scope: address.scope),
            gate.admits(source, on: interface, networks: networks, now: now),
            bytes.byteCount <= DNSMessage.longest,
            let message = try? DNSMessage([UInt8](copying: bytes))
        else { return }
        let origin = ServiceAnnouncer.Origin(interface: interface, address: source, port: address.port)
        for action in announcer.received(message, from: origin, now: now, using: &random) { send(action) }
        // A response from another port is not one (RFC 6762, section 6).
        guard message.isResponse, address.port == options.port else { return arm() }
        perform(browser.received(message, interface: interface, now: now, using: &random))
    }

    func failed(_ error: LoopError, of socket: DatagramSocket) { links?.failed(error, of: socket) }

    private func timePassed() {
        let now = ContinuousClock.now
        for action in announcer.timePassed(now: now, using: &random) { send(action) }
        perform(browser.timePassed(now: now, using: &random))
    }

    private func perform(_ actions: [ServiceAnnouncer.Action]) {
        for action in actions { send(action) }
        arm()
    }

    private func perform(_ actions: [ServiceBrowser.Action]) {
        var hasChanged = false
        for action in actions {
            switch action {
            case .send(let message, let interface): links?.send(message.packets(), toGroupOn: interface)
            case .changed: hasChanged = true
            }
        }
        if hasChanged { for reader in readers.values { publish(to: reader) } }
        arm()
    }

    private func send(_ action: ServiceAnnouncer.Action) {
        switch action {
        case .send(let message, let interface, .group): links?.send(message.packets(), toGroupOn: interface)
        case .send(let message, let interface, .peer(let address, let port)):
            links?.send(message.packets(), to: address, port: port, on: interface)
        case .named(let id, let name):
            // Also after the host has another name, and after a conflict in which the service has kept its name.
            guard let named = names[id], named.last != name else { return }
            names[id]?.last = name
            named.report(name)
        case .hostNamed(let name):
            // Also after its addresses have changed.
            guard hostName != name.description else { return }
            hostName = name.description
            for reader in hostReaders.values { reader.yield(name.description) }
        }
    }

    private func publish(to reader: Reader?) {
        guard let reader else { return }
        reader.continuation.yield(browser.services.filter { reader.types.contains($0.type) })
    }

    private func arm() {
        let time = [browser.deadline, announcer.deadline].compactMap(\.self).min()
        guard time != timerTime, !isStopped else { return }
        timer?.cancel()
        timer = nil
        timerTime = time
        guard let time else { return }
        timer = loop.schedule(after: max(time - ContinuousClock.now, .zero)) { [weak self] in
            guard let self else { return }
            timerTime = nil
            timePassed()
        }
    }
}
