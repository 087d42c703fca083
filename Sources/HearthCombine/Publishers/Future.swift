#if !canImport(Darwin)
    /// A single value or error that becomes available later. Every subscriber gets it, even if attached afterwards.
    public final class Future<Output, Failure: Error>: Publisher {
        /// Fulfils the promise. Only the first call has an effect.
        public typealias Promise = (Result<Output, Failure>) -> Void

        private let lock = Lock()
        private var result: Result<Output, Failure>?
        private var waiting: [any Conduit<Output, Failure>] = []

        /// Calls `attemptToFulfill` immediately with the promise to fulfil.
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
            // Released outside the lock, since this may release a subscriber.
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
