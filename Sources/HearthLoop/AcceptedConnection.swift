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

    /// Owns the descriptor. Returns nil if the system can't name the peer, for example because it has already
    /// disconnected.
    init?(_ descriptor: Int32, _ endpoint: Endpoint) {
        self.descriptor = Atomic(descriptor)
        if case .unix = endpoint {
            peer = endpoint.description
            host = nil
            isLocal = true
            user = .bySocket(descriptor)
            if user == nil { return nil }
        } else {
            let name = peerName(descriptor)
            peer = name.map { Endpoint.tcp(host: $0.host, port: $0.port).description } ?? "?"
            host = name?.host ?? "?"
            isLocal = name?.isLoopback ?? false
            user = isLocal ? .byLoopback(descriptor) : nil
            if name == nil { return nil }
        }
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
