internal import CUV
internal import Synchronization

/// An accepted connection that is not assigned to a loop yet. Closed if it is never opened.
public final class AcceptedConnection: Sendable {
    /// The peer's address for logs: `127.0.0.1:40122`, `unix:/run/hearth.sock`.
    public let peer: String
    /// The peer's address without the port, for counting connections; nil on a Unix socket.
    public let host: String?
    /// Whether the peer is on this machine: a Unix socket, or loopback.
    public let isLocal: Bool
    /// The user of the peer's process, if it is on this machine and the system can tell.
    public let user: PeerUser?
    private let descriptor: Atomic<Int32>

    /// The result of identifying the peer of an accepted descriptor.
    enum Introduction {
        case known(AcceptedConnection)
        /// The system has no peer address any more; the descriptor is closed.
        case gone
        /// The system cannot identify the peer at the moment; the descriptor is still open. With its error code.
        case shortage(Int32)
    }

    /// Identifies the peer. The connection owns the descriptor.
    ///
    /// - Parameter diagnosis: finds the users of peers on loopback; nil if the system cannot.
    static func introduce(
        _ descriptor: Int32, _ endpoint: Endpoint, _ diagnosis: SocketDiagnosis?
    ) -> Introduction {
        if case .unix = endpoint {
            guard let user = PeerUser.bySocket(descriptor) else {
                closeDescriptor(descriptor)
                return .gone
            }
            return .known(
                AcceptedConnection(descriptor, peer: endpoint.description, host: nil, isLocal: true, user: user))
        }
        guard let name = peerName(descriptor) else {
            closeDescriptor(descriptor)
            return .gone
        }
        var user: PeerUser?
        switch name.isLoopback ? diagnosis?.holder(ofPeerOf: descriptor) : nil {
        case .user(let id): user = PeerUser(id: id, groupIDs: nil)
        case .shortage(let code): return .shortage(code)
        case .noProcess, nil: break
        }
        let peer = Endpoint.tcp(host: name.host, port: name.port).description
        return .known(
            AcceptedConnection(descriptor, peer: peer, host: name.host, isLocal: name.isLoopback, user: user))
    }

    private init(_ descriptor: Int32, peer: String, host: String?, isLocal: Bool, user: PeerUser?) {
        self.descriptor = Atomic(descriptor)
        self.peer = peer
        self.host = host
        self.isLocal = isLocal
        self.user = user
    }

    deinit {
        let descriptor = descriptor.load(ordering: .acquiring)
        if descriptor >= 0 { closeDescriptor(descriptor) }
    }

    /// Assigns the connection to a loop. Call it on the loop's thread; only the first call has an effect.
    ///
    /// - Parameters:
    ///   - loop: the loop on whose thread this is called.
    ///   - handler: returns the handler for the new socket, or nil to close it.
    public func open(on loop: EventLoop, _ handler: (Socket) -> (any SocketHandler)?) {
        let descriptor = self.descriptor.exchange(-1, ordering: .acquiringAndReleasing)
        guard descriptor >= 0 else { return }
        let isPipe = host == nil
        guard let socket = try? Socket(loop: loop, isPipe: isPipe) else { return closeDescriptor(descriptor) }
        let memory = UnsafeMutableRawPointer(socket.stream)
        let status =
            isPipe
            ? uv_pipe_open(memory.assumingMemoryBound(to: uv_pipe_t.self), descriptor)
            : uv_tcp_open(memory.assumingMemoryBound(to: uv_tcp_t.self), descriptor)
        guard status == 0 else {
            closeDescriptor(descriptor)
            return socket.close()
        }
        socket.setNoDelay()
        socket.peer = peer
        socket.peerIsLocal = isLocal
        socket.peerUser = user
        guard let handler = handler(socket) else { return socket.close() }
        socket.start(handler)
    }
}
