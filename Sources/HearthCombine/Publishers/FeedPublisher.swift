#if canImport(Combine)
    public import Combine
#endif

/// A publisher made from a closure: each subscription calls it with a ``Feed`` of its own, to be filled from
/// anywhere. The same on every platform.
///
///     FeedPublisher(bufferingNewest: 1) { feed in
///         let id = cache.register(feed)          // sends the present state first
///         return { cache.unregister(id) }
///     }
///
/// Values are handed over one at a time, in the order of `send`, never recursively, and not before the subscriber
/// asks for them. Meanwhile the newest `bufferingNewest` are kept: 1 for state, more for events.
public struct FeedPublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
    private let limit: Int
    private let attach: @Sendable (Feed<Output, Failure>) -> @Sendable () -> Void

    /// `attach` runs on the subscriber's thread before anything is delivered: what it sends is queued, so it may send
    /// under a lock of its own. Its result is called once, after the subscription was cancelled or has completed.
    public init(
        bufferingNewest limit: Int,
        attach: @escaping @Sendable (Feed<Output, Failure>) -> @Sendable () -> Void
    ) {
        self.limit = max(0, limit)
        self.attach = attach
    }

    /// Attaches `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let delivery = Delivery(to: subscriber, reserve: limit)
        delivery.connect(.init(onEnd: attach(Feed(delivery: delivery))))
        delivery.start()
    }
}

/// One subscription to a ``FeedPublisher``, seen from the side that sends. May be kept, copied and used from any
/// thread; keeping it keeps nothing delivered after the end.
public struct Feed<Output: Sendable, Failure: Error>: Sendable {
    private let delivery: any Conduit<Output, Failure> & Sendable

    init(delivery: any Conduit<Output, Failure> & Sendable) {
        self.delivery = delivery
    }

    /// Sends a value; ignored after the end. The subscriber may run before this returns, so hold no lock, except
    /// within `attach`.
    public func send(_ value: Output) {
        _ = delivery.enqueue(value)
        delivery.deliver()
    }

    /// Ends the subscription after the values sent before; ignored after the end. As for `send(_:)`, hold no lock.
    public func send(completion: Subscribers.Completion<Failure>) {
        delivery.enqueue(completion: completion)
        delivery.deliver()
    }
}
