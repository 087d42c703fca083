internal import HearthEventLoop
internal import Expectations
internal import Testing
#if canImport(Glibc)
    internal import Glibc
#endif

@Suite(.timeLimit(.minutes(5))) struct ConnectorTests {
    /// Connects and closes; returns "connected" or the error.
    private func outcome(
        of endpoints: @escaping @Sendable (UInt16) throws -> [Endpoint], listeningOn host: String = "127.0.0.1"
    ) async throws -> String {
        let loop = try EventLoop.start()
        let text: String = await withCheckedContinuation { continuation in
            loop.post {
                do {
                    let listener = try Listener(loop: loop, endpoint: .tcp(host: host, port: 0)) { _ in }
                    guard case .tcp(_, let port) = listener.endpoint else { return }
                    loop.connect(to: try endpoints(port)) { result in
                        listener.close()
                        switch result {
                        case .success(let socket):
                            socket.close()
                            continuation.resume(returning: "connected")
                        case .failure(let error): continuation.resume(returning: error.message)
                        }
                    }
                } catch {
                    continuation.resume(returning: "\(error)")
                }
            }
        }
        await loop.stop()
        return text
    }

    @Test func theNextAddressIsTriedWhenOneRefuses() async throws {
        try await expect(outcome { try Endpoint.list("ipv4:127.0.0.1:1,127.0.0.1:\($0)") }, equals: "connected")
        // A name whose first address, of the other family, refuses.
        try await expect(outcome { try Endpoint.list("dns:localhost:\($0)") }, equals: "connected")
    }

    @Test func everyRefusalIsSaid() async throws {
        let text = try await outcome { _ in try Endpoint.list("ipv4:127.0.0.1:1,127.0.0.2:1") }
        expect(text.contains("cannot connect to 127.0.0.1:1"))
        expect(text.contains("cannot connect to 127.0.0.2:1"))
    }

    @Test func nothingToConnectToIsAnError() async throws {
        try await expect(outcome { _ in [] }.contains("has no address"))
        try await expect(
            outcome { _ in [.unix(path: String(repeating: "x", count: 200))] }.contains("longer than"))
    }

    @Test func cancelledConnectIsNotNotified() async throws {
        let loop = try EventLoop.start()
        let wasTold: Bool = await withCheckedContinuation { continuation in
            loop.post {
                var wasTold = false
                let connecting = loop.connect(to: .tcp(host: "127.0.0.1", port: 1)) { _ in wasTold = true }
                connecting.cancel()
                _ = loop.schedule(after: .milliseconds(50)) { continuation.resume(returning: wasTold) }
            }
        }
        expect(!wasTold)
        await loop.stop()
    }

    #if os(Linux)
        @Test func socketsWithoutAFileAreReached() async throws {
            let name = "hearth-\(UInt64.random(in: 0 ... .max))"
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(listener) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { path in
                for (index, byte) in name.utf8.enumerated() { path[index + 1] = byte }
            }
            let length = socklen_t(2 + 1 + name.utf8.count)
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
            }
            try require(status == 0 && listen(listener, 1) == 0)
            try await expect(outcome { _ in [.unixAbstract(name: name)] }, equals: "connected")
            try await expect(
                outcome { _ in [.unixAbstract(name: name + "-none")] }.contains(
                    "cannot connect to unix-abstract:"))
        }
    #endif
}
