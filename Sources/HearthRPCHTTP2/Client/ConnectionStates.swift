internal import Synchronization

/// How a client stands to its server.
public enum ConnectionState: Hashable, Sendable {
    /// No connection; the next call makes one.
    case idle
    case connecting
    /// The server speaks HTTP/2 with us.
    case ready
    /// The last attempt failed (gRPC's TRANSIENT_FAILURE). After a back-off the next call tries again; a call that waits
    /// for ready makes the client try by itself.
    case unavailable(reason: String)
    /// Closed by its user (gRPC's SHUTDOWN).
    case closed
}

/// The state of a connection, and those who watch it.
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
