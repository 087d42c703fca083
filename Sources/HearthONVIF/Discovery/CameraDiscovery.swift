package import HearthEventLoop
internal import HearthMDNS
internal import HearthMDNSDriver
internal import HearthTLS

/// Finds cameras in this machine's networks by WS-Discovery.
package final class CameraDiscovery: Sendable {
    private let core: LoopBound<CameraDiscoveryCore>
    /// The cameras that answer, again with each of their answers. To be iterated once.
    package let cameras: AsyncStream<NearbyCamera>

    /// - Parameters:
    ///   - interfaces: the names of the interfaces to use; nil for all but the loopback.
    ///   - onProblem: called on the loop's thread when multicast fails on an interface, once for each reason.
    package init(
        loop: EventLoop, interfaces: Set<String>? = nil, onProblem: @escaping @Sendable (String) -> Void
    ) {
        let (cameras, sink) = AsyncStream.makeStream(of: NearbyCamera.self, bufferingPolicy: .bufferingNewest(256))
        self.cameras = cameras
        core = LoopBound(
            CameraDiscoveryCore(loop: loop, interfaces: interfaces, sink: sink, onProblem: onProblem), loop: loop)
        core.run { $0.start() }
    }

    /// Ends the sequence, and closes the sockets.
    package func stop() async {
        await withCheckedContinuation { continuation in
            core.run {
                $0.stop()
                continuation.resume()
            }
        }
    }
}

/// Connects the browser with sockets and time. On the loop's thread only.
private final class CameraDiscoveryCore: DatagramHandler {
    private let loop: EventLoop
    private let names: Set<String>?
    private let sink: AsyncStream<NearbyCamera>.Continuation
    private let onProblem: @Sendable (String) -> Void
    private let started = ContinuousClock.now
    private var browser = CameraBrowser(random: { SecureRandom.bytes($0) })
    private var gate = PacketGate(packetsPerSecond: 20, burst: 60)
    private var links: MulticastLinks?
    private var watch: InterfaceWatch?
    private var interfaces: [NetworkInterface] = []
    private var timer: LoopTimer?
    private var retry: LoopTimer?
    private var isStopped = false

    /// How long to wait before a socket that failed to open is tried again.
    private static let retryTime = Duration.seconds(30)

    init(
        loop: EventLoop, interfaces: Set<String>?, sink: AsyncStream<NearbyCamera>.Continuation,
        onProblem: @escaping @Sendable (String) -> Void
    ) {
        self.loop = loop
        names = interfaces
        self.sink = sink
        self.onProblem = onProblem
    }

    private var now: Duration { ContinuousClock.now - started }

    func start() {
        guard !isStopped, links == nil else { return }
        let groups = MulticastLinks.Groups(
            ipv4: DiscoveryMessage.ipv4Group, ipv6: DiscoveryMessage.ipv6Group, port: DiscoveryMessage.port,
            localPort: 0)
        links = MulticastLinks(loop: loop, groups: groups, handler: self) { [onProblem] place, reason in
            onProblem("cameras are not found on \(place): \(reason); they can be added by their addresses")
        }
        watch = InterfaceWatch(loop: loop) { [weak self] interfaces in self?.use(interfaces) }
    }

    private func use(_ all: [NetworkInterface]) {
        interfaces = all.filter { interface in names.map { $0.contains(interface.name) } ?? !interface.isLoopback }
        openLinks()
        browser.networksChanged(hasAny: !interfaces.isEmpty, now: now)
        arm()
    }

    private func openLinks() {
        guard let links, !isStopped else { return }
        links.use(interfaces)
        retry?.cancel()
        retry = nil
        guard !links.problems.isEmpty else { return }
        retry = loop.schedule(after: Self.retryTime) { [weak self] in self?.openLinks() }
    }

    func stop() {
        isStopped = true
        links?.closeAll()
        watch?.stop()
        timer?.cancel()
        retry?.cancel()
        sink.finish()
    }

    func received(_ bytes: RawSpan, from address: DatagramAddress, by socket: DatagramSocket) {
        guard let (interface, networks) = links?.origin(of: socket),
            let source = IPAddress(address.host, scope: address.scope),
            gate.admits(source, on: interface, networks: networks, now: ContinuousClock.now),
            bytes.byteCount <= DiscoveryMessage.mostBytes
        else { return }
        for camera in browser.received([UInt8](copying: bytes), from: source, now: now) { sink.yield(camera) }
    }

    func failed(_ error: LoopError, of socket: DatagramSocket) { links?.failed(error, of: socket) }

    private func ask() {
        if let question = browser.timePassed(now: now), let links {
            for interface in links.addresses.keys.sorted() { links.send([question], toGroupOn: interface) }
        }
        arm()
    }

    private func arm() {
        timer?.cancel()
        timer = nil
        guard let deadline = browser.deadline, !isStopped else { return }
        timer = loop.schedule(after: max(deadline - now, .zero)) { [weak self] in self?.ask() }
    }
}
