#if !canImport(Darwin)
    extension Publishers {
        /// Drops the first values.
        public struct Drop<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let count: Int

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var left = count
                upstream.filter { _ in
                    guard left > 0 else { return true }
                    left -= 1
                    return false
                }.receive(subscriber: subscriber)
            }
        }

        /// Drops values until a closure returns false.
        public struct DropWhile<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let predicate: (Upstream.Output) -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var drops = true
                upstream.filter { [predicate] value in
                    if drops { drops = predicate(value) }
                    return !drops
                }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Drops the first `count` values.
        public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
            Publishers.Drop(upstream: self, count: count)
        }

        /// Drops values until `predicate` returns false.
        public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
            Publishers.DropWhile(upstream: self, predicate: predicate)
        }
    }
#endif
