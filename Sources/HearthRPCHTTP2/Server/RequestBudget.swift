internal import HearthRPC
internal import Synchronization

/// The bytes that a server keeps of requests that are not complete, over all its connections.
final class RequestBudget: Sendable {
    /// Fewer are not counted, as nearly all requests come whole.
    static let uncounted = 1 << 10

    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var all = 0
        var byPrincipal: [String: Int] = [:]
    }

    /// - Parameter limit: for all callers; one may have a quarter of it. All who have not said who they are count as one.
    init(limit: Int) { self.limit = limit }

    /// Counts more bytes, or fewer. Refused, and not counted, when that would be more than there may be.
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

    /// The bytes that are counted now.
    var held: Int { state.withLock { $0.all } }
}
