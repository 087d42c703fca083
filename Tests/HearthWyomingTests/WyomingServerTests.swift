internal import Expectations
internal import HearthEventLoop
internal import Testing

@testable internal import HearthWyoming

/// Connections to a listening server.
@Suite(.timeLimit(.minutes(1))) struct WyomingServerTests {
    /// A client that collects what it is sent until the server closes the connection or all is there.
    private final class Client: SocketHandler {
        private let socket: Socket
        private let most: Int
        private var bytes: [UInt8] = []
        private var done: ((String) -> Void)?

        init(_ socket: Socket, _ most: Int, _ done: @escaping (String) -> Void) {
            self.socket = socket
            self.most = most
            self.done = done
        }

        func received(_ bytes: RawSpan) {
            self.bytes += [UInt8](copying: bytes)
            if self.bytes.count >= most { socket.close() }
        }

        func writesAreDone() {}

        func closed(_ error: LoopError?) {
            done?(String(decoding: bytes, as: UTF8.self))
            done = nil
        }
    }

    private func server(_ loop: EventLoop, _ peers: [String]) async throws -> WyomingServer {
        try await WyomingServer.listen(
            on: .tcp(host: "127.0.0.1", port: 0), loop: loop, peers: peers.compactMap(WyomingPeer.init), version: "1",
            languages: ["en"]
        ) { words, peer in WyomingAnswer(isHandled: true, text: "\(peer.person): \(words.text)") }
    }

    /// Sends text, and returns what comes back.
    private func exchange(_ text: String, with server: WyomingServer, _ loop: EventLoop, most: Int) async throws
        -> String
    {
        let endpoint = try Endpoint(server.address)
        return await withCheckedContinuation { continuation in
            loop.post {
                loop.connect(to: endpoint) { connected in
                    guard case .success(let socket) = connected else {
                        return continuation.resume(returning: "no connection")
                    }
                    socket.start(Client(socket, most) { continuation.resume(returning: $0) })
                    socket.write(Array(text.utf8))
                }
            }
        }
    }

    @Test func answersAPeer() async throws {
        let loop = try EventLoop.start()
        let server = try await server(loop, ["127.0.0.1=Ada"])
        let expected = "{\"data_length\":21,\"type\":\"handled\"}\n{\"text\":\"Ada: hello\"}"
        let answer = try await exchange(
            "{\"type\":\"transcript\",\"data\":{\"text\":\"hello\"}}\n", with: server, loop, most: expected.utf8.count)
        expect(answer, equals: expected)
        server.close()
        await loop.stop()
    }

    @Test func closesOthersAtOnce() async throws {
        let loop = try EventLoop.start()
        let server = try await server(loop, ["10.0.0.1=Ada"])
        try await expect(exchange("{\"type\":\"describe\"}\n", with: server, loop, most: 1), equals: "")
        server.close()
        await loop.stop()
    }
}
