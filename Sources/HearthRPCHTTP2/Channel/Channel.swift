internal import HearthEventLoop
internal import HearthTLS

/// The writing side of a connection: a socket, with or without TLS. On its loop's thread only.
///
/// With TLS the channel handles the socket's events and passes plain text to its own handler. In clear text the
/// connection handles them itself, as if there were no channel.
final class Channel {
    let socket: Socket
    private let session: TLSSession?
    private var handler: (any SocketHandler)?
    private var established: ((Channel) -> Void)?
    private var failure: LoopError?

    /// Clear text.
    init(_ socket: Socket) {
        self.socket = socket
        session = nil
    }

    /// TLS.
    /// - Parameters:
    ///   - handler: notified when the handshake fails or the peer closes before it completes.
    ///   - established: called after the handshake and before any plain text: call ``start(_:)`` there with the handler
    ///     that reads it.
    init(
        _ socket: Socket, _ session: TLSSession, handler: any SocketHandler, established: @escaping (Channel) -> Void
    ) {
        self.socket = socket
        self.session = session
        self.handler = handler
        self.established = established
    }

    var loop: EventLoop { socket.loop }
    var peer: String { socket.peer }
    /// Bytes that the system has not accepted yet, as of the last write.
    @inline(__always) var pendingBytes: Int { socket.pendingBytes }
    /// Bytes that the system has not accepted by now.
    var unsentBytes: Int { socket.unsentBytes }
    var isTLS: Bool { session != nil }
    /// Whether the two ends agreed on HTTP/2 in the handshake.
    var isHTTP2: Bool { session?.isHTTP2 ?? false }
    /// The peer's certificate, after the handshake.
    var peerCertificate: TLSSession.PeerCertificate? { session?.peerCertificate }

    /// Whether the peer's bytes are read.
    var isReading: Bool {
        get { socket.isReading }
        set { socket.isReading = newValue }
    }

    /// Starts reading, or switches to another handler.
    func start(_ handler: any SocketHandler) {
        guard session != nil else { return socket.start(handler) }
        self.handler = handler
        if socket.handler !== self { socket.start(self) }
    }

    /// Starts the handshake as a client.
    func shakeHands() {
        socket.start(self)
        do throws(TLSError) {
            try session?.start()
            flush()
        } catch { fail(error) }
    }

    /// Sends the bytes of one turn of the loop, in as few TLS records as possible.
    @inline(__always)
    func write(_ bytes: [UInt8]) {
        guard let session else { return socket.write(bytes) }
        write(bytes, session)
    }

    private func write(_ bytes: [UInt8], _ session: TLSSession) {
        do throws(TLSError) {
            try session.write(bytes)
            flush()
        } catch {
            // Posted, because the caller may be in the middle of its own work.
            let bound = LoopBound((self, error), loop: loop)
            loop.post { bound.ifCurrent.map { $0.0.fail($0.1) } }
        }
    }

    private func flush() {
        if let output = session?.takeOutput(), !output.isEmpty { socket.write(output) }
    }

    private func fail(_ error: TLSError) {
        failure = failure ?? LoopError(code: "TLS", message: "\(peer): \(error.message)")
        socket.close()
    }

    /// Ends the connection.
    func close() {
        session?.end()
        flush()
        socket.close()
    }
}

extension Channel: SocketHandler {
    func received(_ bytes: RawSpan) {
        guard let session else { return }
        do throws(TLSError) {
            try session.receive(
                bytes, established: { established.take()?(self) }, plaintext: { handler?.received($0) })
            flush()
            if session.isEnded { socket.close() }
        } catch {
            // Sends the alert that tells the peer why.
            flush()
            fail(error)
        }
    }

    func writesAreDone() { handler?.writesAreDone() }

    func closed(_ error: LoopError?) {
        session?.end()
        established = nil
        let handler = handler.take()
        handler?.closed(failure ?? error)
    }
}
