#if !canImport(Darwin)
    /// Cancels once: when released, or by `cancel()`. Compared by identity.
    ///
    /// Not `Sendable`, like Combine's, so that code compiles with both. It is thread-safe.
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

        /// Cancels immediately.
        public func cancel() {
            let action = lock.withLock {
                defer { self.action = nil }
                return self.action
            }
            action?()
        }

        /// Stores this object in `set`, which keeps it alive.
        public func store(in set: inout Set<AnyCancellable>) {
            set.insert(self)
        }

        /// Stores this object in `collection`, which keeps it alive.
        public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
            collection.append(self)
        }

        /// True for the same object.
        public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool {
            left === right
        }

        /// Hashes the identity of the object.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(self))
        }
    }
#endif
