#if !canImport(Combine)
    extension Publishers {
        /// Passes the values on and stops the program at an error: the app's author says there is none.
        public struct AssertNoFailure<Upstream: Publisher>: Publisher {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// It cannot fail: it stops the program instead.
            public typealias Failure = Never

            /// The publisher before.
            public let upstream: Upstream
            /// Begins the message.
            public let prefix: String
            /// The file to name.
            public let file: StaticString
            /// The line to name.
            public let line: UInt

            /// Stops the program when `upstream` fails, with `prefix`, `file` and `line` in the message.
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
                        fatalError(message, file: file, line: line)  // by contract: the app asked for it by name
                    }
                }
            }
        }
    }

    extension Publisher {
        /// Passes the values on and stops the program at an error. Use `catch` where errors can come.
        public func assertNoFailure(
            _ prefix: String = "", file: StaticString = #file, line: UInt = #line
        ) -> Publishers.AssertNoFailure<Self> {
            Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
        }
    }
#endif
