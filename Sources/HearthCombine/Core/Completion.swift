#if !canImport(Combine)
    extension Subscribers {
        /// How a publisher ended.
        public enum Completion<Failure: Error>: Sendable {
            /// All values were sent.
            case finished
            /// An error stopped it.
            case failure(Failure)
        }
    }

    extension Subscribers.Completion: Equatable where Failure: Equatable {}
    extension Subscribers.Completion: Hashable where Failure: Hashable {}
#endif
