internal import CUV

/// Tells when a descriptor can be read or written that a C library owns and uses by itself, such as the socket of a
/// database's client. On its loop's thread only.
package final class DescriptorWatch: HandleOwner {
    private let poll: UnsafeMutablePointer<uv_poll_t>
    private var isClosed = false
    private var ready: ((_ isReadable: Bool, _ isWritable: Bool) -> Void)?
    private var loopStops: (() -> Void)?

    /// Prepares a watch, which begins with ``watch(reading:writing:)``.
    ///
    /// - Parameters:
    ///   - loop: the loop that polls the descriptor.
    ///   - descriptor: must stay open until ``close()``.
    ///   - ready: called on the loop's thread while the descriptor can be used. An error of it counts as readable.
    ///   - loopStops: called when the loop stops; must call ``close()``.
    package init(
        loop: EventLoop, descriptor: Int32, ready: @escaping (_ isReadable: Bool, _ isWritable: Bool) -> Void,
        loopStops: @escaping () -> Void
    ) throws(LoopError) {
        let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
        self.poll = poll
        let status = uv_poll_init_socket(loop.uv, poll, descriptor)
        guard status == 0 else {
            poll.deallocate()
            throw LoopError(status, "a descriptor cannot be watched")
        }
        self.ready = ready
        self.loopStops = loopStops
        super.init()
        // libuv keeps the watch alive until its close callback.
        poll.pointee.data = Unmanaged.passRetained(self as HandleOwner).toOpaque()
    }

    /// Sets what to wait for.
    package func watch(reading: Bool, writing: Bool) {
        guard !isClosed else { return }
        let events = (reading ? UV_READABLE.rawValue : 0) | (writing ? UV_WRITABLE.rawValue : 0)
        guard events != 0 else {
            uv_poll_stop(poll)
            return
        }
        uv_poll_start(poll, Int32(events)) { poll, status, events in
            guard let data = poll?.pointee.data else { return }
            let watch = Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? DescriptorWatch
            let events = UInt32(bitPattern: events)
            watch?.ready?(status < 0 || events & UV_READABLE.rawValue != 0, events & UV_WRITABLE.rawValue != 0)
        }
    }

    /// Ends the watch. The descriptor may be closed after it.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        (ready, loopStops) = (nil, nil)
        uv_poll_stop(poll)
        uv_close(poll.asHandle) { handle in
            guard let handle, let data = handle.pointee.data else { return }
            Unmanaged<HandleOwner>.fromOpaque(data).release()
            UnsafeMutableRawPointer(handle).deallocate()
        }
    }

    override func loopIsStopping() { loopStops?() }
}
