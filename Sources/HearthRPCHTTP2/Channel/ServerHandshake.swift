internal import HearthEventLoop
internal import HearthRPC
internal import HearthTLS

/// A new connection whose protocol is not known yet. Its first byte distinguishes TLS (RFC 8446, section 5.1: a
/// handshake record) from clear text. ALPN, or the first bytes of clear text, distinguish HTTP/2 from HTTP/1.1. On its
/// loop's thread only.
final class ServerHandshake {
    private let owner: ServerCore
    private let socket: Socket
    private let settings: HTTP2Server.Settings
    let slot: Admission.Slot
    private var timer: LoopTimer?
    /// The first bytes of clear text, while they may still be either version of HTTP.
    private var beginning: [UInt8] = []
    private static let handshakeRecord: UInt8 = 0x16
    /// The start of HTTP/2's preface (RFC 9113, section 3.4). HTTP/1.1 has no such method.
    private static let preface = Array("PRI ".utf8)

    init(_ owner: ServerCore, _ socket: Socket, _ settings: HTTP2Server.Settings, _ slot: Admission.Slot) {
        self.slot = slot
        self.owner = owner
        self.socket = socket
        self.settings = settings
        // Also ends a connection that does not complete the HTTP/2 preface by then.
        timer = socket.loop.schedule(after: settings.prefaceTimeout) { [unowned socket] in socket.close() }
    }

    /// Closes the socket before it becomes a connection.
    func close() { socket.close() }

    private func beginTLS(_ hello: RawSpan) {
        guard let session = try? settings.tls?.makeSession() else { return socket.close() }
        let channel = Channel(socket, session, handler: self) { [self] channel in
            finish(channel, certificate: channel.peerCertificate, isHTTP1: !channel.isHTTP2)
        }
        socket.handOver(to: channel)
        channel.received(hello)
    }

    private func beginClearText(_ bytes: RawSpan) {
        // Others on the network could read and alter clear text.
        guard socket.peerIsLocal, settings.clearText == .local else {
            guard settings.tls != nil else { return socket.close() }
            let visitor = ClearTextVisitor(owner.group.gate, socket) { [self] in closed(nil) }
            socket.handOver(to: visitor)
            return visitor.received(bytes)
        }
        beginning.append(copying: bytes)
        guard beginning.count >= Self.preface.count || !Self.preface.starts(with: beginning) else { return }
        let bytes = beginning
        beginning = []
        finish(Channel(socket), certificate: nil, isHTTP1: !bytes.starts(with: Self.preface))?
            .received(bytes.span.bytes)
    }

    /// Creates the connection.
    @discardableResult
    private func finish(
        _ channel: Channel, certificate: TLSSession.PeerCertificate?, isHTTP1: Bool
    ) -> ServerConnection? {
        let peer = Peer(
            address: socket.peer, isLocal: socket.peerIsLocal, isPrivate: channel.isTLS || socket.peerIsLocal,
            user: socket.peerUser.map { Peer.User(id: $0.id, groupIDs: $0.groupIDs) },
            certificate: certificate.map { PeerCertificate(der: $0.der, publicKeySHA256: $0.publicKeySHA256) })
        guard let timer = timer.take(), let connection = owner.identified(self, channel, peer, isHTTP1: isHTTP1, timer)
        else {
            socket.close()
            return nil
        }
        if channel.isTLS { channel.start(connection) } else { socket.handOver(to: connection) }
        return connection
    }
}

extension ServerHandshake: SocketHandler {
    func received(_ bytes: RawSpan) {
        guard bytes.byteCount > 0 else { return }
        // The length was checked above.
        let first = bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
        if beginning.isEmpty, first == Self.handshakeRecord { beginTLS(bytes) } else { beginClearText(bytes) }
    }

    func writesAreDone() {}

    func closed(_ error: LoopError?) {
        timer?.cancel()
        timer = nil
        owner.gone(self)
    }
}
