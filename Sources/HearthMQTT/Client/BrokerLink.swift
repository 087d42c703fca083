internal import HearthEventLoop
internal import HearthTLS

/// Receives the events of a link, on its loop's thread.
protocol BrokerLinkOwner: AnyObject {
    /// The connection is open, with TLS if that is asked for.
    func opened(_ link: BrokerLink)
    func received(_ link: BrokerLink, _ bytes: [UInt8])
    /// All bytes have been sent.
    func drained(_ link: BrokerLink)
    /// The connection could not be opened or has ended; nil if the broker closed it. Called once, as the last event.
    func closed(_ link: BrokerLink, _ error: MQTTError?)
}

/// One connection to a broker, in clear text or with TLS. On its loop's thread only.
final class BrokerLink {
    private let loop: EventLoop
    private let endpoint: Endpoint
    private let session: TLSSession?
    /// Nil once no event is to be reported any more.
    private weak var owner: (any BrokerLinkOwner)?
    private var connecting: Connecting?
    private var socket: Socket?
    private var failure: MQTTError?
    private var isClosing = false
    /// The longest time to send the last bytes.
    private static let farewell: Duration = .seconds(1)
    /// How long messages are read together once they come more often than that.
    private static let gathering: Duration = .milliseconds(10)

    /// - Parameter tls: nil for clear text.
    init(loop: EventLoop, endpoint: Endpoint, tls: ClientTLS?, owner: any BrokerLinkOwner) throws(MQTTError) {
        self.loop = loop
        self.endpoint = endpoint
        self.owner = owner
        var host = "localhost"
        if case .tcp(let name, _) = endpoint { host = name }
        do throws(TLSError) {
            session = try tls?.makeSession(host: host)
        } catch {
            throw MQTTError(.insecure, "\(endpoint): \(error.message)", cause: error)
        }
    }

    /// Starts to connect.
    func open() {
        connecting = loop.connect(to: endpoint) { [self] result in
            connecting = nil
            switch result {
            case .success(let socket):
                self.socket = socket
                socket.gatherInput(for: Self.gathering)
                socket.start(self)
                if session == nil { owner?.opened(self) } else { shakeHands() }
            case .failure(let error): end(MQTTError(.unreachable, error.message, cause: error))
            }
        }
    }

    private func shakeHands() {
        do throws(TLSError) {
            try session?.start()
            flush()
        } catch { fail(error) }
    }

    /// Whether the broker's bytes are read.
    var isReading: Bool {
        get { socket?.isReading ?? true }
        set { socket?.isReading = newValue }
    }

    /// Whether bytes wait to be sent.
    var hasPendingBytes: Bool { (socket?.pendingBytes ?? 0) > 0 }

    func write(_ bytes: [UInt8]) {
        guard let session else {
            socket?.write(bytes)
            return
        }
        do throws(TLSError) {
            try session.write(bytes)
            flush()
        } catch {
            // Posted, because the owner is in the middle of its own work.
            let bound = LoopBound((self, error), loop: loop)
            loop.post { bound.ifCurrent.map { $0.0.fail($0.1) } }
        }
    }

    private func flush() {
        if let output = session?.takeOutput(), !output.isEmpty { socket?.write(output) }
    }

    private func fail(_ error: TLSError) {
        failure = failure ?? MQTTError(.insecure, "\(endpoint): \(error.message)", cause: error)
        socket?.close()
    }

    private func end(_ error: MQTTError?) {
        let owner = owner
        self.owner = nil
        owner?.closed(self, error)
    }

    /// Ends the connection once its bytes are sent. Nothing is reported any more.
    func close() {
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

extension BrokerLink: SocketHandler {
    func received(_ bytes: RawSpan) {
        guard !isClosing else { return }
        guard let session else {
            owner?.received(self, [UInt8](copying: bytes))
            return
        }
        do throws(TLSError) {
            try session.receive(
                bytes, established: { owner?.opened(self) },
                plaintext: { owner?.received(self, [UInt8](copying: $0)) })
            flush()
            if session.isEnded { socket?.close() }
        } catch {
            // Sends the alert that tells the broker why.
            flush()
            fail(error)
        }
    }

    func writesAreDone() {
        if isClosing { socket?.close() } else { owner?.drained(self) }
    }

    func closed(_ error: LoopError?) {
        session?.end()
        socket = nil
        end(failure ?? error.map { MQTTError(.unreachable, $0.message, cause: $0) })
    }
}
