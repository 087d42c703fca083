internal import HearthBase
internal import Synchronization

/// The headers and trailers of a call's response. Callable from any thread.
package final class ResponseMetadata: Sendable {
    private struct State {
        var headers: Result<Metadata, RPCError>?
        var trailers: Metadata?
        /// Created on demand: callers rarely wait for headers.
        var waiting: OneShot<Result<Metadata, RPCError>>?
    }

    private let state = Mutex(State())

    package init() {}

    package func received(headers: Metadata) { set(.success(headers), trailers: nil) }

    /// Records the end of the call: OK if there is no error.
    package func ended(_ error: RPCError?, trailers: Metadata) {
        set(error.map { .failure($0) } ?? .success(Metadata()), trailers: trailers)
    }

    private func set(_ headers: Result<Metadata, RPCError>, trailers: Metadata?) {
        let (waiting, first) = state.withLock { state in
            if state.headers == nil { state.headers = headers }
            if let trailers, state.trailers == nil { state.trailers = trailers }
            return (state.waiting.take(), state.headers)
        }
        if let waiting, let first { waiting.set(first) }
    }

    /// Waits for the headers.
    package nonisolated(nonsending) func headers() async throws(RPCError) -> Metadata {
        let (here, waiting) = state.withLock { state in
            if state.headers == nil { state.waiting = state.waiting ?? OneShot() }
            return (state.headers, state.waiting)
        }
        if let here { return try here.get() }
        guard let headers = await waiting?.wait() else {
            throw RPCError(.cancelled, "the task that waited for the response's headers was cancelled")
        }
        return try headers.get()
    }

    /// nil before the end.
    package var trailers: Metadata? { state.withLock { $0.trailers } }
}
