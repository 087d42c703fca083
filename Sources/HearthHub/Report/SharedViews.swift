internal import Synchronization

/// The views of all watches: those that are equal become one object. That two watches see the same is then told by
/// looking at two references, for each change and watch.
final class SharedViews: Sendable {
    private struct Entry {
        weak var view: WatchView?
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        /// With so many, those that nobody has any more are looked for.
        var sweepCount = 64
    }

    private let state = Mutex(State())

    /// The view that others have and that is equal to this one; this one, when it is the first.
    func shared(_ view: WatchView) -> WatchView {
        state.withLock { state in
            if let known = state.entries[view.hashValue]?.view, known == view { return known }
            state.entries[view.hashValue] = Entry(view: view)
            if state.entries.count > state.sweepCount {
                state.entries = state.entries.filter { $0.value.view != nil }
                state.sweepCount = max(64, 2 * state.entries.count)
            }
            return view
        }
    }

    /// How many there are, with some that nobody has any more.
    var count: Int { state.withLock { $0.entries.count } }
}
