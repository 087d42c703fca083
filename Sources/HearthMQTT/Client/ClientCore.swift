internal import HearthEventLoop
internal import HearthLinkSocket
internal import HearthTLS

/// Drives the session of a client over its connections. On its loop's thread only.
final class ClientCore {
    /// Receives the answer to a request.
    typealias Answer = (Result<[MQTTSubscription], MQTTError>) -> Void

    private let loop: EventLoop
    private let settings: MQTTSettings
    private let tls: ClientTLS?
    private let deliveries: Deliveries
    private var session: MQTTSession
    private var socket: LinkSocket?
    private var timer: LoopTimer?
    private var timerDeadline: ContinuousClock.Instant?
    private var lastToken: UInt64 = 0
    private var answers: [UInt64: Answer] = [:]
    /// Bytes for the end of the loop's turn, so that many packets are sent with one call.
    private var output: [UInt8] = []
    private var isDirty = false
    private var isReceiverFull = false
    /// Spreads the delay until the next connection. Renewed for each, since a random number is a system call.
    private var random = Double.random(in: 0...1)
    /// How long messages are read together once several come within that time. A tenth of a second would be felt.
    private static let gathering: Duration = .milliseconds(40)

    init(_ settings: MQTTSettings, tls: ClientTLS?, loop: EventLoop, deliveries: Deliveries) {
        self.settings = settings
        self.tls = tls
        self.loop = loop
        self.deliveries = deliveries
        session = MQTTSession(settings)
    }

    // MARK: Requests

    func start() { perform(session.start(now: loop.now)) }

    func stop() {
        deliveries.close()
        perform(session.stop(now: loop.now))
    }

    func publish(_ message: MQTTMessage, _ answer: @escaping Answer) {
        perform(session.publish(message, token: token(for: answer), now: loop.now))
    }

    func subscribe(_ filters: [MQTTFilter], _ answer: @escaping Answer) {
        perform(session.subscribe(filters, token: token(for: answer), now: loop.now))
    }

    func unsubscribe(_ filters: [MQTTFilter], _ answer: @escaping Answer) {
        perform(session.unsubscribe(filters, token: token(for: answer), now: loop.now))
    }

    private func token(for answer: @escaping Answer) -> UInt64 {
        lastToken += 1
        answers[lastToken] = answer
        return lastToken
    }

    /// The receiver has taken enough.
    func hasRoom() {
        isReceiverFull = false
        updateReading()
        perform([])
    }

    // MARK: Actions

    private func perform(_ actions: [MQTTSession.Action]) {
        for action in actions {
            switch action {
            case .open: open()
            case .send(let bytes):
                output += bytes
                markDirty()
            case .close:
                writeOutput()
                socket.take()?.close()
            case .connected(let isPresent): deliver(.connected(sessionPresent: isPresent))
            case .disconnected(let error, let delay): deliver(.disconnected(error, retryAfter: delay))
            case .deliver(let message): deliver(.received(message))
            case .subscribed(nil, let subscriptions): deliver(.subscribed(subscriptions))
            case .subscribed(let token?, let subscriptions): answer(token, .success(subscriptions))
            case .unsubscribed(let token), .published(let token): answer(token, .success([]))
            case .failed(let token, let error): answer(token, .failure(error))
            }
        }
        updateReading()
        arm()
    }

    private func answer(_ token: UInt64, _ result: Result<[MQTTSubscription], MQTTError>) {
        answers.removeValue(forKey: token)?(result)
    }

    private func deliver(_ event: Deliveries.Event) {
        if !deliveries.append(event) { isReceiverFull = true }
    }

    private func open() {
        output = []
        random = .random(in: 0...1)
        // The session limits what it sends.
        let socket = LinkSocket(
            loop: loop, endpoint: settings.endpoint, tls: tls, mostUnsent: .max, gathering: Self.gathering, owner: self)
        self.socket = socket
        socket.open()
    }

    /// Stops reading while the receiver is full, or the broker does not take what is sent.
    private func updateReading() {
        guard let socket else { return }
        let mayRead = !isReceiverFull && !session.isOutputFull
        guard socket.isReading != mayRead else { return }
        socket.isReading = mayRead
        if mayRead { session.resumeReading(now: loop.now) } else { session.pauseReading() }
    }

    // MARK: Output

    private func markDirty() {
        guard !isDirty else { return }
        isDirty = true
        loop.atEndOfTurn(self)
    }

    private func writeOutput() {
        guard !output.isEmpty else { return }
        let bytes = output
        output = []
        socket?.write(bytes)
    }

    // MARK: Time

    /// Sets the timer to the session's deadline. One that fires too early is set again, which is less work than a new
    /// one for each packet.
    private func arm() {
        guard let deadline = session.deadline else {
            timer?.cancel()
            timer = nil
            return
        }
        if timer != nil, let timerDeadline, timerDeadline <= deadline { return }
        timer?.cancel()
        timerDeadline = deadline
        timer = loop.schedule(after: max(.zero, deadline - loop.now)) { [weak self] in
            guard let self else { return }
            timer = nil
            perform(session.timePassed(now: loop.now, random: random))
        }
    }
}

extension ClientCore: EndOfTurn {
    func endOfTurn() {
        isDirty = false
        writeOutput()
        guard let socket, !socket.hasPendingBytes else { return }
        perform(session.drained(now: loop.now))
    }
}

extension ClientCore: LinkSocketOwner {
    func opened(_ socket: LinkSocket) { perform(session.opened(now: loop.now)) }

    func received(_ socket: LinkSocket, _ bytes: [UInt8]) {
        perform(session.received(bytes, now: loop.now, random: random))
    }

    func drained(_ socket: LinkSocket) { perform(session.drained(now: loop.now)) }

    func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        self.socket = nil
        let error: MQTTError? =
            switch end {
            case .notConnected(let error): MQTTError(.unreachable, error.message, cause: error)
            case .insecure(let error): MQTTError(.insecure, "\(settings.endpoint): \(error.message)", cause: error)
            case .closed(let error): error.map { MQTTError(.unreachable, $0.message, cause: $0) }
            }
        perform(session.closed(error, now: loop.now, random: random))
    }
}
