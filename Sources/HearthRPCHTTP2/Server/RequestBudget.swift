internal import HearthRPC
internal import Synchronization

/// Limits the bytes that a server holds of incomplete requests, over all its connections.
final class RequestBudget: Sendable {
    /// Smaller amounts are not counted, since nearly all requests arrive whole.
    static let uncounted = 1 << 10

    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var all = 0
        var byPrincipal: [String: Int] = [:]
    }

    /// - Parameter limit: for all callers; one may use a quarter of it. All unauthenticated callers count as one.
    init(limit: Int) { self.limit = limit }

    /// Adds to the count of a caller, or subtracts; returns false, with nothing added, when that would exceed a limit.
    func change(by count: Int, of principal: Principal) -> Bool {
        let id = principal.isAnonymous ? "" : principal.id
        return state.withLock { state in
            let own = state.byPrincipal[id, default: 0] + count
            guard count <= 0 || own <= limit / 4 && state.all + count <= limit else { return false }
            state.all += count
            state.byPrincipal[id] = own > 0 ? own : nil
            return true
        }
    }

    /// The bytes counted now.
    var held: Int { state.withLock { $0.all } }
}
