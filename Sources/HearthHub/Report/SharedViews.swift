internal import Synchronization

/// The views of all watches: those that are equal become one object. That two watches see the same is then told by
/// looking at two references, for each change and watch.
final class SharedViews: Sendable {
    private struct State {
        /// By hash. Not weak: what has weak references is counted at several times the cost, for each change and watch.
        var views: [Int: WatchView] = [:]
        /// With so many, those that nobody has any more are looked for.
        var sweepCount = 64

        mutating func sweep() {
            for hash in Array(views.keys) {
                guard var view = views.removeValue(forKey: hash) else { continue }
                if !isKnownUniquelyReferenced(&view) { views[hash] = view }
            }
        }
    }

    private let state = Mutex(State())

    /// The view that others have and that is equal to this one; this one, when it is the first.
    func shared(_ view: WatchView) -> WatchView {
        state.withLock { state in
            if let known = state.views[view.hashValue], known == view { return known }
            state.views[view.hashValue] = view
            if state.views.count > state.sweepCount {
                state.sweep()
                state.sweepCount = max(64, 2 * state.views.count)
            }
            return view
        }
    }

    /// How many there are, with some that nobody has any more.
    var count: Int { state.withLock { $0.views.count } }
}
