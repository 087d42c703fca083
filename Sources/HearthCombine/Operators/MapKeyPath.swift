#if !canImport(Darwin)
    extension Publishers {
        /// Publishes a property of each value.
        public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let keyPath: KeyPath<Upstream.Output, Output>

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.map { [keyPath] in $0[keyPath: keyPath] }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes the property at `keyPath` of each value.
        public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
            Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
        }

        /// Publishes two properties of each value.
        public func map<A, B>(
            _ first: KeyPath<Output, A>, _ second: KeyPath<Output, B>
        ) -> Publishers.Map<Self, (A, B)> {
            map { ($0[keyPath: first], $0[keyPath: second]) }
        }

        /// Publishes three properties of each value.
        public func map<A, B, C>(
            _ first: KeyPath<Output, A>, _ second: KeyPath<Output, B>, _ third: KeyPath<Output, C>
        ) -> Publishers.Map<Self, (A, B, C)> {
            map { ($0[keyPath: first], $0[keyPath: second], $0[keyPath: third]) }
        }
    }
#endif
