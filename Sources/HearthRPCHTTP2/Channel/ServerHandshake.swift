internal import HearthLoop
internal import HearthRPC
internal import HearthTLS

/// A client that has connected, until it is known who it is: its first byte tells TLS (RFC 8446 §5.1: a handshake record)
/// from clear text. On its loop's thread only.
final class ServerHandshake {
    private let owner: ServerCore
    private let socket: Socket
    private let settings: HTTP2Server.Settings
    let slot: Admission.Slot
    private var timer: LoopTimer?
    private static let handshakeRecord: UInt8 = 0x16

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
            finish(channel, certificate: channel.peerCertificate)
        }
        socket.handOver(to: channel)
        channel.received(hello)
    }

    private func beginClearText(_ bytes: RawSpan) {
        // Others on the way could read along, and write.
        guard socket.peerIsLocal, settings.clearText == .local else { return socket.close() }
        finish(Channel(socket), certificate: nil)?.received(bytes)
    }

    /// Makes a connection of it.
    @discardableResult
    private func finish(_ channel: Channel, certificate: TLSSession.PeerCertificate?) -> ServerConnection? {
        let peer = Peer(
            address: socket.peer, isLocal: socket.peerIsLocal, isPrivate: channel.isTLS || socket.peerIsLocal,
            user: socket.peerUser.map { Peer.User(id: $0.id, groupIDs: $0.groupIDs) },
            certificate: certificate.map { PeerCertificate(der: $0.der, publicKeySHA256: $0.publicKeySHA256) })
        guard let timer = timer.take(), let connection = owner.identified(self, channel, peer, timer) else {
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
        if first == Self.handshakeRecord { beginTLS(bytes) } else { beginClearText(bytes) }
    }

    func writesAreDone() {}

    func closed(_ error: LoopError?) {
        timer?.cancel()
        timer = nil
        owner.gone(self)
    }
}
