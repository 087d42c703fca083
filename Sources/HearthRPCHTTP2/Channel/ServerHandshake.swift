internal import HearthLoop
internal import HearthRPC
internal import HearthTLS

/// A client that has connected, until it is known who it is: its first byte tells TLS (RFC 8446 §5.1: a handshake record)
/// from clear text, and the first bytes of that, or the handshake (ALPN), tell HTTP/2 from HTTP/1.1. On its loop's thread
/// only.
final class ServerHandshake {
    private let owner: ServerCore
    private let socket: Socket
    private let settings: HTTP2Server.Settings
    let slot: Admission.Slot
    private var timer: LoopTimer?
    /// The beginning of clear text, as long as it may be either version of HTTP.
    private var beginning: [UInt8] = []
    private static let handshakeRecord: UInt8 = 0x16
    /// How HTTP/2 begins (RFC 9113 §3.4). No method of HTTP/1.1 is called so.
    private static let preface = Array("PRI ".utf8)

    init(_ owner: ServerCore, _ socket: Socket, _ settings: HTTP2Server.Settings, _ slot: Admission.Slot) {
        self.slot = slot
        self.owner = owner
        self.socket = socket
        self.settings = settings
        // It also ends a connection that makes nothing of HTTP/2 then.
        timer = socket.loop.schedule(after: settings.prefaceTimeout) { [unowned socket] in socket.close() }
    }

    /// Ends it before it is a connection.
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
        // Others on the way could read along, and write.
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

    /// Makes a connection of it.
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
        // The offset was checked above.
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
