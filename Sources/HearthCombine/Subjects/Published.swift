#if !canImport(Darwin)
    /// A property of a class that publishes its values through `$name`. Values are published before the property is
    /// set, so reading it in a subscriber returns the old value. An `ObservableObject` also publishes that it is about
    /// to change.
    @propertyWrapper
    public struct Published<Value> {
        private var box: PublishedBox<Value>

        /// Creates a property with an initial value.
        public init(wrappedValue: Value) {
            box = PublishedBox(wrappedValue)
        }

        /// Creates a property with an initial value.
        public init(initialValue: Value) {
            self.init(wrappedValue: initialValue)
        }

        /// Publishes the property's current value, then each new one.
        public struct Publisher: HearthCombine.Publisher {
            /// The property's value.
            public typealias Output = Value
            /// It can't fail.
            public typealias Failure = Never

            fileprivate let box: PublishedBox<Value>

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
                box.attach(subscriber)
            }

            /// Sets the property to each value of `source`, until it completes or the property is released.
            func follow<P: HearthCombine.Publisher>(_ source: P) where P.Output == Value, P.Failure == Never {
                box.follow(source)
            }
        }

        /// The property's values.
        public var projectedValue: Publisher {
            get { Publisher(box: box) }
            set { if newValue.box !== box { box = newValue.box } }
        }

        /// Unavailable: only classes can have such properties.
        @available(*, unavailable, message: "@Published is only available on properties of classes")
        public var wrappedValue: Value {
            get { box.value }
            set { box.value = newValue }
        }

        /// The property's value, for the compiler.
        public static subscript<Object: AnyObject>(
            _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Value>,
            storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
        ) -> Value {
            get { object[keyPath: storage].box.value }
            set { object[keyPath: storage].box.adopted(by: object).value = newValue }
        }

        /// The property's publisher, for the compiler.
        public static subscript<Object: AnyObject>(
            _enclosingInstance object: Object, projected _: ReferenceWritableKeyPath<Object, Publisher>,
            storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
        ) -> Publisher {
            get { Publisher(box: object[keyPath: storage].box.adopted(by: object)) }
            set { object[keyPath: storage].projectedValue = newValue }
        }
    }

    /// The value of a published property, and its subscribers.
    private final class PublishedBox<Value> {
        private let core = SubjectCore<Value, Never>()
        /// The value that the property returns.
        private var stored: Value
        /// The last published value, which precedes `stored` while subscribers are notified.
        private var latest: Value
        private weak var owner: AnyObject?
        private var sources: [ObjectIdentifier: AnyCancellable] = [:]

        init(_ value: Value) {
            stored = value
            latest = value
        }

        var value: Value {
            get { core.ordered { stored } }
            set {
                if let owner = core.ordered({ owner }) { WillChangeTable.shared.existing(of: owner)?.send() }
                var old: [Value] = []
                core.send(newValue) {
                    old.append(latest)
                    latest = $0
                }
                // A subscriber or another thread may have set it in the meantime. The last published value wins.
                core.ordered {
                    old.append(stored)
                    stored = latest
                }
            }
        }

        /// Remembers the object that owns the property, to notify its observers.
        func adopted(by object: AnyObject) -> PublishedBox {
            // The owner is released outside the lock, since this may be its last reference.
            _ = core.ordered { () -> AnyObject? in
                let present = owner
                if present == nil { owner = object }
                return present
            }
            return self
        }

        func attach<S: Subscriber>(_ subscriber: S) where S.Input == Value, S.Failure == Never {
            core.attach(subscriber, reserve: 1, first: { latest })
        }

        func follow<P: Publisher>(_ source: P) where P.Output == Value, P.Failure == Never {
            let sink = Subscribers.Sink<Value, Never>(
                receiveCompletion: { _ in }, receiveValue: { [weak self] in self?.value = $0 })
            let token = AnyCancellable(sink)
            core.ordered { sources[ObjectIdentifier(token)] = token }
            source.handleEvents(receiveCompletion: { [weak self, weak token] _ in
                if let token { self?.forget(token) }
            }).subscribe(sink)
        }

        private func forget(_ token: AnyCancellable) {
            _ = core.ordered { sources.removeValue(forKey: ObjectIdentifier(token)) }
        }
    }

    extension Publisher where Failure == Never {
        /// Sets a published property to each value, until the publisher completes or the property is released.
        public func assign(to published: inout Published<Output>.Publisher) {
            published.follow(self)
        }
    }
#endif
