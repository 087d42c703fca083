#if !canImport(Darwin)
    extension Optional {
        /// Publishes the value, if there is one, then finishes.
        public struct Publisher: HearthCombine.Publisher {
            /// The value.
            public typealias Output = Wrapped
            /// It can't fail.
            public typealias Failure = Never

            /// The value or result to publish.
            public let output: Wrapped?

            /// Publishes `output`.
            public init(_ output: Wrapped?) {
                self.output = output
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
                if let output {
                    Just(output).receive(subscriber: subscriber)
                } else {
                    Empty().receive(subscriber: subscriber)
                }
            }
        }

        /// Publishes the value, if there is one, then finishes.
        public var publisher: Publisher { Publisher(self) }
    }

    extension Result {
        /// Publishes the value and finishes, or fails.
        public struct Publisher: HearthCombine.Publisher {
            /// The value.
            public typealias Output = Success

            /// The value or result to publish.
            public let result: Result

            /// Publishes `result`.
            public init(_ result: Result) {
                self.result = result
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
                switch result {
                case .success(let output): Just(output).setFailureType(to: Failure.self).receive(subscriber: subscriber)
                case .failure(let error): Fail(error: error).receive(subscriber: subscriber)
                }
            }
        }

        /// Publishes the value and finishes, or fails.
        public var publisher: Publisher { Publisher(self) }
    }
#endif
