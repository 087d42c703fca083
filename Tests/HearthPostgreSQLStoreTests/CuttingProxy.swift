internal import HearthEventLoop
internal import ProcessTestSupport
internal import Synchronization

/// Stands between a store and its server, and cuts connections when an answer comes: the server has done what it was
/// told, and its client never hears of it.
final class CuttingProxy: Sendable {
    /// The folder of the proxy's socket, named as libpq expects it.
    let folder: TemporaryFolder
    private let loop: EventLoop
    private let listener: LoopBound<Listener>
    private let cuts: Cuts

    /// How many of the next answers to swallow, and how many were.
    private final class Cuts: Sendable {
        let ahead = Atomic<Int>(0)
        let made = Atomic<Int>(0)

        /// Whether to swallow an answer.
        func take() -> Bool {
            guard ahead.load(ordering: .acquiring) > 0 else { return false }
            ahead.subtract(1, ordering: .acquiringAndReleasing)
            made.add(1, ordering: .acquiringAndReleasing)
            return true
        }
    }

    /// The number of swallowed answers.
    var swallowed: Int { cuts.made.load(ordering: .acquiring) }

    /// - Parameter server: the path of the server's socket.
    init(to server: String, on loop: EventLoop) async throws {
        let folder = try TemporaryFolder()
        let cuts = Cuts()
        (self.folder, self.loop, self.cuts) = (folder, loop, cuts)
        let result: Result<LoopBound<Listener>, LoopError> = await withCheckedContinuation { continuation in
            loop.post {
                continuation.resume(
                    returning: Result { () throws(LoopError) in
                        let listener = try Listener(
                            loop: loop, endpoint: .unix(path: folder.file(".s.PGSQL.5432"))
                        ) { connection in
                            connection.open(on: loop) { client in
                                let pair = Pair(client, loop: loop, cuts: cuts)
                                loop.connect(to: .unix(path: server)) { result in
                                    guard let socket = try? result.get() else { return client.close() }
                                    pair.begin(socket)
                                }
                                return pair.up
                            }
                        }
                        return LoopBound(listener, loop: loop)
                    })
            }
        }
        listener = try result.get()
    }

    deinit { listener.run { $0.close() } }

    /// Swallows the next answers, and cuts their connections.
    func swallow(_ count: Int) { cuts.ahead.store(count, ordering: .releasing) }

    /// A client and its connection to the server.
    private final class Pair {
        let up = Direction()
        private let client: Socket
        private let loop: EventLoop
        private let cuts: Cuts
        private var server: Socket?

        init(_ client: Socket, loop: EventLoop, cuts: Cuts) {
            (self.client, self.loop, self.cuts) = (client, loop, cuts)
            up.pair = self
        }

        func begin(_ server: Socket) {
            self.server = server
            let down = Direction()
            down.pair = self
            down.isDown = true
            server.start(down)
            server.write(up.early)
            up.early = []
        }

        func received(_ bytes: [UInt8], _ direction: Direction) {
            if direction.isDown {
                if cuts.take() { return close() }
                client.write(bytes)
            } else if let server {
                server.write(bytes)
            } else {
                direction.early += bytes
            }
        }

        func close() {
            client.close()
            server?.close()
            up.pair = nil
        }
    }

    private final class Direction: SocketHandler {
        var pair: Pair?
        var isDown = false
        var early: [UInt8] = []

        func received(_ bytes: RawSpan) {
            let copy = bytes.withUnsafeBytes { Array($0) }
            pair?.received(copy, self)
        }

        func writesAreDone() {}
        func closed(_ error: LoopError?) {
            let pair = self.pair
            self.pair = nil
            pair?.close()
        }
    }
}
