internal import HearthMessage
internal import Synchronization

/// A trait's attributes as seen by its handler.
///
/// `state.onOff` reads, `state.update { $0.onOff = true }` writes. The values a handler receives are views of one
/// shared state, each with the cause of the current operation. The one passed to `started` has the cause `.device` and
/// may be kept for changes that the device makes on its own.
@dynamicMemberLookup
public struct TraitState<T: Trait>: Sendable {
    /// The cause recorded for changes made through this value.
    public let cause: ChangeCause
    let store: TraitStore<T>

    /// A snapshot of all attributes.
    public var attributes: T.Attributes { store.attributes }

    /// The current value of one attribute, read under the state's lock.
    public subscript<Value>(dynamicMember keyPath: KeyPath<T.Attributes, Value>) -> Value {
        store.attributes[keyPath: keyPath]
    }

    /// Changes attributes and emits events as one change, which reaches every subscriber at once. The closure works on
    /// the current values under the state's lock; it must not use the state itself.
    ///
    /// - Throws: the error of the closure; then nothing is changed.
    @discardableResult
    public func update<Result: Sendable, Failure: Error>(
        _ change: (inout TraitUpdate<T>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try store.update(cause, change)
    }

    /// The same state with another cause, for example when a command of one trait changes another trait.
    public func with(cause: ChangeCause) -> TraitState { TraitState(cause: cause, store: store) }

    /// Emits an event: `state.emit(Matter.SwitchTrait.InitialPressEvent.self) { $0.newPosition = 1 }`.
    public func emit<E: Event>(_ type: E.Type, _ fill: (inout E.Payload) -> Void = { _ in }) where E.Source == T {
        update { $0.emit(type, fill) }
    }

    /// Sets the attributes that are present in `changes`.
    public func take(_ changes: T.Attributes) {
        update { $0.attributes.merge(changes) }
    }

    /// The error for a command that the device does not implement (Matter's UNSUPPORTED_COMMAND).
    public func unsupported(_ command: String) -> TraitError {
        TraitError(.unsupportedCommand, "this device has no command \(T.descriptor.name).\(command)")
    }
}

/// A change being built: the attributes to set, and the events that go with them.
@dynamicMemberLookup
public struct TraitUpdate<T: Trait>: Sendable {
    /// A working copy of all attributes. It replaces the state when the closure returns, and is discarded if the
    /// closure throws.
    public var attributes: T.Attributes
    var events: [TraitReport.Event] = []

    /// One attribute of the working copy.
    public subscript<Value>(dynamicMember keyPath: WritableKeyPath<T.Attributes, Value>) -> Value {
        get { attributes[keyPath: keyPath] }
        set { attributes[keyPath: keyPath] = newValue }
    }

    /// Adds an event; it is reported together with the changed attributes.
    public mutating func emit<E: Event>(_ type: E.Type, _ fill: (inout E.Payload) -> Void = { _ in })
    where E.Source == T {
        var payload = E.Payload()
        fill(&payload)
        events.append(TraitReport.Event(id: E.eventID, payload: payload.serialized()))
    }
}

/// One atomic change of a trait.
public struct TraitReport: Sendable {
    /// An event with its encoded payload.
    public struct Event: Hashable, Sendable {
        /// The event id within the trait.
        public let id: UInt32
        /// The encoded event message.
        public let payload: [UInt8]
    }

    /// New values of the attributes that changed; empty when there are only events.
    public let attributes: StructureValue
    /// Events in the order they were emitted.
    public let events: [Event]
    /// The cause given by the ``TraitState`` that made the change.
    public let cause: ChangeCause
}

/// The locked storage of a trait's attributes, shared by all its ``TraitState`` values.
final class TraitStore<T: Trait>: Sendable {
    private let state: Mutex<T.Attributes>
    private let report: @Sendable (TraitReport) -> Void

    /// - Parameter report: receives each change, in order, under the lock; must not use the state.
    init(_ attributes: T.Attributes, report: @escaping @Sendable (TraitReport) -> Void) {
        state = Mutex(attributes)
        self.report = report
    }

    var attributes: T.Attributes { state.withLock { $0 } }

    func update<Result: Sendable, Failure: Error>(
        _ cause: ChangeCause, _ change: (inout TraitUpdate<T>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { state throws(Failure) in
            var update = TraitUpdate<T>(attributes: state)
            let result = try change(&update)
            let isChanged = update.attributes != state
            let changed = isChanged ? T.descriptor.changes(from: state, to: update.attributes) : StructureValue()
            state = update.attributes
            if !(changed.isEmpty && update.events.isEmpty) {
                report(TraitReport(attributes: changed, events: update.events, cause: cause))
            }
            return result
        }
    }

    /// Replaces the attributes without a report.
    func restore(_ attributes: T.Attributes) {
        state.withLock { $0 = attributes }
    }
}
