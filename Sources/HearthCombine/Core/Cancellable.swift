#if !canImport(Combine)
    /// Something that can be stopped.
    public protocol Cancellable {
        /// Stops it: no further value is delivered. A delivery that runs on another thread at that moment ends first
        /// or after. Calling it again does nothing.
        func cancel()
    }

    extension Cancellable {
        /// Keeps it in `set` until that is emptied.
        public func store(in set: inout Set<AnyCancellable>) {
            set.insert(AnyCancellable(self))
        }

        /// Keeps it in `collection` until that is emptied.
        public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
            collection.append(AnyCancellable(self))
        }
    }
#endif
