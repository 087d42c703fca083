internal import CUV

/// Accepts connections on a TCP port or a Unix socket. On its loop's thread only.
public final class Listener: HandleOwner {
    /// The endpoint it listens on, with the actual port if port 0 was requested.
    public let endpoint: Endpoint
    /// Why the users of local callers are unknown; nil if they are known, and always on a Unix socket.
    public let userError: LoopError?
    private let loop: EventLoop
    private let socket: ListeningSocket
    private let poll: UnsafeMutablePointer<uv_poll_t>
    private var isClosed = false
    private var pause: LoopTimer?
    private let diagnosis: SocketDiagnosis?
    /// An accepted connection whose peer the system could not identify yet, for lack of memory.
    private var unknown: Int32?
    private var reserve = DescriptorReserve()
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
    public convenience init(
        loop: EventLoop, endpoint: Endpoint, mode: UInt16 = 0o600, onShortage: @escaping (LoopError) -> Void = { _ in },
        accept: @escaping (AcceptedConnection) -> Void
    ) throws(LoopError) {
        try self.init(
            loop: loop, endpoint: endpoint, mode: mode, diagnosis: SocketDiagnosis.open, onShortage: onShortage,
            accept: accept)
    }

    /// - Parameter diagnosis: creates the object that finds the users of callers on loopback.
    init(
        loop: EventLoop, endpoint: Endpoint, mode: UInt16 = 0o600,
        diagnosis: () throws(LoopError) -> SocketDiagnosis, onShortage: @escaping (LoopError) -> Void,
        accept: @escaping (AcceptedConnection) -> Void
    ) throws(LoopError) {
        self.loop = loop
        self.accept = accept
        self.onShortage = onShortage
        let socket = try ListeningSocket(endpoint, mode: mode)
        self.socket = socket
        self.endpoint = socket.endpoint
        do throws(LoopError) {
            (self.diagnosis, userError) = try Self.diagnosis(of: socket.endpoint, diagnosis)
        } catch {
            closeDescriptor(socket.descriptor)
            throw error
        }
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

    private static func diagnosis(
        of endpoint: Endpoint, _ make: () throws(LoopError) -> SocketDiagnosis
    ) throws(LoopError) -> (SocketDiagnosis?, LoopError?) {
        guard case .tcp = endpoint else { return (nil, nil) }
        do throws(LoopError) {
            let diagnosis = try make()
            if let own = LoopbackAddress(of: endpoint) { try diagnosis.check(listeningAt: own) }
            return (diagnosis, nil)
        } catch {
            // A shortage may soon be over, so it does not disable the diagnosis for good.
            if error.isShortage { throw error }
            return (
                nil,
                LoopError(
                    code: error.code,
                    message: "the system does not tell which user of this machine connects to \(endpoint), so the "
                        + "server's own is not recognised there; connect to a Unix socket, or with a credential: "
                        + error.message)
            )
        }
    }

    private func startPolling() {
        guard !isClosed else { return }
        uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { poll, _, _ in
            guard let data = poll?.pointee.data else { return }
            (Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? Listener)?.acceptSome()
        }
    }

    private func acceptSome() {
        for turn in 0..<Self.acceptedAtOnce where !isClosed {
            let descriptor: Int32
            if let unknown = unknown.take() {
                descriptor = unknown
            } else if reserve.isReached(socket.descriptor) {
                // Only on the first turn is it certain that a connection is waiting.
                return turn == 0 ? pause(.shortage(of: endpoint)) : ()
            } else {
                switch acceptConnection(socket.descriptor, endpoint) {
                case .accepted(let accepted):
                    reserve.took(accepted)
                    descriptor = accepted
                case .gone: continue
                case .nobody: return
                case .shortage(let error): return pause(error)
                }
            }
            switch AcceptedConnection.introduce(descriptor, endpoint, diagnosis) {
            case .known(let connection): accept(connection)
            case .gone: continue
            case .shortage(let code):
                unknown = descriptor
                return pause(LoopError(-code, "\(endpoint) cannot identify a client"))
            }
        }
    }

    private func pause(_ error: LoopError) {
        uv_poll_stop(poll)
        pause = loop.schedule(after: Self.pauseAfterShortage) { [unowned self] in
            startPolling()
            if unknown != nil { acceptSome() }
        }
        onShortage(error)
    }

    /// Stops accepting and removes the Unix socket's file. Open connections stay open.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        pause?.cancel()
        if let unknown = unknown.take() { closeDescriptor(unknown) }
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
