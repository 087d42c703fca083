#if !canImport(Darwin)
    extension Subscribers {
        /// How a publisher completed.
        public enum Completion<Failure: Error>: Sendable {
            /// The publisher has published all its values.
            case finished
            /// The publisher has failed.
            case failure(Failure)
        }
    }

    extension Subscribers.Completion: Equatable where Failure: Equatable {}
    extension Subscribers.Completion: Hashable where Failure: Hashable {}
#endif
