internal import HearthEventLoop
internal import HearthHTTP1
internal import HearthLinkSocket
internal import HearthTLS

/// One HTTPS connection to a bridge. It is opened for a request, and used again for later ones. On its loop's thread
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
    private var socket: LinkSocket?
    private var isOpen = false
    private var http: HTTP1ClientSession

    /// - Parameter sink: receives the events of the request, on the loop's thread.
    init(_ settings: HueSettings, loop: EventLoop, tls: ClientTLS, sink: @escaping (Event) -> Void) {
        self.settings = settings
        self.loop = loop
        self.tls = tls
        self.sink = sink
        http = HTTP1ClientSession(host: settings.authority)
    }

    /// Sends a request, whose predecessor's answer is complete.
    func send(_ request: HueRequest) {
        self.request = request
        let message = request.http(key: settings.key)
        guard let socket, isOpen, http.takes(message) else { return open() }
        socket.write(http.send(message))
    }

    private func open() {
        close()
        http = HTTP1ClientSession(host: settings.authority)
        let socket = LinkSocket(
            loop: loop, endpoint: .tcp(host: settings.host, port: settings.port), tls: tls, owner: self)
        self.socket = socket
        socket.open()
    }

    /// Reads on, after a piece of a stream.
    func read() { socket?.isReading = true }

    /// Ends the connection; no event follows.
    func close() {
        isOpen = false
        socket.take()?.close()
    }

    private func take(_ events: [HTTP1ClientSession.Event], _ socket: LinkSocket) {
        // What arrived together is one piece, as each piece of a stream lets the next bytes be read.
        var body: [UInt8] = []
        func pass() { if !body.isEmpty { sink(.body(body)) } }
        for event in events {
            switch event {
            case .head(let head):
                let certificate = socket.peerCertificate.map {
                    HueAnswer.Certificate(publicKeySHA256: $0.publicKeySHA256, name: $0.commonName)
                }
                sink(.head(status: head.status, certificate))
            case .body(let bytes): body += bytes
            case .end:
                pass()
                request = nil
                return sink(.end)
            }
        }
        pass()
        // A stream is read on once its piece is taken.
        if request?.isStream == true { socket.isReading = body.isEmpty }
    }

    // MARK: - Failures

    private func fail(_ error: HueError) {
        close()
        guard request.take() != nil else { return }
        sink(.failed(error))
    }

    private static let closed = HueError(
        .disconnected, "the Hue bridge closed the connection", wayOut: "try again")

    private func fail(_ error: HTTP1ClientError) {
        switch error.code {
        case .unanswered: open()
        case .cutOff: fail(Self.closed)
        case .malformed, .tooLarge:
            fail(
                HueError(
                    error.code == .malformed ? .notSupported : .disconnected,
                    "the Hue bridge broke the rules of HTTP: \(error)",
                    wayOut: error.code == .malformed ? "check the address" : "try again", cause: error))
        }
    }

    private func fail(_ error: TLSError) {
        guard error.isOfPin else {
            return fail(
                HueError(
                    .disconnected, "there is no secure connection to the Hue bridge: \(error.message)",
                    wayOut: "try again", cause: error))
        }
        let bridge = settings.bridgeID.map { "the Hue bridge \($0)" } ?? "the Hue bridge"
        fail(
            HueError(
                .wrongCertificate,
                "the device at \(settings.host) does not have the key that \(bridge) had when it was added",
                wayOut: "if the bridge was replaced, remove the integration and add the new bridge; else correct the "
                    + "address",
                cause: error))
    }
}

extension HueConnection: LinkSocketOwner {
    func opened(_ socket: LinkSocket) {
        isOpen = true
        if let request { socket.write(http.send(request.http(key: settings.key))) }
    }

    func received(_ socket: LinkSocket, _ bytes: [UInt8]) {
        do throws(HTTP1ClientError) {
            take(try http.received(bytes), socket)
        } catch {
            fail(error)
        }
    }

    func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        (self.socket, isOpen) = (nil, false)
        switch end {
        case .notConnected(let error):
            fail(
                HueError(
                    .unreachable, "the Hue bridge can't be reached: \(error.message)",
                    wayOut: "check the address, and that the bridge has power and its network cable", cause: error))
        case .insecure(let error): fail(error)
        case .closed:
            do throws(HTTP1ClientError) {
                // The end of the connection ends some bodies.
                take(try http.closed(), socket)
                fail(Self.closed)
            } catch {
                fail(error)
            }
        }
    }
}
