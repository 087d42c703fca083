internal import HearthEventLoop
internal import HearthHTTP1
internal import HearthLinkSocket

/// One request to a camera and its answer, on a connection of its own: a request that is not idempotent needs a fresh one
/// (RFC 9110, section 9.2.2), and cameras close idle ones soon. On its loop's thread only.
final class CameraExchange {
    private let request: HTTP1ClientRequest
    private let done: (Result<CameraAnswer, ONVIFError>) -> Void
    private let host: String
    private var socket: LinkSocket?
    private var http: HTTP1ClientSession
    private var answer = CameraAnswer(status: 0, body: [])

    /// - Parameter done: called once with the answer, unless the exchange is closed before.
    init(
        _ request: HTTP1ClientRequest, _ settings: ONVIFSettings, port: UInt16, loop: EventLoop,
        done: @escaping (Result<CameraAnswer, ONVIFError>) -> Void
    ) {
        self.request = request
        self.done = done
        host = settings.host
        http = HTTP1ClientSession(host: settings.authority(port: port))
        socket = LinkSocket(loop: loop, endpoint: .tcp(host: settings.host, port: port), owner: self)
    }

    func open() { socket?.open() }

    /// Ends the connection; nothing is reported.
    func close() { socket.take()?.close() }

    private func end(_ result: Result<CameraAnswer, ONVIFError>) {
        guard socket != nil else { return }
        close()
        done(result)
    }

    private func take(_ events: [HTTP1ClientSession.Event]) {
        for event in events {
            switch event {
            case .head(let head):
                answer.status = head.status
                answer.challenge = head.fields["www-authenticate"]
            case .body(let bytes): answer.body += bytes
            case .end: return end(.success(answer))
            }
        }
    }

    private func fail(_ error: HTTP1ClientError) {
        let code: ONVIFError.Code = error.code == .malformed ? .notSupported : .disconnected
        end(
            .failure(
                ONVIFError(
                    code, "\(host) broke the rules of HTTP: \(error)",
                    wayOut: code == .notSupported ? "check address and port" : "the hub tries again", cause: error)))
    }
}

extension CameraExchange: LinkSocketOwner {
    func opened(_ socket: LinkSocket) { socket.write(http.send(request)) }

    func received(_ socket: LinkSocket, _ bytes: [UInt8]) {
        do throws(HTTP1ClientError) {
            take(try http.received(bytes))
        } catch {
            fail(error)
        }
    }

    func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        switch end {
        case .notConnected(let error):
            self.end(
                .failure(
                    ONVIFError(
                        .unreachable, "\(host) can't be reached: \(error.message)",
                        wayOut: "check the address, and that the camera has power", cause: error)))
        case .insecure, .closed:
            do throws(HTTP1ClientError) {
                // The end of the connection ends some bodies.
                take(try http.closed())
                self.end(
                    .failure(
                        ONVIFError(.disconnected, "\(host) closed the connection", wayOut: "the hub tries again")))
            } catch {
                fail(error)
            }
        }
    }
}
