#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the upstream values and traps on an error. For publishers that are known not to fail.
        public struct AssertNoFailure<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// It can't fail: it traps instead.
            public typealias Failure = Never

            /// The upstream publisher.
            public let upstream: Upstream
            /// The prefix of the message.
            public let prefix: String
            /// The file for the message.
            public let file: StaticString
            /// The line for the message.
            public let line: UInt

            /// Traps if `upstream` fails, with `prefix`, `file` and `line` in the message.
            public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
                self.upstream = upstream
                self.prefix = prefix
                self.file = file
                self.line = line
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
                upstream.subscribe(Inner(downstream: subscriber, prefix: prefix, file: file, line: line))
            }

            private struct Inner<Downstream: Subscriber>: Subscriber where Downstream.Failure == Never {
                let downstream: Downstream
                let prefix: String
                let file: StaticString
                let line: UInt

                func receive(subscription: any Subscription) {
                    downstream.receive(subscription: subscription)
                }

                func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                    downstream.receive(input)
                }

                func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                    switch completion {
                    case .finished:
                        downstream.receive(completion: .finished)
                    case .failure(let error):
                        let message = prefix.isEmpty ? "\(error)" : "\(prefix): \(error)"
                        fatalError(message, file: file, line: line)  // by contract: assertNoFailure asks for the trap
                    }
                }
            }
        }
    }

    extension Publisher {
        /// Publishes the values and traps on an error. Use `catch` if errors are possible.
        public func assertNoFailure(
            _ prefix: String = "", file: StaticString = #file, line: UInt = #line
        ) -> Publishers.AssertNoFailure<Self> {
            Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
        }
    }
#endif
