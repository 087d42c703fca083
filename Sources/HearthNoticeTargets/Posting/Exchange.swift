internal import HearthBase
internal import HearthEventLoop
internal import HearthHTTP1
internal import HearthLinkSocket
internal import HearthTLS

/// One request on a connection of its own, which ends with the head of the answer. Redirections are not followed. On its
/// loop's thread only.
final class Exchange {
    private let address: WebAddress
    private let request: HTTP1ClientRequest
    private let ended: OneShot<Result<HTTP1Response, PostError>>
    private var http: HTTP1ClientSession
    private var socket: LinkSocket?

    /// - Parameter ended: gets the head of the answer once that is complete.
    init(
        _ request: HTTP1ClientRequest, to address: WebAddress, ended: OneShot<Result<HTTP1Response, PostError>>
    ) {
        self.address = address
        self.request = request
        self.ended = ended
        http = HTTP1ClientSession(host: address.authority)
    }

    /// Connects.
    ///
    /// - Parameter tls: nil for clear text.
    func open(on loop: EventLoop, tls: ClientTLS?) {
        let socket = LinkSocket(
            loop: loop, endpoint: .tcp(host: address.host, port: address.port), tls: tls, owner: self)
        self.socket = socket
        socket.open()
    }

    /// Ends the connection, with this outcome unless there is one.
    func end(_ outcome: Result<HTTP1Response, PostError>) {
        ended.set(outcome)
        socket.take()?.close()
    }

    private func fail(_ code: PostError.Code, _ message: String, wayOut: String, _ cause: (any Error)? = nil) {
        end(.failure(PostError(code, "\(address.host) \(message)", wayOut: wayOut, cause: cause)))
    }

    private func fail(_ error: HTTP1ClientError) {
        fail(.broken, "does not answer as HTTP asks: \(error.message)", wayOut: "check the address", error)
    }
}

extension Exchange: LinkSocketOwner {
    func opened(_ socket: LinkSocket) { socket.write(http.send(request)) }

    func received(_ socket: LinkSocket, _ bytes: [UInt8]) {
        var broken: HTTP1ClientError?
        do throws(HTTP1ClientError) { _ = try http.received(bytes) } catch { broken = error }
        // The server has taken the message, whatever is wrong with the body of its answer.
        if let head = http.head { return end(.success(head)) }
        if let broken { fail(broken) }
    }

    func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        self.socket = nil
        switch end {
        case .notConnected(let error):
            fail(.unreachable, "can't be reached: \(error.message)", wayOut: "check the address and the network", error)
        case .insecure(let error):
            fail(
                .insecure, "has no certificate that this machine trusts: \(error.message)",
                wayOut: "give the server a valid certificate, or add its authority to this machine's", error)
        case .closed:
            do throws(HTTP1ClientError) {
                _ = try http.closed()
                fail(.broken, "closed the connection before it answered", wayOut: "see its log")
            } catch {
                fail(error)
            }
        }
    }
}
