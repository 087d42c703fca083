#if !canImport(Darwin)
    /// Something that can be cancelled.
    public protocol Cancellable {
        /// Cancels: no further values are delivered, except one that another thread is delivering at this moment.
        /// Calling it again does nothing.
        func cancel()
    }

    extension Cancellable {
        /// Stores this object in `set`, which keeps it alive.
        public func store(in set: inout Set<AnyCancellable>) {
            set.insert(AnyCancellable(self))
        }

        /// Stores this object in `collection`, which keeps it alive.
        public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
            collection.append(AnyCancellable(self))
        }
    }
#endif
