internal import HearthEventLoop
internal import HearthLinkSocket
internal import HearthRTSP
internal import HearthTLS

/// Performs a request for a picture. On its loop's thread only; keeps itself until it is done.
final class PictureRequest {
    private let url: CameraURL
    private let loop: EventLoop
    private let tls: ClientTLS?
    private let done: (Result<[UInt8], CamerasError>) -> Void
    private var exchange: PictureExchange
    private var socket: LinkSocket?
    private var timer: LoopTimer?
    private var itself: PictureRequest?

    /// The longest time for a picture.
    private static let patience = Duration.seconds(10)

    init(
        _ url: CameraURL, _ exchange: PictureExchange, tls: ClientTLS?, loop: EventLoop,
        done: @escaping (Result<[UInt8], CamerasError>) -> Void
    ) {
        self.url = url
        self.exchange = exchange
        self.tls = tls
        self.loop = loop
        self.done = done
    }

    func start() {
        itself = self
        timer = loop.schedule(after: Self.patience) { [weak self] in
            self?.finish(
                .failure(
                    CamerasError(
                        .unreachable, "the camera sent no picture within \(Self.patience.components.seconds) s",
                        wayOut: "check that the camera has a good connection to the network")))
        }
        connect()
    }

    private func connect() {
        socket?.close()
        let socket = LinkSocket(
            loop: loop, endpoint: .tcp(host: url.host, port: url.port), tls: url.scheme.isSecure ? tls : nil,
            owner: self)
        self.socket = socket
        socket.open()
    }

    private func perform(_ actions: [PictureExchange.Action]) {
        for action in actions {
            switch action {
            case .send(let bytes): socket?.write(bytes)
            case .reconnect: connect()
            case .done(let result): finish(result)
            }
        }
    }

    private func finish(_ result: Result<[UInt8], CamerasError>) {
        guard itself.take() != nil else { return }
        timer?.cancel()
        socket?.close()
        done(result)
    }
}

extension PictureRequest: LinkSocketOwner {
    func opened(_ socket: LinkSocket) { perform(exchange.opened()) }

    func received(_ socket: LinkSocket, _ bytes: [UInt8]) {
        if socket === self.socket { perform(exchange.received(bytes)) }
    }

    func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        guard socket === self.socket else { return }
        switch end {
        case .closed: perform(exchange.closed())
        case .notConnected(let error):
            finish(
                .failure(
                    CamerasError(
                        .unreachable, "\(url.address) can't be reached: \(error.message)",
                        wayOut: "check the address, and that the camera has power", cause: error)))
        case .insecure(let error):
            finish(
                .failure(
                    CamerasError(
                        .unreachable, "there is no secure connection to \(url.address): \(error.message)",
                        wayOut: "check the camera's certificate", cause: error)))
        }
    }
}
