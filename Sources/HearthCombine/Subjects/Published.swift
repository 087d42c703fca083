#if !canImport(Combine)
    /// A property of a class that publishes its values: `$name` is its publisher. A value is sent before the property
    /// has it, so who reads the property meanwhile sees the one before; an `ObservableObject` says then that it is
    /// about to change.
    @propertyWrapper
    public struct Published<Value> {
        private var box: PublishedBox<Value>

        /// Begins with `wrappedValue`.
        public init(wrappedValue: Value) {
            box = PublishedBox(wrappedValue)
        }

        /// Begins with `initialValue`.
        public init(initialValue: Value) {
            self.init(wrappedValue: initialValue)
        }

        /// The property's values: the present one at first, then each that is set.
        public struct Publisher: HearthCombine.Publisher {
            /// The property's value.
            public typealias Output = Value
            /// It cannot fail.
            public typealias Failure = Never

            fileprivate let box: PublishedBox<Value>

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
                box.attach(subscriber)
            }

            /// Sets the property to each value of `source`, until that ends or the property is released.
            func follow<P: HearthCombine.Publisher>(_ source: P) where P.Output == Value, P.Failure == Never {
                box.follow(source)
            }
        }

        /// The property's values.
        public var projectedValue: Publisher {
            get { Publisher(box: box) }
            set { if newValue.box !== box { box = newValue.box } }
        }

        /// Only classes can have such properties.
        @available(*, unavailable, message: "@Published is only available on properties of classes")
        public var wrappedValue: Value {
            get { box.value }
            set { box.value = newValue }
        }

        /// The property's value, which the compiler reaches through the object.
        public static subscript<Object: AnyObject>(
            _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Value>,
            storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
        ) -> Value {
            get { object[keyPath: storage].box.value }
            set { object[keyPath: storage].box.adopted(by: object).value = newValue }
        }

        /// The property's publisher, which the compiler reaches through the object.
        public static subscript<Object: AnyObject>(
            _enclosingInstance object: Object, projected _: ReferenceWritableKeyPath<Object, Publisher>,
            storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
        ) -> Publisher {
            get { Publisher(box: object[keyPath: storage].box.adopted(by: object)) }
            set { object[keyPath: storage].projectedValue = newValue }
        }
    }

    /// The value of a published property, and who observes it.
    private final class PublishedBox<Value> {
        private let core = SubjectCore<Value, Never>()
        /// What the property reads as.
        private var stored: Value
        /// What was sent last: ahead of `stored` while subscribers are told.
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
                // A subscriber or another thread may have set it since: the one sent last stays.
                core.ordered {
                    old.append(stored)
                    stored = latest
                }
            }
        }

        /// Remembers whose property it is, to say that it is about to change.
        func adopted(by object: AnyObject) -> PublishedBox {
            // The owner that there is leaves the lock first: its last reference may go meanwhile.
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
        /// Sets a published property to each value, until the publisher ends or the property is released.
        public func assign(to published: inout Published<Output>.Publisher) {
            published.follow(self)
        }
    }
#endif
