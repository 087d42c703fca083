internal import HearthMessage
internal import Synchronization

/// The attributes of a trait as its device sees and sets them.
///
/// `state.onOff` reads, `state.update { $0.onOff = true }` sets. Values that a handler gets are views of one and
/// the same state, each with the cause of what is done through it; the one given to `started` is for what
/// the device does by itself, and may be kept.
@dynamicMemberLookup
public struct TraitState<T: Trait>: Sendable {
    /// Who or what is behind the changes that are made through this value.
    public let cause: ChangeCause
    let store: TraitStore<T>

    /// All attributes as they are now.
    public var attributes: T.Attributes { store.attributes }

    public subscript<Value>(dynamicMember keyPath: KeyPath<T.Attributes, Value>) -> Value {
        store.attributes[keyPath: keyPath]
    }

    /// Changes attributes and adds events, as one change that reaches every subscriber together. The closure sees
    /// the present values and nobody else changes them meanwhile; it must not use the state itself.
    ///
    /// - Throws: what the closure throws; then nothing has changed.
    @discardableResult
    public func update<Result: Sendable, Failure: Error>(
        _ change: (inout TraitUpdate<T>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try store.update(cause, change)
    }

    /// The same state, for changes with another cause: what a command of one trait does to another trait.
    public func with(cause: ChangeCause) -> TraitState { TraitState(cause: cause, store: store) }

    /// Reports an event: `state.emit(Matter.SwitchTrait.InitialPressEvent.self) { $0.newPosition = 1 }`.
    public func emit<E: Event>(_ type: E.Type, _ fill: (inout E.Payload) -> Void = { _ in }) where E.Source == T {
        update { $0.emit(type, fill) }
    }

    /// Takes the attributes that are present in `changes` into the state.
    public func take(_ changes: T.Attributes) {
        update { $0.attributes.merge(changes) }
    }

    /// The refusal of a command that a device lacks.
    public func unsupported(_ command: String) -> TraitError {
        TraitError(.unsupportedCommand, "this device has no command \(T.descriptor.name).\(command)")
    }
}

/// A change in the making: the attributes to set, and the events that go with them.
@dynamicMemberLookup
public struct TraitUpdate<T: Trait>: Sendable {
    public var attributes: T.Attributes
    var events: [TraitReport.Event] = []

    public subscript<Value>(dynamicMember keyPath: WritableKeyPath<T.Attributes, Value>) -> Value {
        get { attributes[keyPath: keyPath] }
        set { attributes[keyPath: keyPath] = newValue }
    }

    /// Adds an event to the change.
    public mutating func emit<E: Event>(_ type: E.Type, _ fill: (inout E.Payload) -> Void = { _ in })
    where E.Source == T {
        var payload = E.Payload()
        fill(&payload)
        events.append(TraitReport.Event(id: E.eventID, payload: payload.serialized()))
    }
}

/// What changed on a trait at once.
public struct TraitReport: Sendable {
    /// An event with its encoded message.
    public struct Event: Hashable, Sendable {
        public let id: UInt32
        public let payload: [UInt8]
    }

    /// The attributes whose values changed.
    public let attributes: StructureValue
    public let events: [Event]
    public let cause: ChangeCause
}

/// The one place of a trait's attributes.
final class TraitStore<T: Trait>: Sendable {
    private let state: Mutex<T.Attributes>
    private let report: @Sendable (TraitReport) -> Void

    /// - Parameter report: takes each change, in their order; must not come back to the state.
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

    /// Puts values in place that nobody needs to hear of.
    func restore(_ attributes: T.Attributes) {
        state.withLock { $0 = attributes }
    }
}
