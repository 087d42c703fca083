#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the elements of a sequence as they are requested, then finishes.
        public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
            /// An element.
            public typealias Output = Elements.Element

            /// The elements.
            public let sequence: Elements

            /// Publishes the elements of `sequence`.
            public init(sequence: Elements) {
                self.sequence = sequence
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                SequenceSubscription(sequence.makeIterator(), subscriber).start()
            }
        }
    }

    extension Swift.Sequence {
        /// Publishes the elements as they are requested, then finishes.
        public var publisher: Publishers.Sequence<Self, Never> {
            Publishers.Sequence(sequence: self)
        }
    }

    /// Sends the elements to one subscriber, one at a time. Only the thread that has set `isSending` uses the iterator,
    /// which is foreign code, and the subscriber.
    private final class SequenceSubscription<Iterator: IteratorProtocol, Downstream: Subscriber>: Subscription
    where Downstream.Input == Iterator.Element {
        private let lock = Lock()
        private var downstream: Downstream?
        private var demand = Subscribers.Demand.none
        /// Initially true: `start` sends first.
        private var isSending = true
        private var iterator: Iterator
        /// The next element, read ahead so that the completion follows the last element immediately.
        private var upcoming: Iterator.Element?

        init(_ iterator: Iterator, _ downstream: Downstream) {
            self.iterator = iterator
            self.downstream = downstream
        }

        func start() {
            upcoming = iterator.next()
            lock.withLock { downstream }?.receive(subscription: self)
            send()
        }

        func request(_ demand: Subscribers.Demand) {
            let begins = lock.withLock {
                self.demand += demand
                defer { isSending = true }
                return !isSending
            }
            if begins { send() }
        }

        func cancel() {
            withExtendedLifetime(take()) {}
        }

        private func send() {
            while let upcoming {
                guard let downstream = spend() else { return }
                self.upcoming = iterator.next()
                let more = downstream.receive(upcoming)
                lock.withLock { demand += more }
            }
            take()?.receive(completion: .finished)
        }

        /// The subscriber, if it has requested an element. Otherwise sending stops.
        private func spend() -> Downstream? {
            lock.withLock {
                guard demand > .none, let downstream else {
                    isSending = false
                    return nil
                }
                demand -= 1
                return downstream
            }
        }

        private func take() -> Downstream? {
            lock.withLock {
                defer { downstream = nil }
                return downstream
            }
        }
    }
#endif
