internal import HearthEventLoop
internal import HearthLinkSocket
internal import HearthTLS

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
    private var socket: LinkSocket?

    init(_ loop: EventLoop) { self.loop = loop }

    func begin(_ sink: AsyncStream<Event>.Continuation) { self.sink = sink }

    func connect(to endpoint: Endpoint) {
        close()
        let socket = LinkSocket(loop: loop, endpoint: endpoint, owner: self)
        self.socket = socket
        socket.open()
    }

    func write(_ bytes: [UInt8]) {
        if !bytes.isEmpty { socket?.write(bytes) }
    }

    func read() { socket?.isReading = true }

    /// Ends the connection; its owner gets no further call.
    func close() { socket.take()?.close() }
}

extension ShellySocket: LinkSocketOwner {
    func opened(_ socket: LinkSocket) { sink?.yield(.opened) }

    func received(_ socket: LinkSocket, _ bytes: [UInt8]) {
        socket.isReading = false
        sink?.yield(.received(bytes))
    }

    func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        self.socket = nil
        switch end {
        case .notConnected(let error): sink?.yield(.failed(error.message))
        case .insecure(let error): sink?.yield(.failed(error.message))
        case .closed(let error): sink?.yield(.closed(error?.message))
        }
    }
}
