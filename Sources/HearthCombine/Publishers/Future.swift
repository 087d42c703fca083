#if !canImport(Combine)
    /// One value, or an error, that comes later: every subscriber gets it, also those that come after it.
    public final class Future<Output, Failure: Error>: Publisher {
        /// Keeps the promise; only the first call counts.
        public typealias Promise = (Result<Output, Failure>) -> Void

        private let lock = Lock()
        private var result: Result<Output, Failure>?
        private var waiting: [any Conduit<Output, Failure>] = []

        /// Calls `attemptToFulfill` at once, with the promise that it is to keep.
        public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
            attemptToFulfill(fulfill)
        }

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let delivery = Delivery(to: subscriber, reserve: 1)
            delivery.connect(
                .init(onEnd: { [weak delivery] in
                    if let delivery { self.forget(delivery) }
                }))
            lock.withLock {
                if let result { Self.put(result, into: delivery) } else { waiting.append(delivery) }
            }
            delivery.start()
        }

        private func fulfill(_ result: Result<Output, Failure>) {
            let receivers = lock.withLock { () -> [any Conduit<Output, Failure>] in
                guard self.result == nil else { return [] }
                self.result = result
                defer { waiting = [] }
                for conduit in waiting { Self.put(result, into: conduit) }
                return waiting
            }
            for receiver in receivers { receiver.deliver() }
        }

        private func forget(_ conduit: any Conduit<Output, Failure>) {
            // Its release may release a subscriber: outside of the lock.
            _ = lock.withLock {
                waiting.firstIndex { $0 === conduit }.map { waiting.remove(at: $0) }
            }
        }

        private static func put(_ result: Result<Output, Failure>, into conduit: any Conduit<Output, Failure>) {
            switch result {
            case .success(let value):
                _ = conduit.enqueue(value)
                conduit.enqueue(completion: .finished)
            case .failure(let error):
                conduit.enqueue(completion: .failure(error))
            }
        }
    }
#endif
