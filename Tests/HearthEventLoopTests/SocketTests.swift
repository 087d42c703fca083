internal import HearthEventLoop
internal import Synchronization
internal import Expectations
internal import Testing

/// Echoes the received bytes, or counts them.
private final class Handler: SocketHandler {
    let socket: Socket
    let echoes: Bool
    let expected: Int
    var received = 0
    let done: (Int) -> Void

    init(_ socket: Socket, echoes: Bool, expected: Int = 0, _ done: @escaping (Int) -> Void = { _ in }) {
        self.socket = socket
        self.echoes = echoes
        self.expected = expected
        self.done = done
    }

    func received(_ bytes: RawSpan) {
        received += bytes.byteCount
        if echoes { socket.write([UInt8](copying: bytes)) } else if received == expected { socket.close() }
    }

    func writesAreDone() {}
    func closed(_ error: LoopError?) { done(received) }
}

/// Sends a byte after each that comes back, then closes.
private final class Asker: SocketHandler {
    let socket: Socket
    var left: Int
    var received = 0
    let done: (Int) -> Void

    init(_ socket: Socket, left: Int, _ done: @escaping (Int) -> Void) {
        (self.socket, self.left, self.done) = (socket, left, done)
        ask()
    }

    private func ask() {
        guard left > 0 else { return socket.close() }
        left -= 1
        socket.write([1])
    }

    func received(_ bytes: RawSpan) {
        received += bytes.byteCount
        ask()
    }

    func writesAreDone() {}
    func closed(_ error: LoopError?) { done(received) }
}

@Suite(.timeLimit(.minutes(5))) struct SocketTests {
    @Test(arguments: ["tcp", "unix"])
    func manyBytesComeBack(_ kind: String) async throws {
        let loop = try EventLoop.start()
        let endpoint =
            kind == "tcp"
            ? Endpoint.tcp(host: "127.0.0.1", port: 0)
            : .unix(path: "/tmp/hearth-loop-\(UInt64.random(in: 0 ... .max)).sock")
        // More than the system's buffers hold.
        let size = 8 << 20
        let count: Int = try await withCheckedThrowingContinuation { continuation in
            loop.post {
                do throws(LoopError) {
                    let listener = try Listener(loop: loop, endpoint: endpoint) { connection in
                        connection.open(on: loop) { Handler($0, echoes: true) }
                    }
                    loop.connect(to: listener.endpoint) { result in
                        guard case .success(let socket) = result else { return continuation.resume(returning: -1) }
                        socket.start(
                            Handler(socket, echoes: false, expected: size) {
                                listener.close()
                                continuation.resume(returning: $0)
                            })
                        socket.write([UInt8](repeating: 7, count: size))
                        expect(socket.pendingBytes, isAbove: 0)
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        expect(count, equals: size)
        await loop.stop()
    }

    /// Sends pieces of a byte, a millisecond apart, then closes or is silent.
    private static func send(_ pieces: Int, _ socket: Socket, closes: Bool) {
        guard pieces > 0 else {
            if closes { socket.close() }
            return
        }
        socket.write([1])
        _ = socket.loop.schedule(after: .milliseconds(1)) { send(pieces - 1, socket, closes: closes) }
    }

    @Test(
        "The end of a connection, and the end of the pause, bring what was gathered",
        // The longer pause is longer than the test may take.
        arguments: [(Duration.seconds(3_600), true), (.milliseconds(50), false)])
    func gatheredInputIsNotLost(_ pause: Duration, closes: Bool) async throws {
        let loop = try EventLoop.start()
        let received: Int = try await withCheckedThrowingContinuation { continuation in
            loop.post {
                do throws(LoopError) {
                    let listener = try Listener(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0)) { connection in
                        connection.open(on: loop) { socket in
                            Self.send(20, socket, closes: closes)
                            return Handler(socket, echoes: false)
                        }
                    }
                    loop.connect(to: listener.endpoint) { result in
                        guard case .success(let socket) = result else { return continuation.resume(returning: -1) }
                        socket.gatherInput(for: pause)
                        socket.start(
                            Handler(socket, echoes: false, expected: closes ? 0 : 20) {
                                listener.close()
                                continuation.resume(returning: $0)
                            })
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        expect(received, equals: 20)
        await loop.stop()
    }

    @Test func answersAreNotHeldUpByGathering() async throws {
        let loop = try EventLoop.start()
        let received: Int = try await withCheckedThrowingContinuation { continuation in
            loop.post {
                do throws(LoopError) {
                    let listener = try Listener(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0)) { connection in
                        connection.open(on: loop) { Handler($0, echoes: true) }
                    }
                    loop.connect(to: listener.endpoint) { result in
                        guard case .success(let socket) = result else { return continuation.resume(returning: -1) }
                        socket.gatherInput(for: .seconds(3_600))
                        socket.start(
                            Asker(socket, left: 100) {
                                listener.close()
                                continuation.resume(returning: $0)
                            })
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        expect(received, equals: 100)
        await loop.stop()
    }

    @Test(arguments: ["tcp", "unix"])
    func lastBytesOfAGonePeerAreStillRead(_ kind: String) async throws {
        let (loop, other) = (try EventLoop.start(), try EventLoop.start())
        let endpoint =
            kind == "tcp"
            ? Endpoint.tcp(host: "127.0.0.1", port: 0)
            : .unix(path: "/tmp/hearth-loop-\(UInt64.random(in: 0 ... .max)).sock")
        let isGone = Atomic(false)
        let received: Int = try await withCheckedThrowingContinuation { continuation in
            other.post {
                do throws(LoopError) {
                    let listener = try Listener(loop: other, endpoint: endpoint) { connection in
                        connection.open(on: other) { socket in
                            socket.write([1, 2, 3])
                            socket.close()
                            isGone.store(true, ordering: .releasing)
                            return Handler(socket, echoes: false)
                        }
                    }
                    let address = listener.endpoint
                    loop.post {
                        loop.connect(to: address) { result in
                            guard case .success(let socket) = result else { return continuation.resume(returning: -1) }
                            socket.start(
                                Handler(socket, echoes: false) { continuation.resume(returning: $0) })
                            while !isGone.load(ordering: .acquiring) {}
                            // TCP learns with the first write that the peer is gone, and reports it at the second.
                            socket.write([4])
                            socket.write([5])
                        }
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        expect(received, equals: 3)
        await loop.stop()
        await other.stop()
    }

    @Test func namesAreLookedUp() async throws {
        let loop = try EventLoop.start()
        let outcome: String = await withCheckedContinuation { continuation in
            loop.post {
                loop.connect(to: .tcp(host: "no-such-host.invalid", port: 1)) { result in
                    if case .failure(let error) = result {
                        continuation.resume(returning: error.message)
                    } else {
                        continuation.resume(returning: "connected")
                    }
                }
            }
        }
        expect(outcome.contains("no-such-host.invalid"))
        await loop.stop()
    }
}
