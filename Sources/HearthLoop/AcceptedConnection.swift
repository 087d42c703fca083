internal import CUV
internal import Synchronization

/// A connection that was accepted and belongs to no loop yet: any loop may open it. Closed when nobody does.
public final class AcceptedConnection: Sendable {
    /// The peer's address for logs: `127.0.0.1:40122`, `unix:/run/hearth.sock`.
    public let peer: String
    /// The peer's address without its port: what connections are counted by. nil on a Unix socket.
    public let host: String?
    /// Whether the peer is on this machine: a Unix socket, or loopback.
    public let isLocal: Bool
    /// The user that the peer's process runs as, on a Unix socket.
    public let userID: UInt32?
    private let descriptor: Atomic<Int32>

    /// The descriptor is closed with the object. nil when the system does not tell who the peer is: the connection may
    /// be over already.
    init?(_ descriptor: Int32, _ endpoint: Endpoint) {
        self.descriptor = Atomic(descriptor)
        if case .unix = endpoint {
            peer = endpoint.description
            host = nil
            isLocal = true
            userID = userOfPeer(descriptor)
            if userID == nil { return nil }
        } else {
            let name = peerName(descriptor)
            peer = name.map { Endpoint.tcp(host: $0.host, port: $0.port).description } ?? "?"
            host = name?.host ?? "?"
            isLocal = name?.isLoopback ?? false
            userID = nil
            if name == nil { return nil }
        }
    }

    deinit {
        let descriptor = descriptor.load(ordering: .acquiring)
        if descriptor >= 0 { closeDescriptor(descriptor) }
    }

    /// Makes it a socket of a loop, on whose thread this must be called. The first call counts.
    /// - Parameter handler: who is told of the socket's bytes; nil closes it.
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
        socket.peerUserID = userID
        guard let handler = handler(socket) else { return socket.close() }
        socket.start(handler)
    }
}
