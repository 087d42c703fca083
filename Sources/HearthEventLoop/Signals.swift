internal import CUV

/// A signal that asks the process to terminate.
public enum EndSignal: Int32, Sendable {
    /// SIGINT, sent by Ctrl-C.
    case interrupt = 2
    /// SIGTERM, sent by service managers.
    case terminate = 15
}

extension EventLoop {
    /// Catches SIGINT and SIGTERM from now on. Each one is an element of the stream and no longer ends the process.
    /// Thread-safe.
    public func endSignals() -> AsyncStream<EndSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: EndSignal.self)
        post {
            for signal in [EndSignal.interrupt, .terminate] { self.watch(signal, continuation) }
        }
        return stream
    }

    private func watch(_ signal: EndSignal, _ continuation: AsyncStream<EndSignal>.Continuation) {
        let handle = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
        uv_signal_init(uv, handle)
        // Installed until the loop stops; the watcher is never freed.
        handle.pointee.data = Unmanaged.passRetained(Watcher(continuation)).toOpaque()
        uv_signal_start(
            handle,
            { handle, number in
                guard let data = handle?.pointee.data, let signal = EndSignal(rawValue: number) else { return }
                Unmanaged<Watcher>.fromOpaque(data).takeUnretainedValue().continuation.yield(signal)
            }, signal.rawValue)
    }

    private final class Watcher {
        let continuation: AsyncStream<EndSignal>.Continuation
        init(_ continuation: AsyncStream<EndSignal>.Continuation) { self.continuation = continuation }
    }
}
