#if !canImport(Combine)
    /// An object that says when it is about to change. One with `@Published` properties need say nothing itself.
    public protocol ObservableObject: AnyObject {
        /// What says so.
        associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
        where ObjectWillChangePublisher.Failure == Never

        /// Sends before the object changes.
        var objectWillChange: ObjectWillChangePublisher { get }
    }

    extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
        /// Sends before each change of a `@Published` property, and when the object calls its `send()`.
        public var objectWillChange: ObservableObjectPublisher {
            WillChangeTable.shared.publisher(of: self)
        }
    }

    /// Says that an object is about to change.
    public final class ObservableObjectPublisher: Publisher {
        /// Only that it happens.
        public typealias Output = Void
        /// It cannot fail.
        public typealias Failure = Never

        private let core = SubjectCore<Void, Never>()

        /// Makes a publisher without subscribers.
        public init() {}

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
            core.attach(subscriber, reserve: 0, first: { nil })
        }

        /// Tells the subscribers.
        public func send() {
            core.send(())
        }
    }

    /// The publishers of the objects that somebody observes: a protocol's extension has no place of its own to keep
    /// one.
    ///
    /// `@unchecked Sendable`: each `var` is touched only inside `lock`.
    final class WillChangeTable: @unchecked Sendable {
        static let shared = WillChangeTable()

        private struct Row {
            weak var object: AnyObject?
            let publisher: ObservableObjectPublisher
        }

        private let lock = Lock()
        private var rows: [ObjectIdentifier: Row] = [:]
        /// How many rows there may be before those of released objects are looked for.
        private var limit = 16

        func publisher(of object: AnyObject) -> ObservableObjectPublisher {
            // Rows leave the lock first: with them goes what observed.
            let (publisher, old, swept) = lock.withLock { () -> (ObservableObjectPublisher, Row?, Swept?) in
                if let publisher = find(object) { return (publisher, nil, nil) }
                let publisher = ObservableObjectPublisher()
                let old = rows.updateValue(Row(object: object, publisher: publisher), forKey: ObjectIdentifier(object))
                return (publisher, old, sweep())
            }
            return withExtendedLifetime((old, swept)) { publisher }
        }

        /// The publisher of an object that somebody has asked for it.
        func existing(of object: AnyObject) -> ObservableObjectPublisher? {
            lock.withLock { find(object) }
        }

        private func find(_ object: AnyObject) -> ObservableObjectPublisher? {
            // Another object may have lived at the same place.
            guard let row = rows[ObjectIdentifier(object)], row.object === object else { return nil }
            return row.publisher
        }

        /// What leaves the lock with a sweep. Objects too: another thread may have let go of one meanwhile, which then
        /// ends where its last reference does.
        private struct Swept {
            let dead: [Row]
            let objects: [AnyObject]
        }

        private func sweep() -> Swept? {
            guard rows.count > limit else { return nil }
            var swept = (dead: [Row](), objects: [AnyObject]())
            for (key, row) in rows {
                if let object = row.object {
                    swept.objects.append(object)
                } else {
                    swept.dead.append(row)
                    rows[key] = nil
                }
            }
            limit = max(16, rows.count * 2)
            return Swept(dead: swept.dead, objects: swept.objects)
        }
    }
#endif
