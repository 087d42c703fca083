internal import CUV

/// The signals that ask a process to end.
public enum EndSignal: Int32, Sendable {
    /// Ctrl-C.
    case interrupt = 2
    /// The system, or its service manager.
    case terminate = 15
}

extension EventLoop {
    /// The signals that come from now on, instead of their ending the process. Callable from any thread.
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
        // Watched until the loop stops; the few bytes belong to the process.
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
