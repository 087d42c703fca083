internal import HearthEventLoop

/// The connection of a link, on its loop's thread only. It reads one piece, and then waits to be told to read on.
final class ShellySocket {
    enum Event: Sendable {
        case opened
        case failed(String)
        case received([UInt8])
        case closed(String?)
    }

    private let loop: EventLoop
    private var sink: AsyncStream<Event>.Continuation?
    private var connecting: Connecting?
    private var connection: Connection?

    /// The most bytes that wait for a device that does not receive; then it counts as gone.
    private static let mostUnsent = 256 << 10

    init(_ loop: EventLoop) { self.loop = loop }

    func begin(_ sink: AsyncStream<Event>.Continuation) { self.sink = sink }

    func connect(to endpoint: Endpoint) {
        close()
        connecting = loop.connect(to: endpoint) { [weak self] result in
            guard let self else { return }
            connecting = nil
            switch result {
            case .success(let socket):
                let connection = Connection(socket, self)
                self.connection = connection
                socket.start(connection)
                sink?.yield(.opened)
            case .failure(let error): sink?.yield(.failed(error.message))
            }
        }
    }

    func write(_ bytes: [UInt8]) {
        guard let socket = connection?.socket, !bytes.isEmpty else { return }
        socket.write(bytes)
        guard socket.pendingBytes > Self.mostUnsent else { return }
        loop.post { [bound = LoopBound(socket, loop: loop)] in bound.ifCurrent?.close() }
    }

    func read() { connection?.socket.isReading = true }

    /// Ends the connection; its owner gets no further call.
    func close() {
        connecting?.cancel()
        connecting = nil
        let socket = connection?.socket
        connection?.owner = nil
        connection = nil
        socket?.close()
    }

    private final class Connection: SocketHandler {
        let socket: Socket
        weak var owner: ShellySocket?

        init(_ socket: Socket, _ owner: ShellySocket) {
            self.socket = socket
            self.owner = owner
        }

        func received(_ bytes: RawSpan) {
            socket.isReading = false
            owner?.sink?.yield(.received([UInt8](copying: bytes)))
        }

        func writesAreDone() {}

        func closed(_ error: LoopError?) {
            owner?.connection = nil
            owner?.sink?.yield(.closed(error?.message))
        }
    }
}
