internal import HearthEventLoop
internal import HearthHTTP1
internal import HearthTLS

/// One HTTPS connection to a bridge. It is opened for a request, and used again for the next one. On its loop's thread
/// only.
final class HueConnection {
    enum Event: Sendable {
        case head(status: Int, HueAnswer.Certificate?)
        /// A piece of the body.
        case body([UInt8])
        case end
        /// The answer to the request will not come, or not completely.
        case failed(HueError)
    }

    private let settings: HueSettings
    private let loop: EventLoop
    private let tls: ClientTLS
    private let sink: (Event) -> Void
    private var request: HueRequest?
    private var attempt: Attempt?
    private var connecting: Connecting?
    /// Whether the head of the answer has come, so that the request can't be repeated.
    private var hasHead = false

    /// - Parameter sink: receives the events of the request, on the loop's thread.
    init(_ settings: HueSettings, loop: EventLoop, tls: ClientTLS, sink: @escaping (Event) -> Void) {
        self.settings = settings
        self.loop = loop
        self.tls = tls
        self.sink = sink
    }

    /// Sends a request, whose predecessor's answer is complete.
    func send(_ request: HueRequest) {
        self.request = request
        hasHead = false
        guard let attempt, attempt.isReusable, !request.isStream else { return open() }
        attempt.isReused = true
        attempt.send(request.http(key: settings.key))
    }

    private func open() {
        close()
        let endpoint = Endpoint.tcp(host: settings.host, port: settings.port)
        connecting = loop.connect(to: endpoint) { [weak self] result in
            guard let self else { return }
            connecting = nil
            switch result {
            case .success(let socket): begin(socket)
            case .failure(let error):
                fail(
                    HueError(
                        .unreachable, "the Hue bridge can't be reached: \(error.message)",
                        wayOut: "check the address, and that the bridge has power and its network cable", cause: error)
                )
            }
        }
    }

    private func begin(_ socket: Socket) {
        let isStream = request?.isStream ?? false
        do throws(TLSError) {
            let attempt = Attempt(
                socket, try tls.makeSession(host: settings.host),
                HTTP1ClientSession(host: settings.authority, mostBodyBytes: isStream ? nil : HueAnswer.mostBytes),
                pauses: isStream, owner: self)
            self.attempt = attempt
            socket.start(attempt)
            try attempt.start()
        } catch {
            fail(secured(error))
            // Without a session there is no attempt that would close it.
            socket.close()
        }
    }

    /// Reads on, after a piece of a stream.
    func read() { attempt?.socket.isReading = true }

    /// Ends the connection; no event follows.
    func close() {
        connecting?.cancel()
        connecting = nil
        let socket = attempt?.socket
        attempt?.owner = nil
        attempt = nil
        socket?.close()
    }

    private func fail(_ error: HueError) {
        close()
        guard request.take() != nil else { return }
        sink(.failed(error))
    }

    private func secured(_ error: TLSError) -> HueError {
        guard error.isOfPin else {
            return HueError(
                .disconnected, "there is no secure connection to the Hue bridge: \(error.message)",
                wayOut: "try again", cause: error)
        }
        let bridge = settings.bridgeID.map { "the Hue bridge \($0)" } ?? "the Hue bridge"
        return HueError(
            .wrongCertificate,
            "the device at \(settings.host) does not have the key that \(bridge) had when it was added",
            wayOut:
                "if the bridge was replaced, remove the integration and add the new bridge; else correct the address",
            cause: error)
    }

    // MARK: - The attempt's side

    fileprivate func established(_ attempt: Attempt) {
        guard let request else { return }
        attempt.send(request.http(key: settings.key))
    }

    fileprivate func took(_ events: [HTTP1ClientSession.Event], _ attempt: Attempt) {
        // What arrived together is one piece, as each piece of a stream lets the next bytes be read.
        var body: [UInt8] = []
        for event in events {
            guard request != nil else { return }
            switch event {
            case .head(let head):
                hasHead = true
                sink(.head(status: head.status, attempt.certificate))
            case .body(let bytes): body += bytes
            case .end:
                if !body.isEmpty { sink(.body(body)) }
                request = nil
                return sink(.end)
            }
        }
        if !body.isEmpty, request != nil { sink(.body(body)) }
    }

    fileprivate func ended(_ attempt: Attempt, _ error: HueError?) {
        let wasIdle = attempt.isReused && !hasHead
        self.attempt = nil
        guard request != nil else { return }
        // A bridge may close an idle connection just as a request is sent.
        if wasIdle { return open() }
        fail(
            error
                ?? HueError(
                    .disconnected, "the Hue bridge closed the connection", wayOut: "try again"))
    }

    fileprivate func broke(_ error: TLSError) -> HueError { secured(error) }
}

/// A socket with its TLS and HTTP.
private final class Attempt: SocketHandler {
    let socket: Socket
    private let tls: TLSSession
    private var http: HTTP1ClientSession
    /// Whether the socket waits after each piece until it is told to read on.
    private let pauses: Bool
    weak var owner: HueConnection?
    /// Whether it has served a request before the present one.
    var isReused = false
    private var failure: HueError?
    /// The most bytes that wait for a bridge that does not receive: TLS answers some of what it sends.
    private static let mostUnsent = 256 << 10

    init(_ socket: Socket, _ tls: TLSSession, _ http: HTTP1ClientSession, pauses: Bool, owner: HueConnection) {
        self.socket = socket
        self.tls = tls
        self.http = http
        self.pauses = pauses
        self.owner = owner
    }

    var isReusable: Bool { tls.isEstablished && !tls.isEnded && http.isReusable && !pauses }

    var certificate: HueAnswer.Certificate? {
        tls.peerCertificate.map { HueAnswer.Certificate(publicKeySHA256: $0.publicKeySHA256, name: $0.commonName) }
    }

    func start() throws(TLSError) {
        try tls.start()
        flush()
    }

    func send(_ request: HTTP1ClientRequest) {
        do throws(TLSError) {
            try tls.write(http.send(request))
            flush()
        } catch {
            end(owner?.broke(error))
        }
    }

    private func flush() {
        let output = tls.takeOutput()
        if !output.isEmpty { socket.write(output) }
    }

    private func end(_ error: HueError?) {
        failure = failure ?? error
        socket.close()
    }

    func received(_ bytes: RawSpan) {
        if pauses { socket.isReading = false }
        var events: [HTTP1ClientSession.Event] = []
        var broken: HTTP1ClientError?
        do throws(TLSError) {
            try tls.receive(
                bytes, established: { owner?.established(self) },
                plaintext: { text in
                    guard broken == nil else { return }
                    do throws(HTTP1ClientError) {
                        events += try http.received([UInt8](copying: text))
                    } catch {
                        broken = error
                    }
                })
            flush()
            guard socket.pendingBytes <= Self.mostUnsent else {
                return end(HueError(.disconnected, "the Hue bridge does not receive", wayOut: "try again"))
            }
        } catch {
            // Sends the alert that tells the bridge why.
            flush()
            return end(owner?.broke(error))
        }
        let hasNothing = events.isEmpty
        owner?.took(events, self)
        if let broken { return end(Self.failure(broken)) }
        if tls.isEnded { return end(nil) }
        if pauses, hasNothing { socket.isReading = true }
    }

    func writesAreDone() {}

    func closed(_ error: LoopError?) {
        let owner = owner
        self.owner = nil
        do throws(HTTP1ClientError) {
            owner?.took(try http.closed(), self)
        } catch {
            failure = failure ?? Self.failure(error)
        }
        owner?.ended(self, failure)
    }

    private static func failure(_ error: HTTP1ClientError) -> HueError {
        HueError(
            error.code == .malformed ? .notSupported : .disconnected,
            "the Hue bridge broke the rules of HTTP: \(error)",
            wayOut: error.code == .malformed ? "check the address" : "try again", cause: error)
    }
}
