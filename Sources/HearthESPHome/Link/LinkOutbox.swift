internal import Synchronization

/// Passes deliveries from a loop's thread to a task, in order.
final class LinkOutbox: Sendable {
    /// The number of waiting deliveries at which the device is no longer read.
    static let full = 256

    private typealias Taker = CheckedContinuation<[LinkMachine.Delivery]?, Never>

    private struct State {
        var waiting: [LinkMachine.Delivery] = []
        var taker: Taker?
        var isEnded = false
    }

    private let state = Mutex(State())

    /// Adds deliveries.
    ///
    /// - Returns: whether the outbox is full.
    func put(_ deliveries: [LinkMachine.Delivery]) -> Bool {
        let (taker, taken, isFull) = state.withLock { state -> (Taker?, [LinkMachine.Delivery], Bool) in
            guard !state.isEnded else { return (nil, [], false) }
            state.waiting += deliveries
            guard let taker = state.taker, !state.waiting.isEmpty else {
                return (nil, [], state.waiting.count >= Self.full)
            }
            state.taker = nil
            defer { state.waiting = [] }
            return (taker, state.waiting, false)
        }
        taker?.resume(returning: taken)
        return isFull
    }

    /// Takes all deliveries, and waits while there are none; nil after ``end()``. For one task at a time.
    func take() async -> [LinkMachine.Delivery]? {
        await withCheckedContinuation { continuation in
            let (isNow, taken) = state.withLock { state -> (Bool, [LinkMachine.Delivery]?) in
                if state.isEnded { return (true, nil) }
                guard state.waiting.isEmpty else {
                    defer { state.waiting = [] }
                    return (true, state.waiting)
                }
                state.taker = continuation
                return (false, nil)
            }
            if isNow { continuation.resume(returning: taken) }
        }
    }

    /// Whether ``end()`` was called.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Drops what waits.
    func end() {
        let taker = state.withLock { state in
            state.isEnded = true
            state.waiting = []
            defer { state.taker = nil }
            return state.taker
        }
        taker?.resume(returning: nil)
    }
}
