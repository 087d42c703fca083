internal import HearthBase
internal import HearthCameraMedia
internal import HearthEventLoop
internal import HearthTLS

/// The UDP port of all sessions, on its loop's thread only. A session is found by the user name fragment of a check,
/// and then by the address that the check came from.
final class PeerPort {
    let loop: EventLoop
    private let context: DTLSContext
    private let mostSessions: Int
    private let ipv4: DatagramSocket
    /// Nil where the system has no IPv6.
    private let ipv6: DatagramSocket?
    private var connections: [String: PeerConnection] = [:]
    /// By the addresses that clients have proven: at most 16 of each session.
    private var addresses: [DatagramAddress: PeerConnection] = [:]

    /// The longest datagram that is read, in bytes: what a network carries in one piece.
    private static let mostBytes = 1_500

    /// - Parameter port: 0 for any that is free.
    init(loop: EventLoop, port: UInt16, _ context: DTLSContext, mostSessions: Int) throws(LoopError) {
        self.loop = loop
        self.context = context
        self.mostSessions = mostSessions
        guard let all = DatagramAddress(host: [0, 0, 0, 0], port: port) else {
            throw LoopError(message: "the address of all interfaces can't be made")
        }
        ipv4 = try DatagramSocket(loop: loop, address: all)
        let same = DatagramAddress(host: [UInt8](repeating: 0, count: 16), port: ipv4.address.port)
        ipv6 = same.flatMap { try? DatagramSocket(loop: loop, address: $0) }
        try ipv4.start(self)
        try ipv6?.start(self)
    }

    /// The number of sessions.
    var count: Int { connections.count }
    /// The number of known addresses.
    var addressCount: Int { addresses.count }
    /// The port's number.
    var number: UInt16 { ipv4.address.port }

    // MARK: Sessions

    /// Adds a session.
    ///
    /// - Returns: the connection, and the answer to its offer.
    func add(
        _ offer: SessionOffer, _ tracks: SentTracks, _ viewer: CameraViewer, ended: OneShot<(any Error)?>
    ) throws(CameraSessionError) -> (PeerConnection, String) {
        guard connections.count < mostSessions else {
            throw CameraSessionError(
                .tooMany, "there are \(mostSessions) live views over WebRTC, the most at a time",
                wayOut: "end one that is not needed")
        }
        let random = { @Sendable (count: Int) in SecureRandom.bytes(count) }
        let credentials = ICECredentials(random: random)
        let numbers = WebRTCSession.Numbers(random: random)
        let start = loop.now
        let dtls: DTLSSession
        do throws(TLSError) {
            dtls = try DTLSSession(context, clientFingerprint: tracks.transport.fingerprint)
        } catch {
            throw CameraSessionError(.lost, error.message, wayOut: "try again")
        }
        let session = WebRTCSession(tracks, credentials, peer: tracks.transport.fragment, numbers: numbers, now: .zero)
        let connection = PeerConnection(
            self, session, dtls, viewer, fragment: credentials.fragment, start: start, ended: ended)
        connections[credentials.fragment] = connection
        let answer = SessionAnswer(
            offer, tracks, credentials, fingerprint: context.fingerprint,
            candidates: LocalCandidates.of((try? NetworkInterface.all()) ?? [], port: number, ipv6 != nil),
            sources: (numbers.videoSource, numbers.audioSource), number: UInt64(networkBytes: random(8)) >> 1)
        return (connection, answer.text)
    }

    /// A session has these addresses now, the one of its last check at the end.
    ///
    /// - Parameter former: those that it had before.
    func note(_ present: [DatagramAddress], instead former: [DatagramAddress], of connection: PeerConnection) {
        forget(former.filter { !present.contains($0) }, of: connection)
        if let last = present.last { addresses[last] = connection }
    }

    private func forget(_ former: [DatagramAddress], of connection: PeerConnection) {
        for address in former where addresses[address] === connection { addresses[address] = nil }
    }

    func remove(_ connection: PeerConnection) {
        connections[connection.fragment] = nil
        forget(connection.addresses, of: connection)
    }

    func close() {
        for connection in connections.values { connection.stop() }
        ipv4.close()
        ipv6?.close()
    }

    // MARK: Datagrams

    /// Sends a datagram. What the network does not take is lost, as others on its way may be.
    func send(_ datagram: [UInt8], to target: DatagramAddress) {
        try? (target.isIPv6 ? ipv6 : ipv4)?.send(datagram, to: target)
    }
}

extension PeerPort: DatagramHandler {
    func received(_ bytes: RawSpan, from address: DatagramAddress, by socket: DatagramSocket) {
        guard bytes.byteCount <= Self.mostBytes else { return }
        received([UInt8](copying: bytes), from: address)
    }

    func received(_ datagram: [UInt8], from address: DatagramAddress) {
        guard STUNMessage.isOne(datagram) else {
            addresses[address]?.received(datagram, from: address)
            return
        }
        guard let message = STUNMessage(datagram), let fragment = ConnectivityChecks.fragment(message) else { return }
        connections[fragment]?.received(message, from: address)
    }

    func failed(_ error: LoopError, of socket: DatagramSocket) {}
}
