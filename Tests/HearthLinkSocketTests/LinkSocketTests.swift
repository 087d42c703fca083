internal import Expectations
internal import HearthEventLoop
internal import HearthLinkSocket
internal import HearthTLS
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

/// A peer with TLS, which answers with two records at once.
private final class SecurePeer: SocketHandler {
    private let socket: Socket
    private let tls: TLSSession

    init(_ socket: Socket, _ tls: TLSSession) {
        self.socket = socket
        self.tls = tls
    }

    func received(_ bytes: RawSpan) {
        do throws(TLSError) {
            var isAsked = false
            try tls.receive(bytes, established: {}, plaintext: { _ in isAsked = true })
            if isAsked {
                for record in [[4, 5], [6]] as [[UInt8]] { try tls.write(record) }
            }
            socket.write(tls.takeOutput())
            if isAsked { socket.close() }
        } catch {
            socket.close()
        }
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
        lines.append("opened\(socket.peerCertificate.map { " by \($0.commonName)" } ?? "")")
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
    private func events(
        sends: [[UInt8]], toPeerThat echoes: Bool?, tls: (server: ServerTLS, client: ClientTLS)? = nil
    ) async throws -> [String] {
        let loop = try EventLoop.start()
        return try await withCheckedThrowingContinuation { continuation in
            loop.post {
                do throws(LoopError) {
                    let listener = try Listener(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0)) { connection in
                        connection.open(on: loop) { socket -> any SocketHandler in
                            guard let session = try? tls?.server.makeSession() else {
                                return Peer(socket, echoes: echoes ?? false)
                            }
                            return SecurePeer(socket, session)
                        }
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
                    owner.socket = LinkSocket(
                        loop: loop, endpoint: endpoint, tls: tls?.client, mostUnsent: 1 << 20, owner: owner)
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

    @Test("With TLS the owner knows the peer's certificate, and gets records that come together in one piece")
    func recordsThatComeTogetherAreOnePiece() async throws {
        let identity = try TLSIdentity.make(names: ["bridge"])
        expect(
            try await events(
                sends: [[1]], toPeerThat: true, tls: (ServerTLS(identity), .forFirstUse())),
            equals: ["opened by bridge", "received [4, 5, 6]", "closed"])
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
