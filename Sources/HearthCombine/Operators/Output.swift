#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the values at some positions, then finishes and cancels the upstream publisher.
        public struct Output<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let range: Range<Int>

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                guard !range.isEmpty else {
                    return Empty(outputType: Output.self, failureType: Failure.self).receive(subscriber: subscriber)
                }
                var position = -1
                upstream.subscribe(
                    Stage<Output, Failure, S>(subscriber) { [range] value in
                        position += 1
                        guard position >= range.lowerBound else { return .skip }
                        return position < range.upperBound - 1 ? .send(value) : .last(value)
                    })
            }
        }
    }

    extension Publisher {
        /// Publishes the value at `index`, counted from 0, then finishes.
        public func output(at index: Int) -> Publishers.Output<Self> { output(in: index..<(index + 1)) }

        /// Publishes the values at the positions in `range`, counted from 0, then finishes.
        public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
            Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max).clamped(to: 0..<Int.max))
        }
    }
#endif
