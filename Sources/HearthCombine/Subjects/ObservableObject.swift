#if !canImport(Darwin)
    /// An object that publishes before it changes. `@Published` properties do so automatically.
    public protocol ObservableObject: AnyObject {
        /// The type of publisher.
        associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
        where ObjectWillChangePublisher.Failure == Never

        /// Publishes before the object changes.
        var objectWillChange: ObjectWillChangePublisher { get }
    }

    extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
        /// Publishes before each change of a `@Published` property, and when the object calls its `send()`.
        public var objectWillChange: ObservableObjectPublisher {
            WillChangeTable.shared.publisher(of: self)
        }
    }

    /// Publishes that an object is about to change.
    public final class ObservableObjectPublisher: Publisher {
        /// An event without information.
        public typealias Output = Void
        /// It can't fail.
        public typealias Failure = Never

        private let core = SubjectCore<Void, Never>()

        /// Creates a publisher.
        public init() {}

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
            core.attach(subscriber, reserve: 0, first: { nil })
        }

        /// Notifies the subscribers.
        public func send() {
            core.send(())
        }
    }

    /// The publishers of observed objects, since a protocol extension can't store one in the object.
    ///
    /// `@unchecked Sendable`: each `var` is accessed only within `lock`.
    final class WillChangeTable: @unchecked Sendable {
        static let shared = WillChangeTable()

        private struct Row {
            weak var object: AnyObject?
            let publisher: ObservableObjectPublisher
        }

        private let lock = Lock()
        private var rows: [ObjectIdentifier: Row] = [:]
        /// The number of rows above which those of released objects are removed.
        private var limit = 16

        func publisher(of object: AnyObject) -> ObservableObjectPublisher {
            // Rows are released outside the lock, since that may release observers.
            let (publisher, old, swept) = lock.withLock { () -> (ObservableObjectPublisher, Row?, Swept?) in
                if let publisher = find(object) { return (publisher, nil, nil) }
                let publisher = ObservableObjectPublisher()
                let old = rows.updateValue(Row(object: object, publisher: publisher), forKey: ObjectIdentifier(object))
                return (publisher, old, sweep())
            }
            return withExtendedLifetime((old, swept)) { publisher }
        }

        /// The publisher of an object, if it was requested before.
        func existing(of object: AnyObject) -> ObservableObjectPublisher? {
            lock.withLock { find(object) }
        }

        private func find(_ object: AnyObject) -> ObservableObjectPublisher? {
            // The row may belong to an earlier object at the same address.
            guard let row = rows[ObjectIdentifier(object)], row.object === object else { return nil }
            return row.publisher
        }

        /// Objects to release outside the lock: another thread may have released one in the meantime, so that this is
        /// its last reference.
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
