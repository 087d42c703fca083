internal import CUV

/// Accepts connections on a TCP port or a Unix socket. On its loop's thread only.
public final class Listener: HandleOwner {
    /// The endpoint it listens on, with the actual port if port 0 was requested.
    public let endpoint: Endpoint
    private let loop: EventLoop
    private let socket: ListeningSocket
    private let poll: UnsafeMutablePointer<uv_poll_t>
    private var isClosed = false
    private var pause: LoopTimer?
    private let accept: (AcceptedConnection) -> Void
    private let onShortage: (LoopError) -> Void

    /// The most connections accepted before the loop's other work gets a turn.
    private static let acceptedAtOnce = 64
    /// How long to pause accepting after the process has run out of descriptors.
    private static let pauseAfterShortage: Duration = .milliseconds(100)

    /// Starts listening. A stale Unix socket file is replaced; a live one, or a port in use, is an error.
    ///
    /// - Parameters:
    ///   - loop: the loop that accepts.
    ///   - endpoint: the address to listen on.
    ///   - mode: access mode of a Unix socket's file. Default: only this process's user can connect.
    ///   - onShortage: called when connections have to wait because descriptors or memory have run out.
    ///   - accept: takes a new connection, which is closed when it is released.
    public init(
        loop: EventLoop, endpoint: Endpoint, mode: UInt16 = 0o600, onShortage: @escaping (LoopError) -> Void = { _ in },
        accept: @escaping (AcceptedConnection) -> Void
    ) throws(LoopError) {
        self.loop = loop
        self.accept = accept
        self.onShortage = onShortage
        socket = try ListeningSocket(endpoint, mode: mode)
        self.endpoint = socket.endpoint
        poll = .allocate(capacity: 1)
        let status = uv_poll_init_socket(loop.uv, poll, socket.descriptor)
        super.init()
        guard status == 0 else {
            poll.deallocate()
            isClosed = true
            closeSocket()
            throw LoopError(status, "cannot listen on \(endpoint)")
        }
        // libuv keeps the listener alive until its close callback.
        poll.pointee.data = Unmanaged.passRetained(self as HandleOwner).toOpaque()
        startPolling()
    }

    private func startPolling() {
        guard !isClosed else { return }
        uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { poll, _, _ in
            guard let data = poll?.pointee.data else { return }
            (Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? Listener)?.acceptSome()
        }
    }

    private func acceptSome() {
        for _ in 0..<Self.acceptedAtOnce where !isClosed {
            switch acceptConnection(socket.descriptor, endpoint) {
            case .accepted(let descriptor):
                if let connection = AcceptedConnection(descriptor, endpoint) { accept(connection) }
            case .gone: continue
            case .nobody: return
            case .shortage(let error):
                uv_poll_stop(poll)
                pause = loop.schedule(after: Self.pauseAfterShortage) { [unowned self] in startPolling() }
                return onShortage(error)
            }
        }
    }

    /// Stops accepting and removes the Unix socket's file. Open connections stay open.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        pause?.cancel()
        uv_poll_stop(poll)
        closeSocket()
        uv_close(poll.asHandle) { handle in
            guard let handle, let data = handle.pointee.data else { return }
            Unmanaged<HandleOwner>.fromOpaque(data).release()
            UnsafeMutableRawPointer(handle).deallocate()
        }
    }

    private func closeSocket() {
        if case .unix(let path) = endpoint { removeFile(path) }
        closeDescriptor(socket.descriptor)
    }

    override func loopIsStopping() { close() }
}
