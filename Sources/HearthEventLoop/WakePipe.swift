internal import CUV

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Wakes a loop from other threads: a pipe that the loop polls.
///
/// Used instead of libuv's `uv_async_t`, whose receiver spins until its sender has left `uv_async_send`: on a single
/// processor, where the woken loop preempts the sender, that takes 50 µs each time.
struct WakePipe {
    private let reading: Int32
    private let writing: Int32

    init() throws(LoopError) {
        var ends: (uv_file, uv_file) = (-1, -1)
        let status = withUnsafeMutablePointer(to: &ends) { ends in
            ends.withMemoryRebound(to: uv_file.self, capacity: 2) {
                uv_pipe($0, Int32(UV_NONBLOCK_PIPE.rawValue), Int32(UV_NONBLOCK_PIPE.rawValue))
            }
        }
        try LoopError.check(status, "a loop's wake-up cannot be made")
        (reading, writing) = ends
    }

    /// Calls `woken` on the loop's thread after each ``signal()``.
    func start(
        _ loop: UnsafeMutablePointer<uv_loop_t>, _ handle: UnsafeMutablePointer<uv_poll_t>, _ woken: uv_poll_cb
    ) throws(LoopError) {
        try LoopError.check(uv_poll_init(loop, handle, reading), "a loop's wake-up cannot be made")
        handle.pointee.data = nil
        try LoopError.check(
            uv_poll_start(handle, Int32(UV_READABLE.rawValue), woken), "a loop's wake-up cannot be watched")
    }

    /// Callable from any thread. If the pipe is full, the loop is already being woken.
    func signal() {
        var byte: UInt8 = 1
        while write(writing, &byte, 1) < 0, errno == EINTR {}
    }

    /// Discards pending signals.
    func clear() {
        var bytes: UInt64 = 0
        while read(reading, &bytes, MemoryLayout.size(ofValue: bytes)) == MemoryLayout.size(ofValue: bytes) {}
    }

    func close() {
        closeDescriptor(reading)
        closeDescriptor(writing)
    }
}
