#if !canImport(Darwin)
    /// The subscriber of operators that reduce many values to one. Any demand requests all values of the upstream
    /// publisher.
    final class Aggregate<Input, Downstream: Subscriber>: Subscriber {
        typealias Failure = Downstream.Failure

        private let delivery: Delivery<Downstream>
        private let link = Link()
        private let onValue: (Input) -> Downstream.Input?
        private let onFinish: () -> Downstream.Input?

        /// - Parameters:
        ///   - onValue: handles a value; a result other than nil is sent at once and completes the stream.
        ///   - onFinish: returns the value to send at the end; nil for none.
        init(
            _ downstream: Downstream, onValue: @escaping (Input) -> Downstream.Input?,
            onFinish: @escaping () -> Downstream.Input?
        ) {
            delivery = Delivery(to: downstream, reserve: 1)
            self.onValue = onValue
            self.onFinish = onFinish
        }

        func receive(subscription: any Subscription) {
            guard link.attach(subscription) else { return }
            delivery.connect(.init(onDemand: { [link] _ in link.request(.unlimited) }, onEnd: link.cancel))
            delivery.start()
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            guard !delivery.isOver, let result = onValue(input) else { return .none }
            link.cancel()
            finish(with: result, .finished)
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            link.end()
            guard !delivery.isOver else { return }
            switch completion {
            case .finished: finish(with: onFinish(), .finished)
            case .failure: finish(with: nil, completion)
            }
        }

        private func finish(with result: Downstream.Input?, _ completion: Subscribers.Completion<Failure>) {
            if let result { _ = delivery.enqueue(result) }
            delivery.enqueue(completion: completion)
            delivery.deliver()
        }
    }
#endif
