internal import CUV

/// Kept alive by a libuv handle until the handle is closed.
public class HandleOwner {
    init() {}
    func loopIsStopping() {}
}

/// Receives a socket's events, on its loop's thread.
public protocol SocketHandler: AnyObject {
    /// Bytes have arrived. The span is only valid during the call.
    func received(_ bytes: RawSpan)
    /// All bytes that ``Socket/write(_:)`` had to queue have been sent.
    func writesAreDone()
    /// The connection is closed: by the peer (nil), by an error, or by ``Socket/close()``. Called once, as the last
    /// event.
    func closed(_ error: LoopError?)
}

/// A TCP or Unix socket connection. On its loop's thread only.
public final class Socket: HandleOwner {
    /// The loop that owns it.
    public let loop: EventLoop
    /// The peer's address for logs.
    public internal(set) var peer = ""
    /// Whether an accepted connection comes from this machine, by loopback or a Unix socket.
    public internal(set) var peerIsLocal = false
    /// The user of the peer's process, for accepted connections within this machine.
    public internal(set) var peerUser: PeerUser?
    /// Receives the events; retained until the connection is closed.
    public private(set) var handler: (any SocketHandler)?

    let stream: UnsafeMutablePointer<uv_stream_t>
    private var isClosed = false
    /// See ``ReadShares``.
    private var reader = ReadShares.Reader()
    private var gathering: InputGathering?
    private var gatheringTimer: LoopTimer?
    /// Set when writing failed; the socket is then read to its end.
    private var sendError: LoopError?
    /// The most time for that. The peer's bytes have already arrived, so this limits peers that only refuse to receive.
    private static let readOnTime: Duration = .seconds(1)
    /// Bytes passed to ``write(_:)`` and not yet reported as sent.
    public private(set) var pendingBytes = 0

    /// The part of ``pendingBytes`` that the system has not accepted yet. May shrink before ``pendingBytes`` does.
    public var unsentBytes: Int { isClosed ? 0 : uv_stream_get_write_queue_size(stream) }

    /// - Parameter isPipe: true for a Unix socket, false for TCP.
    init(loop: EventLoop, isPipe: Bool) throws(LoopError) {
        self.loop = loop
        let size = uv_handle_size(isPipe ? UV_NAMED_PIPE : UV_TCP)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stream = memory.assumingMemoryBound(to: uv_stream_t.self)
        let status =
            isPipe
            ? uv_pipe_init(loop.uv, memory.assumingMemoryBound(to: uv_pipe_t.self), 0)
            : uv_tcp_init(loop.uv, memory.assumingMemoryBound(to: uv_tcp_t.self))
        super.init()
        guard status == 0 else {
            memory.deallocate()
            isClosed = true
            throw LoopError(status, "a socket cannot be made")
        }
        // libuv keeps the socket alive until its close callback.
        stream.pointee.data = Unmanaged.passRetained(self as HandleOwner).toOpaque()
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> Socket? {
        guard let data else { return nil }
        return Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? Socket
    }

    /// Starts reading and reporting events to `handler`.
    public func start(_ handler: any SocketHandler) {
        guard !isClosed else { return handler.closed(nil) }
        self.handler = handler
        startReading()
    }

    /// Whether to read the peer's bytes. Without reading, back-pressure stops the peer, and its disconnection goes
    /// unnoticed.
    public var isReading = true {
        didSet {
            guard isReading != oldValue, !isClosed, handler != nil else { return }
            if isReading { startReading() } else { uv_read_stop(stream) }
        }
    }

    /// By default, and right after a write, input is reported immediately. After 4 reads within `pause`, it is reported
    /// once per `pause`, or as soon as 16 KiB wait. Has no effect on Unix sockets.
    public func gatherInput(for pause: Duration) { gathering = InputGathering(pause: pause) }

    /// The bytes that are read without waiting for the end of the pause.
    private static let gatheredBytes: Int32 = 16 << 10

    private func inputWasRead(_ count: Int) {
        guard !isClosed, gathering?.read(count, at: loop.now) == true, let pause = gathering?.pause else { return }
        setLowWater(Self.gatheredBytes)
        gatheringTimer = loop.schedule(after: pause) { [unowned self] in
            gathering?.ended(at: loop.now)
            readAtOnce()
        }
    }

    /// Reads what was gathered, as the system then reports it.
    private func readAtOnce() {
        gatheringTimer?.cancel()
        gatheringTimer = nil
        setLowWater(1)
    }

    /// Sets how many bytes must have arrived before the loop is woken.
    private func setLowWater(_ bytes: Int32) {
        var descriptor: uv_os_fd_t = -1
        guard uv_fileno(stream.asHandle, &descriptor) == 0 else { return }
        setReceiveLowWater(descriptor, bytes)
    }

    private func startReading() {
        let status = uv_read_start(
            stream,
            { handle, _, buffer in
                guard let loop = EventLoop.of(handle?.pointee.loop), let data = handle?.pointee.data else { return }
                let socket = unsafeDowncast(
                    Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue(), to: Socket.self)
                // With 0 bytes the socket is skipped, and is ready again at the next poll.
                let share = loop.reads.take(&socket.reader, isLate: loop.isTurnLong)
                buffer?.pointee = uv_buf_init(
                    loop.readBuffer.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(share))
            },
            { stream, count, buffer in
                guard let data = stream?.pointee.data else { return }
                let socket = unsafeDowncast(
                    Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue(), to: Socket.self)
                if count > 0 {
                    socket.reader.read(count)
                    socket.handler?.received(UnsafeRawBufferPointer(start: buffer?.pointee.base, count: count).bytes)
                    if socket.gathering != nil { socket.inputWasRead(count) }
                } else if count < 0, count != Int(UV_ENOBUFS.rawValue) {
                    let isEnd = count == Int(UV_EOF.rawValue) || count == Int(UV_ECONNRESET.rawValue)
                    let broken = isEnd ? nil : LoopError(Int32(count), "the connection to \(socket.peer) broke")
                    socket.close(socket.sendError ?? broken)
                }
            })
        if status < 0 { close(LoopError(status, "the connection to \(peer) cannot be read")) }
    }

    /// Reports events to another handler from now on. The previous one is not notified.
    public func handOver(to handler: any SocketHandler) {
        guard !isClosed else { return handler.closed(nil) }
        self.handler = handler
    }

    /// Sends bytes. What the system doesn't accept immediately is queued; ``SocketHandler/writesAreDone()`` is called
    /// when the queue is empty. Producers should pause while ``pendingBytes`` is not 0.
    public func write(_ bytes: [UInt8]) {
        guard !isClosed, sendError == nil, !bytes.isEmpty else { return }
        if gathering?.wrote() == true { readAtOnce() }
        bytes.withUnsafeBytes { bytes in
            var sent = 0
            if pendingBytes == 0 {
                var buffer = Self.buffer(bytes)
                let status = uv_try_write(stream, &buffer, 1)
                if status < 0, status != Int32(UV_EAGAIN.rawValue) {
                    return fail(status)
                }
                sent = max(0, Int(status))
            }
            if sent < bytes.count { keep(UnsafeRawBufferPointer(rebasing: bytes[sent...])) }
        }
    }

    private static func buffer(_ bytes: UnsafeRawBufferPointer) -> uv_buf_t {
        uv_buf_init(
            UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self)),
            UInt32(clamping: bytes.count))
    }

    private func keep(_ rest: UnsafeRawBufferPointer) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: rest.count, alignment: 1)
        copy.copyMemory(from: rest)
        let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
        request.pointee.data = Unmanaged.passRetained(PendingWrite(self, copy)).toOpaque()
        var buffer = Self.buffer(UnsafeRawBufferPointer(copy))
        pendingBytes += rest.count
        let status = uv_write(request, stream, &buffer, 1) { request, status in
            guard let request, let data = request.pointee.data else { return }
            let pending = Unmanaged<PendingWrite>.fromOpaque(data).takeRetainedValue()
            request.deallocate()
            pending.socket.written(pending.bytes.count, status)
        }
        guard status < 0 else { return }
        Unmanaged<PendingWrite>.fromOpaque(request.pointee.data).release()
        request.deallocate()
        fail(status)
    }

    private final class PendingWrite {
        let socket: Socket
        let bytes: UnsafeMutableRawBufferPointer

        init(_ socket: Socket, _ bytes: UnsafeMutableRawBufferPointer) {
            self.socket = socket
            self.bytes = bytes
        }

        deinit { bytes.deallocate() }
    }

    private func written(_ count: Int, _ status: Int32) {
        pendingBytes -= count
        if isClosed { return }
        if status < 0 { return fail(status) }
        if pendingBytes == 0 { handler?.writesAreDone() }
    }

    /// Records that sending failed. Bytes that the peer sent before are still read: they may say why, and which calls
    /// the peer has not begun (GOAWAY; RFC 9113, section 6.8).
    private func fail(_ status: Int32) {
        guard sendError == nil else { return }
        sendError = LoopError(status, "nothing can be sent to \(peer)")
        _ = loop.schedule(after: Self.readOnTime) { [weak self] in self?.close(self?.sendError) }
    }

    /// Closes the connection.
    public func close() { close(nil) }

    private func close(_ error: LoopError?) {
        guard !isClosed else { return }
        isClosed = true
        gatheringTimer?.cancel()
        gatheringTimer = nil
        uv_close(stream.asHandle) { handle in
            guard let handle, let data = handle.pointee.data else { return }
            Unmanaged<HandleOwner>.fromOpaque(data).release()
            UnsafeMutableRawPointer(handle).deallocate()
        }
        let handler = self.handler
        self.handler = nil
        handler?.closed(error)
    }

    override func loopIsStopping() { close(nil) }

    /// Enables TCP keepalive: the system probes the peer after this time of silence, and closes the connection if it
    /// does not answer. For TCP only.
    public func keepAlive(after silence: Duration) {
        guard !isClosed, stream.pointee.type == UV_TCP else { return }
        let seconds = UInt32(clamping: max(silence.components.seconds, 1))
        uv_tcp_keepalive(UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_tcp_t.self), 1, seconds)
    }

    /// Disables Nagle's algorithm: responses are complete when they are sent.
    func setNoDelay() {
        guard stream.pointee.type == UV_TCP else { return }
        uv_tcp_nodelay(UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_tcp_t.self), 1)
    }
}
