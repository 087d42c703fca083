#if !canImport(Combine)
    extension Publishers {
        /// Sends the values that differ from the one sent before.
        public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            /// The publisher before.
            public let upstream: Upstream
            /// True when the second value adds nothing to the first.
            public let predicate: (Output, Output) -> Bool

            /// Leaves out the values of `upstream` that `predicate` calls equal to the one sent before.
            public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
                self.upstream = upstream
                self.predicate = predicate
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                // Each subscriber has its own `last`. It needs no lock: a publisher sends one value at a time.
                var last: Output?
                upstream.filter { [predicate] value in
                    if let last, predicate(last, value) { return false }
                    last = value
                    return true
                }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher where Output: Equatable {
        /// Sends the values that differ from the one sent before.
        public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
            removeDuplicates(by: ==)
        }
    }

    extension Publisher {
        /// Leaves out the values that `predicate` calls equal to the one sent before.
        public func removeDuplicates(
            by predicate: @escaping (Output, Output) -> Bool
        ) -> Publishers.RemoveDuplicates<Self> {
            Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
        }
    }
#endif
