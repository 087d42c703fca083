internal import Expectations
@testable internal import HearthEventLoop
internal import Synchronization
internal import Testing

/// Collects what a socket receives, and can answer.
private final class Receiver: DatagramHandler {
    let received: @Sendable ([UInt8], DatagramAddress) -> Void
    let isEcho: Bool

    init(isEcho: Bool = false, _ received: @escaping @Sendable ([UInt8], DatagramAddress) -> Void) {
        self.isEcho = isEcho
        self.received = received
    }

    func received(_ bytes: RawSpan, from address: DatagramAddress, by socket: DatagramSocket) {
        let bytes = [UInt8](copying: bytes)
        if isEcho { try? socket.send(bytes.reversed(), to: address) }
        received(bytes, address)
    }

    func failed(_ error: LoopError, of socket: DatagramSocket) { received(Array("\(error)".utf8), socket.address) }
}

@Suite(.timeLimit(.minutes(5))) struct DatagramSocketTests {
    /// Runs `body` on a new loop and waits until it calls its argument; the loop is then stopped.
    private func onLoop<Value: Sendable>(
        _ body: @escaping @Sendable (EventLoop, @escaping @Sendable (Result<Value, any Error>) -> Void) throws -> Void
    ) async throws -> Value {
        let loop = try EventLoop.start()
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            let once = Once()
            loop.post {
                let done: @Sendable (Result<Value, any Error>) -> Void = { result in
                    if once.first() { continuation.resume(returning: result) }
                }
                do { try body(loop, done) } catch { done(.failure(error)) }
            }
        }
        await loop.stop()
        return try result.get()
    }

    private final class Once: Sendable {
        private let isDone = Atomic<Bool>(false)

        func first() -> Bool { !isDone.exchange(true, ordering: .relaxed) }
    }

    @Test(arguments: ["127.0.0.1", "::1"]) func datagramsGoBothWays(_ host: String) async throws {
        let answer: String = try await onLoop { loop, done in
            let address = try require(DatagramAddress(host: host, port: 0))
            let (server, client) = (
                try DatagramSocket(loop: loop, address: address), try DatagramSocket(loop: loop, address: address)
            )
            try server.start(Receiver(isEcho: true) { _, _ in })
            let expected = server.address
            try client.start(
                Receiver { bytes, sender in
                    done(.success(String(decoding: bytes, as: UTF8.self) + (sender == expected ? "" : " by another")))
                })
            try client.send(Array("hello".utf8), to: server.address)
        }
        expect(answer, equals: "olleh")
    }

    @Test func emptyAndLargeDatagramsArrive() async throws {
        let sizes: [Int] = try await onLoop { loop, done in
            let address = try require(DatagramAddress(host: "127.0.0.1", port: 0))
            let (server, client) = (
                try DatagramSocket(loop: loop, address: address), try DatagramSocket(loop: loop, address: address)
            )
            let box = Box()
            try server.start(
                Receiver { bytes, _ in
                    let all = box.add(bytes.count)
                    if all.count == 3 { done(.success(all)) }
                })
            for size in [0, 1, 60_000] { try client.send([UInt8](repeating: 7, count: size), to: server.address) }
        }
        expect(sizes, equals: [0, 1, 60_000])
    }

    private final class Box: Sendable {
        private let state = Mutex<[Int]>([])

        func add(_ size: Int) -> [Int] {
            state.withLock { sizes in
                sizes.append(size)
                return sizes
            }
        }
    }

    /// Two sockets that share a free port, and a group with this port.
    private static func members(
        _ loop: EventLoop
    ) throws -> (first: DatagramSocket, second: DatagramSocket, group: DatagramAddress) {
        let any = try require(DatagramAddress(host: "0.0.0.0", port: 0))
        let first = try DatagramSocket(loop: loop, address: any, isShared: true)
        let second = try DatagramSocket(loop: loop, address: first.address, isShared: true)
        return (first, second, try require(DatagramAddress(host: "224.0.0.251", port: first.address.port)))
    }

    @Test func allMembersOfAGroupHearIt() async throws {
        let heard: [Int] = try await onLoop { loop, done in
            let loopback = try require(NetworkInterface.all().first { $0.isLoopback })
            let (first, second, group) = try Self.members(loop)
            let box = Box()
            for (socket, number) in [(first, 1), (second, 2)] {
                try socket.join(group, on: loopback)
                try socket.start(
                    Receiver { bytes, _ in
                        let all = box.add(bytes == [1, 2, 3] ? number : 0)
                        if all.count == 2 { done(.success(all.sorted())) }
                    })
                if number == 2 { try socket.send([1, 2, 3], to: group) }
            }
        }
        expect(heard, equals: [1, 2])
    }

    @Test func aMemberThatLeftHearsNothing() async throws {
        let heard: [Int] = try await onLoop { loop, done in
            let loopback = try require(NetworkInterface.all().first { $0.isLoopback })
            let (left, stayed, group) = try Self.members(loop)
            let box = Box()
            for (socket, number) in [(left, 1), (stayed, 2)] {
                try socket.join(group, on: loopback)
                try socket.start(Receiver { _, _ in _ = box.add(number) })
            }
            try left.leave(group, on: loopback)
            try stayed.send([1], to: group)
            _ = loop.schedule(after: .milliseconds(100)) { done(.success(box.add(9))) }
        }
        expect(heard, equals: [2, 9])
    }

    @Test func usedPortsAndClosedSocketsAreErrors() async throws {
        let texts: [String] = try await onLoop { loop, done in
            let address = try require(DatagramAddress(host: "127.0.0.1", port: 0))
            let first = try DatagramSocket(loop: loop, address: address)
            var texts: [String] = []
            do throws(LoopError) { _ = try DatagramSocket(loop: loop, address: first.address) } catch {
                texts.append(error.code)
            }
            first.close()
            first.close()
            do throws(LoopError) { try first.send([1], to: first.address) } catch { texts.append(error.message) }
            do throws(LoopError) { try first.start(Receiver { _, _ in }) } catch { texts.append(error.message) }
            done(.success(texts.map { $0.contains("is closed") ? "closed" : $0 }))
        }
        expect(texts, equals: ["EADDRINUSE", "closed", "closed"])
    }

    @Test func addressesAreTextAndBytes() throws {
        let address = try require(DatagramAddress(host: "fe80::1", port: 5353, scope: 2))
        expect(address.description, equals: "[fe80::1%2]:5353")
        expect(address.withSystemAddress { DatagramAddress($0) }, equals: address)
        let v4 = try require(DatagramAddress(host: [10, 0, 0, 1], port: 80))
        expect(v4.description, equals: "10.0.0.1:80")
        expect(v4.withSystemAddress { DatagramAddress($0) }, equals: v4)
        expectNil(DatagramAddress(host: "localhost", port: 1))
        expectNil(DatagramAddress(host: [1, 2, 3], port: 1))
    }

    @Test func theLoopbackIsAnInterface() async throws {
        let loopback = try require(NetworkInterface.all().first { $0.isLoopback })
        expect(loopback.addresses.contains(NetworkInterface.Address(host: [127, 0, 0, 1], prefixLength: 8)))
        expect(loopback.index, isAbove: 0)
        let seen: [NetworkInterface] = try await onLoop { loop, done in
            let watch = InterfaceWatch(loop: loop, every: .milliseconds(1)) { done(.success($0)) }
            _ = loop.schedule(after: .milliseconds(20)) { watch.stop() }
        }
        expect(seen, equals: try NetworkInterface.all())
    }
}
