package import HearthEventLoop
package import HearthTLS

/// Receives the events of a link's socket, on its loop's thread.
package protocol LinkSocketOwner: AnyObject {
    /// The connection is open, with TLS if that is asked for.
    func opened(_ socket: LinkSocket)
    /// Bytes have come. With TLS they are those of all records that arrived together.
    func received(_ socket: LinkSocket, _ bytes: [UInt8])
    /// All bytes have been sent.
    func drained(_ socket: LinkSocket)
    /// The connection could not be opened or has ended. Called once, as the last event.
    func closed(_ socket: LinkSocket, _ end: LinkSocket.End)
}

extension LinkSocketOwner {
    package func drained(_ socket: LinkSocket) {}
}

/// One connection of a link to a device or a broker, in clear text or with TLS. On its loop's thread only.
package final class LinkSocket {
    /// Why a connection is over.
    package enum End {
        /// It could not be made.
        case notConnected(LoopError)
        /// TLS could not be agreed on, or its bytes are not authentic.
        case insecure(TLSError)
        /// It has ended; nil if the peer closed it, or did not receive what was sent.
        case closed(LoopError?)
    }

    private let loop: EventLoop
    private let endpoint: Endpoint
    private let tls: ClientTLS?
    private let mostUnsent: Int
    private let gathering: Duration?
    /// Nil once no event is to be reported any more.
    private weak var owner: (any LinkSocketOwner)?
    private var session: TLSSession?
    private var connecting: Connecting?
    private var socket: Socket?
    private var failure: TLSError?
    private var isClosing = false
    /// The longest time to send the last bytes.
    private static let farewell: Duration = .seconds(1)

    /// - Parameters:
    ///   - tls: nil for clear text.
    ///   - mostUnsent: the most bytes that wait for a peer that does not receive; beyond, the connection is closed.
    ///   - gathering: how long frequent bytes are gathered before they are read; nil to read each at once.
    package init(
        loop: EventLoop, endpoint: Endpoint, tls: ClientTLS? = nil, mostUnsent: Int = 256 << 10,
        gathering: Duration? = nil, owner: any LinkSocketOwner
    ) {
        self.loop = loop
        self.endpoint = endpoint
        self.tls = tls
        self.mostUnsent = mostUnsent
        self.gathering = gathering
        self.owner = owner
    }

    /// Starts to connect. Has no limit of time: the owner closes the socket when it has waited enough.
    package func open() {
        var host = "localhost"
        if case .tcp(let name, _) = endpoint { host = name }
        do throws(TLSError) {
            session = try tls?.makeSession(host: host)
        } catch {
            return end(.insecure(error))
        }
        connecting = loop.connect(to: endpoint) { [self] result in
            connecting = nil
            switch result {
            case .success(let socket):
                self.socket = socket
                if let gathering { socket.gatherInput(for: gathering) }
                socket.start(self)
                if session == nil { owner?.opened(self) } else { shakeHands() }
            case .failure(let error): end(.notConnected(error))
            }
        }
    }

    private func shakeHands() {
        do throws(TLSError) {
            try session?.start()
            flush()
        } catch { fail(error) }
    }

    /// The peer's certificate; nil before the connection is open, and without TLS.
    package var peerCertificate: TLSSession.PeerCertificate? { session?.peerCertificate }

    /// Whether the peer's bytes are read.
    package var isReading: Bool {
        get { socket?.isReading ?? true }
        set { socket?.isReading = newValue }
    }

    /// Whether bytes wait to be sent.
    package var hasPendingBytes: Bool { (socket?.pendingBytes ?? 0) > 0 }

    /// Sends bytes. Failures are reported later, never during the call.
    package func write(_ bytes: [UInt8]) {
        do throws(TLSError) {
            if let session { try session.write(bytes) } else { socket?.write(bytes) }
            flush()
            if let socket, socket.pendingBytes > mostUnsent { later { $0.socket?.close() } }
        } catch {
            later { $0.fail(error) }
        }
    }

    /// Posted, because the owner may be in the middle of its own work.
    private func later(_ action: @escaping @Sendable (LinkSocket) -> Void) {
        loop.post { [bound = LoopBound(self, loop: loop)] in bound.ifCurrent.map(action) }
    }

    private func flush() {
        if let output = session?.takeOutput(), !output.isEmpty { socket?.write(output) }
    }

    private func fail(_ error: TLSError) {
        failure = failure ?? error
        socket?.close()
    }

    private func end(_ end: End) {
        let owner = owner
        self.owner = nil
        owner?.closed(self, end)
    }

    /// Ends the connection once its bytes are sent. Nothing is reported any more.
    package func close() {
        owner = nil
        connecting?.cancel()
        connecting = nil
        guard !isClosing else { return }
        isClosing = true
        session?.end()
        flush()
        guard let socket, socket.pendingBytes > 0 else {
            self.socket?.close()
            return
        }
        _ = loop.schedule(after: Self.farewell) { socket.close() }
    }
}

extension LinkSocket: SocketHandler {
    package func received(_ bytes: RawSpan) {
        guard !isClosing else { return }
        guard let session else {
            owner?.received(self, [UInt8](copying: bytes))
            return
        }
        var text: [UInt8] = []
        // Also what came before a failure.
        func pass() { if !text.isEmpty { owner?.received(self, text) } }
        do throws(TLSError) {
            try session.receive(
                bytes, established: { owner?.opened(self) },
                plaintext: { piece in
                    if text.isEmpty { text = [UInt8](copying: piece) } else { text += [UInt8](copying: piece) }
                })
            pass()
            flush()
            if session.isEnded { socket?.close() }
        } catch {
            pass()
            // Sends the alert that tells the peer why.
            flush()
            fail(error)
        }
    }

    package func writesAreDone() {
        if isClosing { socket?.close() } else { owner?.drained(self) }
    }

    package func closed(_ error: LoopError?) {
        session?.end()
        socket = nil
        end(failure.map { .insecure($0) } ?? .closed(error))
    }
}
