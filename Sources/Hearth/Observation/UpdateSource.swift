internal import HearthBase
internal import HearthCombine
internal import HearthTraitCore
internal import Synchronization

/// A source of updates by object: the difference between the subscriber's objects and the current ones. Slow
/// subscribers receive fewer updates, but never an inconsistent state.
final class UpdateSource<Element: Hashable & Identifiable & Sendable>: ValueSource where Element.ID == String {
    typealias Output = HomeObjectUpdate<Element>

    private struct State {
        var known: [String: Element] = [:]
        var isBegun = false
        /// Updates that have not been delivered yet, in reverse order.
        var pending: [Output] = []
        var token: Observers.Token?
    }

    private let query: HomeQuery<Element>
    private let state = Mutex(State())

    private var connection: HomeConnection { query.connection }

    init(_ query: HomeQuery<Element>, wake: @escaping @Sendable () -> Void) {
        self.query = query
        let token = connection.observe(.objects, wake)
        state.withLock { $0.token = token }
    }

    func next() -> SourceStep<Output, HomeError> {
        if let update = state.withLock({ $0.pending.popLast() }) { return .value(update) }
        switch connection.look({ query.find(connection, $0) }) {
        case .failure(let error):
            return error == .disconnected && state.withLock { $0.isBegun } ? .finished : .failed(error)
        case .success(let found):
            let elements = query.narrow(found)
            return state.withLock { state in
                state.pending = Self.updates(from: state.known, to: elements, isFirst: !state.isBegun).reversed()
                state.known = Dictionary(elements.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
                state.isBegun = true
                return state.pending.popLast().map { .value($0) } ?? .wait
            }
        }
    }

    func cancel() {
        if let token = state.withLock({ $0.token.take() }) { connection.stopObserving(token) }
    }

    /// The updates: removals first, then additions and changes, in ascending order of ID.
    static func updates(from known: [String: Element], to elements: Set<Element>, isFirst: Bool) -> [Output] {
        let present = Set(elements.map(\.id))
        let deleted = known.keys.filter { !present.contains($0) }.ordered().map { Output.deleted(objectID: $0) }
        let others = elements.ordered(by: \.id).compactMap { element -> Output? in
            guard let old = known[element.id] else { return isFirst ? .initial(element) : .added(element) }
            return old == element ? nil : .changed(element)
        }
        return deleted + others
    }
}
