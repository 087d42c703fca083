internal import Synchronization

/// The connectivity of a client, after gRPC's channel states.
public enum ConnectionState: Hashable, Sendable {
    /// No connection; the next call opens one (gRPC's IDLE).
    case idle
    /// A connection is being established: TCP, TLS, HTTP/2 (gRPC's CONNECTING).
    case connecting
    /// An HTTP/2 connection is established (gRPC's READY).
    case ready
    /// The last attempt to connect failed (gRPC's TRANSIENT_FAILURE). The next call after the back-off tries again;
    /// while a call waits with ``CallOptions/waitForReady`` the client retries on its own.
    case unavailable(reason: String)
    /// Closed by the application (gRPC's SHUTDOWN).
    case closed
}

/// The current connection state and its observers' streams.
final class ConnectionStates: Sendable {
    private struct State {
        var current = ConnectionState.idle
        var watchers: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())

    var current: ConnectionState { state.withLock { $0.current } }

    func set(_ new: ConnectionState) {
        let watchers = state.withLock { state in
            guard state.current != new else { return [AsyncStream<ConnectionState>.Continuation]() }
            state.current = new
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.yield(new) }
    }

    func updates() -> AsyncStream<ConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ConnectionState.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.watchers[state.nextID] = continuation
            continuation.yield(state.current)
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.watchers[id] = nil }
        }
        return stream
    }
}
