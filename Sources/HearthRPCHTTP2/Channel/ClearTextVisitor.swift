internal import HearthBase
internal import HearthHTTP1
internal import HearthEventLoop

/// A client from another machine that connects in clear text. GET and HEAD requests under a name of this server are
/// redirected to TLS; all others are closed without an answer.
final class ClearTextVisitor: SocketHandler {
    private let gate: WebGate
    private let socket: Socket
    private let whenClosed: () -> Void
    private var http: HTTP1Connection
    private var closing: LoopTimer?

    init(_ gate: WebGate, _ socket: Socket, whenClosed: @escaping () -> Void) {
        self.gate = gate
        self.socket = socket
        self.whenClosed = whenClosed
        var options = HTTP1Options()
        options.methods = [.get, .head]
        options.maxHeadBytes = 4 << 10
        options.maxBodyBytes = 0
        http = HTTP1Connection(options: options, at: socket.loop.now)
    }

    func received(_ bytes: RawSpan) {
        guard closing == nil else { return }
        http.receive([UInt8](copying: bytes), at: socket.loop.now)
        switch http.next(at: socket.loop.now) {
        case nil: return
        case .request(let request):
            let path = request.block.first(":path") ?? "/"
            guard let answer = gate.redirect(WebRequest(request.block), path: path) else { return socket.close() }
            http.closeOnceAnswered()
            http.answer(answer.status, HTTP1Fields(answer.fields.map { ($0.name, $0.value) }))
            var output: [UInt8] = []
            http.drain(into: &output, limit: .max, at: socket.loop.now)
            socket.write(output)
            // Closing while bytes still arrive would reset the connection and lose the answer.
            closing = socket.loop.schedule(after: .milliseconds(200)) { [unowned socket] in socket.close() }
        default: socket.close()
        }
    }

    func writesAreDone() {}

    func closed(_ error: LoopError?) {
        closing?.cancel()
        whenClosed()
    }
}
