internal import Expectations
internal import HearthEventLoop
internal import HearthHTTP1
@testable internal import HearthONVIF
internal import ProcessTestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ONVIFSocketsTests {
    /// Answers one connection after the other.
    private static let camera = PythonProgram(
        lines: """
            import http.server
            class Camera(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    self.rfile.read(int(self.headers["Content-Length"]))
                    self.send_response(200)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                def log_message(self, *words):
                    pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Camera)
            print(server.server_port, flush=True)
            server.serve_forever()
            """)

    @Test(
        "A pull is reported once the receiver has taken the one before",
        .enabled(if: camera.isInstalled, "skipped: Python is not installed"))
    func aSlowReceiverMakesPullsWait() async throws {
        let program = try Self.camera.start()
        let port = try require(await program.line { UInt16($0) != nil }.flatMap { UInt16($0) })
        let loop = try EventLoop.shared.get()
        let sockets = LoopBound(
            ONVIFSockets(ONVIFSettings(host: "127.0.0.1", port: port), loop: loop) { _ in }, loop: loop)
        let (events, sink) = AsyncStream.makeStream(of: ONVIFEvent.self)
        sockets.run { $0.begin(sink) }
        let request = HTTP1ClientRequest("POST", "/", fields: [], body: [1], mostAnswerBytes: 1_024)
        var iterator = events.makeAsyncIterator()
        func ask(_ lane: Int) { sockets.run { $0.perform(.request(lane, request, port: port)) } }
        ask(ONVIFMachine.pullLane)
        let first = try require(await iterator.next())
        // The camera answers in turn, so the second pull has its answer before the question.
        ask(ONVIFMachine.pullLane)
        ask(ONVIFMachine.requestLane)
        let second = try require(await iterator.next())
        expect([first.lane, second.lane], equals: [ONVIFMachine.pullLane, ONVIFMachine.requestLane])
        sockets.run { $0.taken(first) }
        expect(await iterator.next()?.lane, equals: ONVIFMachine.pullLane)
        sockets.run { $0.perform(.closeAll) }
        _ = program
    }
}
