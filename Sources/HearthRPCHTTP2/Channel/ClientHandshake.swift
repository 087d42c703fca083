internal import HearthEventLoop
internal import HearthTLS

/// Turns a connected socket into a client's channel. On its loop's thread only.
final class ClientHandshake {
    private let peer: String
    private var done: ((Result<Channel, LoopError>) -> Void)?
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - host: the host of the address; the server's certificate must be valid for it.
    ///   - done: called once, at once in clear text, else after the handshake; it must start the channel. Not called
    ///     when the socket's user closed it.
    static func begin(
        _ socket: Socket, tls: ClientTLS?, host: String, timeout: Duration,
        _ done: @escaping (Result<Channel, LoopError>) -> Void
    ) {
        guard let tls else { return done(.success(Channel(socket))) }
        do throws(TLSError) {
            let session = try tls.makeSession(host: host)
            let handshake = ClientHandshake(socket.peer, done)
            let channel = Channel(socket, session, handler: handshake) { handshake.finish(.success($0)) }
            handshake.timer = socket.loop.schedule(after: timeout) { [unowned socket] in
                handshake.finish(
                    .failure(
                        LoopError(code: "TLS", message: "\(socket.peer) timed out in the TLS handshake")))
                socket.close()
            }
            channel.shakeHands()
        } catch {
            socket.close()
            done(.failure(LoopError(code: "TLS", message: "\(socket.peer): \(error.message)")))
        }
    }

    private init(_ peer: String, _ done: @escaping (Result<Channel, LoopError>) -> Void) {
        self.peer = peer
        self.done = done
    }

    private func finish(_ result: Result<Channel, LoopError>) {
        timer?.cancel()
        timer = nil
        done.take()?(result)
    }
}

extension ClientHandshake: SocketHandler {
    func received(_ bytes: RawSpan) {}
    func writesAreDone() {}

    func closed(_ error: LoopError?) {
        finish(
            .failure(
                error
                    ?? LoopError(
                        code: "TLS", message: "\(peer) closed the connection in the TLS handshake; does it speak TLS?"))
        )
    }
}
