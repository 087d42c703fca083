#if !canImport(Combine)
    /// A publisher that code outside can send values through.
    public protocol Subject<Output, Failure>: AnyObject, Publisher {
        /// Sends a value to the subscribers.
        func send(_ value: Output)

        /// Ends all subscriptions; nothing can be sent after it.
        func send(completion: Subscribers.Completion<Failure>)
    }

    extension Subject where Output == Void {
        /// Signals the subscribers.
        public func send() {
            send(())
        }
    }
#endif
