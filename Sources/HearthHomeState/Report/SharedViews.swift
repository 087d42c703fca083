internal import Synchronization

/// The views of all watches, where equal views become one object. To see that two watches have the same view, comparing
/// two references is then enough, for each change and watch.
///
/// Its lock guards the views. It may be taken under the locks of structures and subscriptions, and none is taken under
/// it.
package final class SharedViews: Sendable {
    private struct State {
        /// By hash. Not weak: counting references of objects that have weak ones costs several times as much.
        var views: [Int: WatchView] = [:]
        /// The number of views at which unused ones are removed.
        var sweepCount = 64

        mutating func sweep() {
            for hash in Array(views.keys) {
                guard var view = views.removeValue(forKey: hash) else { continue }
                if !isKnownUniquelyReferenced(&view) { views[hash] = view }
            }
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// The existing view that equals this one, or else this one.
    package func shared(_ view: WatchView) -> WatchView {
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

    /// The number of views, including some unused ones.
    var count: Int { state.withLock { $0.views.count } }
}
