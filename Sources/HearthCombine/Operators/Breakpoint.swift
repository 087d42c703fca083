#if !canImport(Darwin)
    internal import Glibc

    extension Publishers {
        /// Stops the process for a debugger on some events.
        public struct Breakpoint<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream
            /// Returns true to stop at the subscription.
            public let receiveSubscription: ((any Subscription) -> Bool)?
            /// Returns true to stop at a value.
            public let receiveOutput: ((Output) -> Bool)?
            /// Returns true to stop at the completion.
            public let receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)?

            /// Stops when a closure returns true.
            public init(
                upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
                receiveOutput: ((Output) -> Bool)? = nil,
                receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
            ) {
                self.upstream = upstream
                self.receiveSubscription = receiveSubscription
                self.receiveOutput = receiveOutput
                self.receiveCompletion = receiveCompletion
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.handleEvents(
                    receiveSubscription: { [receiveSubscription] in Self.stop(if: receiveSubscription?($0)) },
                    receiveOutput: { [receiveOutput] in Self.stop(if: receiveOutput?($0)) },
                    receiveCompletion: { [receiveCompletion] in Self.stop(if: receiveCompletion?($0)) }
                ).receive(subscriber: subscriber)
            }

            private static func stop(if stops: Bool?) {
                if stops == true { raise(SIGTRAP) }
            }
        }
    }

    extension Publisher {
        /// Raises SIGTRAP, at which a debugger stops, when a closure returns true for an event. Without a debugger, that
        /// ends the process.
        public func breakpoint(
            receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
        ) -> Publishers.Breakpoint<Self> {
            Publishers.Breakpoint(
                upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
                receiveCompletion: receiveCompletion)
        }

        /// Raises SIGTRAP, at which a debugger stops, when the publisher fails.
        public func breakpointOnError() -> Publishers.Breakpoint<Self> {
            breakpoint(receiveCompletion: { if case .failure = $0 { true } else { false } })
        }
    }
#endif
