internal import Expectations
internal import HearthWebSocket
internal import ProcessTestSupport
internal import Testing

/// The session against the server of PyPI `websockets`.
@Suite(.timeLimit(.minutes(5))) struct ServerTests {
    private static let server = PythonProgram("websocket_server.py", in: "Integrations", needs: ["websockets"])

    @Test(.enabled(if: server.isInstalled, "skipped: websockets is not installed (pip install websockets)"))
    func aServerUnderstandsTheClient() async throws {
        let mask: UInt32 = 0x89AB_CDEF
        // An opened session makes the frames that follow the request.
        var opened = try WebSocketClientSessionTests.opened()
        let texts = ["Hello", "grün €", String(repeating: "0123456789", count: 7_000)]
        var input = opened.request
        for text in texts { input += opened.text(text, mask: mask) }
        input += opened.ping(mask: mask) + opened.close(code: 1000, mask: mask)
        let outcome = try await Self.server.run(input: input)
        expect(outcome.status, equals: 0, "\(outcome.error)")

        var session = WebSocketClientSessionTests.session(most: 1 << 17)
        let events = try session.received(outcome.outputBytes, mask: { mask })
        let shown = events.map { event in
            switch event {
            case .opened: "opened"
            case .text(let text): text
            case .send: "answer"
            case .binary: "binary"
            case .closed(let code, _): "closed \(code)"
            }
        }
        // This session has not closed itself, so it answers the server's closing frame. The server's pings are answered
        // before each text, and its own pong is no event.
        expect(
            shown,
            equals: ["opened"] + texts.flatMap { ["answer", $0] } + ["answer", "closed 1000"])
    }
}
