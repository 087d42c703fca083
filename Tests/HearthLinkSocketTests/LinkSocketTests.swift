internal import Expectations
internal import HearthEventLoop
internal import HearthLinkSocket
internal import Testing

/// The peer of a link: answers each piece with the same bytes, or stops reading after the first.
private final class Peer: SocketHandler {
    private let socket: Socket
    private let echoes: Bool

    init(_ socket: Socket, echoes: Bool) {
        self.socket = socket
        self.echoes = echoes
    }

    func received(_ bytes: RawSpan) {
        if echoes { socket.write([UInt8](copying: bytes)) } else { socket.isReading = false }
        if bytes.byteCount == 3 { socket.close() }
    }

    func writesAreDone() {}
    func closed(_ error: LoopError?) {}
}

/// Writes down the events of a link's socket, and sends when it is open.
private final class Owner: LinkSocketOwner {
    private let sends: [[UInt8]]
    private let ended: ([String]) -> Void
    private var lines: [String] = []
    var socket: LinkSocket?

    init(sends: [[UInt8]], ended: @escaping ([String]) -> Void) {
        self.sends = sends
        self.ended = ended
    }

    func opened(_ socket: LinkSocket) {
        lines.append("opened")
        for bytes in sends { socket.write(bytes) }
    }

    func received(_ socket: LinkSocket, _ bytes: [UInt8]) { lines.append("received \(bytes)") }

    func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        self.socket = nil
        switch end {
        case .notConnected: lines.append("not connected")
        case .insecure: lines.append("insecure")
        case .closed(let error): lines.append("closed\(error.map { " \($0)" } ?? "")")
        }
        ended(lines)
    }
}

@Suite(.timeLimit(.minutes(5))) struct LinkSocketTests {
    /// The events of a link that sends some bytes.
    private func events(sends: [[UInt8]], toPeerThat echoes: Bool?) async throws -> [String] {
        let loop = try EventLoop.start()
        return try await withCheckedThrowingContinuation { continuation in
            loop.post {
                do throws(LoopError) {
                    let listener = try Listener(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0)) { connection in
                        connection.open(on: loop) { Peer($0, echoes: echoes ?? false) }
                    }
                    let endpoint = listener.endpoint
                    if echoes == nil { listener.close() }
                    var kept: Owner?
                    let owner = Owner(sends: sends) { lines in
                        kept = nil
                        listener.close()
                        continuation.resume(returning: lines)
                    }
                    kept = owner
                    owner.socket = LinkSocket(loop: loop, endpoint: endpoint, mostUnsent: 1 << 20, owner: owner)
                    owner.socket?.open()
                    _ = kept
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    @Test func bytesGoBothWays() async throws {
        expect(
            try await events(sends: [[1, 2, 3]], toPeerThat: true), equals: ["opened", "received [1, 2, 3]", "closed"])
    }

    @Test func aMissingPeerIsSeen() async throws {
        expect(try await events(sends: [], toPeerThat: nil), equals: ["not connected"])
    }

    @Test("A peer that does not receive is left before its bytes fill the memory")
    func aPeerThatDoesNotReceiveIsLeft() async throws {
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        expect(
            try await events(sends: Array(repeating: piece, count: 32), toPeerThat: false),
            equals: ["opened", "closed"])
    }
}
