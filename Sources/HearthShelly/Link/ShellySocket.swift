internal import HearthDeviceLinks
internal import HearthEventLoop
package import HearthLinkSocket
internal import HearthTLS

/// What a Shelly's connection is to do.
package enum ShellyOrder: Sendable {
    case open
    case write([UInt8])
    case close
    /// Ends a probe.
    case finished(Result<ShellyInfo, ShellyError>)
}

/// What a Shelly's connection reports.
package struct ShellyEvent: Sendable {
    package enum Content: Sendable {
        case opened
        /// It could not be made.
        case failed(String)
        /// Bytes have come. The next ones are read once these are taken.
        case received([UInt8])
        /// It has ended, with the reason if there is one.
        case closed(String?)
    }

    /// The number of the ``ShellyOrder/open`` that began the connection; events of an earlier one are ignored.
    package var attempt: Int
    package var content: Content

    package init(attempt: Int, _ content: Content) {
        self.attempt = attempt
        self.content = content
    }
}

/// The connection of a link, on its loop's thread only.
package final class ShellySocket: LinkWire {
    private let loop: EventLoop
    private let endpoint: Endpoint
    private let finished: (Result<ShellyInfo, ShellyError>) -> Void
    private var sink: AsyncStream<ShellyEvent>.Continuation?
    private var socket: LinkSocket?
    /// How often a connection was opened.
    private var attempt = 0

    /// - Parameter finished: called with the result of a probe.
    init(_ settings: ShellySettings, loop: EventLoop, finished: @escaping (Result<ShellyInfo, ShellyError>) -> Void) {
        self.loop = loop
        self.finished = finished
        endpoint = .tcp(host: settings.host, port: settings.port)
    }

    package func begin(_ sink: AsyncStream<ShellyEvent>.Continuation) { self.sink = sink }

    package func perform(_ order: ShellyOrder) {
        switch order {
        case .open:
            socket?.close()
            attempt &+= 1
            let socket = LinkSocket(loop: loop, endpoint: endpoint, owner: self)
            self.socket = socket
            socket.open()
        case .write(let bytes): if !bytes.isEmpty { socket?.write(bytes) }
        case .close: socket.take()?.close()
        case .finished(let result): finished(result)
        }
    }

    package func taken(_ event: ShellyEvent) {
        if case .received = event.content, event.attempt == attempt { socket?.isReading = true }
    }

    private func report(_ content: ShellyEvent.Content) { sink?.yield(ShellyEvent(attempt: attempt, content)) }
}

extension ShellySocket: LinkSocketOwner {
    package func opened(_ socket: LinkSocket) { report(.opened) }

    package func received(_ socket: LinkSocket, _ bytes: [UInt8]) {
        socket.isReading = false
        report(.received(bytes))
    }

    package func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        self.socket = nil
        switch end {
        case .notConnected(let error): report(.failed(error.message))
        case .insecure(let error): report(.failed(error.message))
        case .closed(let error): report(.closed(error?.message))
        }
    }
}
