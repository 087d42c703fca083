#if !canImport(Combine)
    /// Cancels when it is released, or earlier by `cancel()`; once. Two are equal when they are the same object.
    ///
    /// Not `Sendable`, as Combine's is not, so that what compiles here compiles there; it is safe on any thread.
    public final class AnyCancellable: Cancellable, Hashable {
        private let lock = Lock()
        private var action: (() -> Void)?

        /// Calls `cancel` when cancelled or released.
        public init(_ cancel: @escaping () -> Void) {
            action = cancel
        }

        /// Cancels `canceller` when cancelled or released.
        public init<C: Cancellable>(_ canceller: C) {
            action = canceller.cancel
        }

        deinit {
            action?()
        }

        /// Cancels now.
        public func cancel() {
            let action = lock.withLock {
                defer { self.action = nil }
                return self.action
            }
            action?()
        }

        /// Keeps it in `set` until that is emptied.
        public func store(in set: inout Set<AnyCancellable>) {
            set.insert(self)
        }

        /// Keeps it in `collection` until that is emptied.
        public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
            collection.append(self)
        }

        /// True for the same object.
        public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool {
            left === right
        }

        /// By identity.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(self))
        }
    }
#endif
