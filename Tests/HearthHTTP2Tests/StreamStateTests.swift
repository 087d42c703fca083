internal import HearthHTTP2
internal import Expectations
internal import Testing

/// Every frame in every state of a stream has a defined answer, and the session continues or ends accordingly (RFC
/// 9113, section 5.1).
@Suite struct StreamStateTests {
    enum State: String, CaseIterable {
        case idle, open, halfClosed, answered, closed, resetByClient, resetByServer, passedOver, inHeaders, goingAway
    }

    /// The answers for each frame in the states, in their order: none, `R` or `G` and the code of an RST_STREAM or a
    /// GOAWAY.
    static let frames: [(name: String, answers: String, frame: @Sendable (UInt32) -> RawFrame)] = [
        (
            "DATA", "G1 - G5 - G5 G5 - G1 G1 G1",
            { RawFrame(.data, stream: $0, [1]) }
        ),
        (
            "DATA, last", "G1 - G5 - G5 G5 - G1 G1 G1",
            { RawFrame(.data, flags: RawFrame.endStream, stream: $0) }
        ),
        (
            "HEADERS", "- R1 G5 - G5 G5 - G1 G1 -",
            { RawFrame(.headers, flags: RawFrame.endHeaders, stream: $0, RawFrame.request) }
        ),
        (
            "HEADERS, last", "- R1 G5 - G5 G5 - G1 G1 -",
            { RawFrame(.headers, flags: 5, stream: $0, RawFrame.request) }
        ),
        (
            "HEADERS, trailers", "R1 - G5 - G5 G5 - G1 G1 -",
            { RawFrame(.headers, flags: 5, stream: $0, [0, 1, UInt8(ascii: "a"), 1, UInt8(ascii: "b")]) }
        ),
        (
            "PRIORITY", "- - - - - - - - G1 -",
            { RawFrame(.priority, stream: $0, [0, 0, 0, 0, 1]) }
        ),
        (
            "RST_STREAM", "G1 - - - - - - - G1 G1",
            { RawFrame(.rstStream, stream: $0, RawFrame.number(8)) }
        ),
        (
            "SETTINGS", "G1 G1 G1 G1 G1 G1 G1 G1 G1 G1",
            { RawFrame(.settings, stream: $0) }
        ),
        (
            "PUSH_PROMISE", "G1 G1 G1 G1 G1 G1 G1 G1 G1 G1",
            { RawFrame(.pushPromise, flags: 4, stream: $0, RawFrame.number(2) + RawFrame.request) }
        ),
        (
            "PING", "G1 G1 G1 G1 G1 G1 G1 G1 G1 G1",
            { RawFrame(.ping, stream: $0, [UInt8](repeating: 1, count: 8)) }
        ),
        (
            "GOAWAY", "G1 G1 G1 G1 G1 G1 G1 G1 G1 G1",
            { RawFrame(.goAway, stream: $0, RawFrame.number(0) + RawFrame.number(0)) }
        ),
        (
            "WINDOW_UPDATE", "G1 - - - - - - - G1 G1",
            { RawFrame(.windowUpdate, stream: $0, RawFrame.number(1)) }
        ),
        (
            "WINDOW_UPDATE 0", "G1 G1 G1 - - - - - G1 G1",
            { RawFrame(.windowUpdate, stream: $0, RawFrame.number(0)) }
        ),
        (
            "WINDOW_UPDATE, too far", "G1 R3 R3 - - - - - G1 G1",
            { RawFrame(.windowUpdate, stream: $0, RawFrame.number(0x7FFF_FFFF)) }
        ),
        (
            "CONTINUATION", "G1 G1 G1 G1 G1 G1 G1 G1 - G1",
            { RawFrame(.continuation, flags: 4, stream: $0, []) }
        ),
        (
            "unknown", "- - - - - - - - G1 -",
            { RawFrame(type: 0x42, stream: $0, [1, 2, 3]) }
        ),
    ]

    /// A session with a stream in this state, and the stream.
    private func server(_ state: State) throws -> (RawServer, UInt32) {
        let server = try RawServer()
        let open = RawFrame(.headers, flags: RawFrame.endHeaders, stream: 1, RawFrame.request)
        let whole = RawFrame(.headers, flags: 5, stream: 1, RawFrame.request)
        var stream: UInt32 = 1
        switch state {
        case .idle: break
        case .open: server.say(open)
        case .halfClosed: server.say(whole)
        case .answered:
            server.say(open)
            server.respond(1)
        case .closed:
            server.say(whole)
            server.respond(1)
        case .resetByClient: server.say(open, RawFrame(.rstStream, stream: 1, RawFrame.number(8)))
        case .resetByServer:
            server.say(open)
            server.reset(1)
        case .passedOver:
            server.say(RawFrame(.headers, flags: 5, stream: 5, RawFrame.request))
            stream = 3
        case .inHeaders:
            server.say(RawFrame(.headers, flags: RawFrame.endStream, stream: 1, RawFrame.request))
            expect(server.session.isInHeaderBlock)
        case .goingAway:
            server.say(open)
            server.session.goAway()
            stream = 3
        }
        _ = server.answers()
        return (server, stream)
    }

    private func answer(_ state: State, _ frame: (UInt32) -> RawFrame) throws -> String {
        let (server, stream) = try server(state)
        server.say(frame(stream))
        let answers = server.answers()
        if let code = answers.last(where: { $0.type == 7 })?.code {
            // An ended session gets no input and needs none.
            server.say(frame(stream))
            expect(server.answers().isEmpty)
            expect(server.session.isFinished)
            return "G\(code)"
        }
        if let code = answers.first(where: { $0.type == 3 && $0.stream == stream })?.code { return "R\(code)" }
        guard server.failure == nil else { return "failed" }
        if !server.session.isInHeaderBlock {
            // The connection is still alive.
            server.say(RawFrame(.ping, [UInt8](repeating: 7, count: 8)))
            expect(server.answers().contains { $0.type == 6 && $0.flags == 1 })
        }
        return "-"
    }

    @Test func everyFrameInEveryStateHasAnAnswer() throws {
        for (name, expected, frame) in Self.frames {
            let answers = try State.allCases.map { try answer($0, frame) }
            expect(answers.joined(separator: " "), equals: expected, "\(name)")
        }
    }
}
