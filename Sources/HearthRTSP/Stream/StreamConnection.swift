internal import HearthCameraMedia
internal import HearthEventLoop
internal import HearthLinkSocket
internal import HearthTLS

/// Performs what a stream's machine wants, on its loop's thread only.
final class StreamConnection {
    /// What a camera says of itself.
    enum News {
        /// What its stream is.
        case described(CameraFormat)
        /// The formats of what people say that it plays, the preferred one first.
        case describedSpeaker([AudioFormat])
        /// It plays what a person says from now on.
        case speaks
    }

    private let settings: RTSPSettings
    private let loop: EventLoop
    private let tls: ClientTLS?
    private let limits: CameraLimits
    private let purpose: RTSPSession.Purpose
    private let told: (News) -> Void
    private let failure: (RTSPError) -> any Error
    private let viewersChanged: (Int) -> Void
    private let start: ContinuousClock.Instant
    private var machine: StreamMachine
    private var relay: CameraRelay?
    private var viewers = 0
    /// Those who wait for the stream, by their numbers.
    private var waiting: [UInt64: CheckedContinuation<CameraViewer, any Error>] = [:]
    /// Those who wait for a key picture. They are no viewers, and keep the stream as viewers do.
    private var waitingForPicture: [UInt64: CheckedContinuation<KeyPicture, any Error>] = [:]
    private var ended: ((RTSPError?) -> Void)?
    private var socket: LinkSocket?
    private var timer: LoopTimer?
    private var timerAt: Duration?

    /// How long packets are gathered before they are read: a camera sends a picture in many.
    private static let gathering = Duration.milliseconds(4)

    /// - Parameters:
    ///   - failure: called with the error that ends the stream; makes what its viewers get.
    ///   - viewersChanged: called with the number of viewers after changes of it.
    ///   - told: called with what the camera says of itself.
    ///   - ended: called at the end of a stream without viewers.
    init(
        _ settings: RTSPSettings, _ purpose: RTSPSession.Purpose, tls: ClientTLS?, limits: CameraLimits,
        loop: EventLoop, failure: @escaping (RTSPError) -> any Error,
        viewersChanged: @escaping (Int) -> Void = { _ in }, told: @escaping (News) -> Void = { _ in },
        ended: ((RTSPError?) -> Void)? = nil
    ) {
        self.settings = settings
        self.purpose = purpose
        self.loop = loop
        self.tls = tls
        self.limits = limits
        self.failure = failure
        self.viewersChanged = viewersChanged
        self.told = told
        self.ended = ended
        start = .now
        machine = StreamMachine(settings, purpose, random: { SecureRandom.bytes($0) })
    }

    private var now: Duration { loop.now - start }

    // MARK: - Viewers

    /// Waits for the stream.
    func open(_ number: UInt64, _ continuation: CheckedContinuation<CameraViewer, any Error>) {
        waiting[number] = continuation
        begin()
        if machine.canWatch { admit() }
        countViewers()
    }

    /// Waits for a key picture, unless one is kept.
    func takePicture(_ number: UInt64, _ continuation: CheckedContinuation<KeyPicture, any Error>) {
        waitingForPicture[number] = continuation
        begin()
        // The time for which the stream is kept begins again.
        countViewers()
        givePicture()
    }

    private func givePicture() {
        guard !waitingForPicture.isEmpty, let picture = relay?.keyPicture else { return }
        for continuation in waitingForPicture.values { continuation.resume(returning: picture) }
        waitingForPicture = [:]
        countViewers()
    }

    /// The failure that further requests get without asking the camera; nil if it may be asked.
    var knownFailure: RTSPError? { machine.failure(at: now) }

    /// The camera was asked by another connection what the stream is.
    ///
    /// - Parameter error: how that failed; nil if the camera has answered.
    func asked(_ error: RTSPError?) { machine.asked(error, now: now) }

    /// The camera has refused what another connection asked for. Only a refused password counts for the stream, too.
    func refused(_ error: RTSPError?) {
        if let error, error.code == .wrongPassword { asked(error) }
    }

    /// Begins without a viewer.
    func begin() { perform(machine.start(now: now)) }

    /// Gives up waiting.
    func cancel(_ number: UInt64) {
        waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
        waitingForPicture.removeValue(forKey: number)?.resume(throwing: CancellationError())
        countViewers()
    }

    func stop() { perform(machine.stop()) }

    /// Sends a packet of speech to the camera. It is dropped until the camera plays speech.
    func say(_ packet: SpokenPacket) { perform(machine.say(packet)) }

    private func admit() {
        let relay = relay ?? makeRelay()
        let admitted = waiting.values
        waiting = [:]
        for continuation in admitted { continuation.resume(returning: relay.join()) }
    }

    private func makeRelay() -> CameraRelay {
        // The relay's end releases the reference.
        let bound = LoopBound(self, loop: loop)
        let relay = CameraRelay(limits: limits) { _ in
            bound.loop.post { bound.ifCurrent?.countViewers() }
        }
        self.relay = relay
        return relay
    }

    private func countViewers() {
        let now = relay?.viewerCount ?? 0
        machine.viewersChanged(to: now + waiting.count + waitingForPicture.count, now: self.now)
        setTimer()
        guard now != viewers else { return }
        viewers = now
        viewersChanged(now)
    }

    // MARK: - Actions

    private func perform(_ actions: [StreamMachine.Action]) {
        for action in actions {
            switch action {
            case .open(let url):
                socket?.close()
                let socket = LinkSocket(
                    loop: loop, endpoint: .tcp(host: url.host, port: url.port), tls: url.scheme.isSecure ? tls : nil,
                    gathering: Self.gathering, owner: self)
                self.socket = socket
                socket.open()
            case .send(let bytes): socket?.write(bytes)
            case .close:
                socket.take()?.close()
                // New viewers wait for the next connection; pictures of this one must not pass as live ones.
                relay?.clear()
            case .parts(let parts):
                let relay = relay ?? makeRelay()
                for part in parts { relay.send(part) }
                givePicture()
            case .described(let format): told(.described(format))
            case .describedSpeaker(let formats): told(.describedSpeaker(formats))
            case .began: if purpose.isOfSpeaker { told(.speaks) } else { admit() }
            case .ended(let error): finish(error)
            }
        }
        setTimer()
    }

    private func finish(_ error: RTSPError?) {
        let failure = error.map(failure)
        relay.take()?.end(failure)
        let refused = (Array(waiting.values), Array(waitingForPicture.values))
        (waiting, waitingForPicture) = ([:], [:])
        for continuation in refused.0 { continuation.resume(throwing: error ?? CancellationError()) }
        for continuation in refused.1 { continuation.resume(throwing: error ?? CancellationError()) }
        ended?(error)
        ended = nil
        countViewers()
    }

    private func setTimer() {
        let deadline = machine.deadline
        // Each packet moves the deadline further away, so a timer that is due earlier only looks again.
        if let deadline, let timerAt, timerAt <= deadline { return }
        timer?.cancel()
        (timer, timerAt) = (nil, deadline)
        guard let deadline else { return }
        timer = loop.schedule(after: deadline - now) { [weak self] in
            guard let self else { return }
            timerAt = nil
            if let deadline = machine.deadline, deadline <= now { perform(machine.timePassed(now: now)) }
            setTimer()
        }
    }
}

extension StreamConnection: LinkSocketOwner {
    func opened(_ socket: LinkSocket) { perform(machine.opened(now: now)) }

    func received(_ socket: LinkSocket, _ bytes: [UInt8]) {
        guard socket === self.socket else { return }
        perform(machine.received(bytes, now: now))
    }

    func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        guard socket === self.socket else { return }
        self.socket = nil
        let error =
            switch end {
            case .notConnected(let error):
                RTSPError(
                    .unreachable, "\(settings.url.address) can't be reached: \(error.message)",
                    wayOut: "check the address, and that the camera has power", cause: error)
            case .insecure(let error):
                RTSPError(
                    .insecure, "there is no secure connection to \(settings.url.address): \(error.message)",
                    wayOut: "check the camera's certificate", cause: error)
            case .closed(let error):
                RTSPError(
                    .disconnected,
                    "\(settings.url.address) closed the connection" + (error.map { ": \($0.message)" } ?? ""),
                    wayOut: "the connection is tried again", cause: error)
            }
        perform(machine.closed(error, now: now))
    }
}
