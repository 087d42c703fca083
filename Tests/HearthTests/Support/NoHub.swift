internal import HearthEventLoop

/// A listener that is not a hub.
final class NoHub: Sendable {
    let address: String
    private let loop: EventLoop
    private let listener: LoopBound<Listener>

    private init(_ loop: EventLoop, _ listener: LoopBound<Listener>, address: String) {
        self.loop = loop
        self.listener = listener
        self.address = address
    }

    /// - Parameter greeting: Its answer to any client; nil for silence.
    static func start(saying greeting: String?) async throws -> NoHub {
        let loop = try EventLoop.start()
        return try await withCheckedThrowingContinuation { continuation in
            loop.post {
                do throws(LoopError) {
                    let listener = try Listener(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0)) { connection in
                        connection.open(on: loop) { Talker($0, greeting) }
                    }
                    let address = "\(listener.endpoint)"
                    continuation.resume(
                        returning: NoHub(loop, LoopBound(listener, loop: loop), address: address))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    func stop() async {
        listener.run { $0.close() }
        await loop.stop()
    }

    private final class Talker: SocketHandler {
        private let socket: Socket
        private var greeting: String?

        init(_ socket: Socket, _ greeting: String?) {
            self.socket = socket
            self.greeting = greeting
        }

        func received(_ bytes: RawSpan) {
            if let greeting = greeting.take() { socket.write(Array(greeting.utf8)) }
        }

        func writesAreDone() {}
        func closed(_ error: LoopError?) {}
    }
}
