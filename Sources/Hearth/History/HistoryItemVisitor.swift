public import HearthTraitCore

/// Converts the items of a structure's log with a handler for each type.
///
/// A handler is registered for an event, for the changes of a trait (``StateChangeEvent``), or for the changes of
/// objects (``HomeReport/ObjectChange``). It returns nil for an item to leave out. A later handler of a type replaces
/// an earlier one.
public final class HistoryItemVisitor<Output> {
    private enum Key: Hashable {
        case event(trait: UInt32, UInt32)
        case stateChange(trait: UInt32)
        case objectChange
    }

    private enum Outcome {
        case handled(Output?)
        /// The payload can't be decoded.
        case malformed
    }

    private var handlers: [Key: (HistoryItem) throws -> Outcome] = [:]
    private var fallback: (HistoryItem) throws -> Output? = { _ in nil }

    /// Creates a visitor without handlers. It leaves out all items.
    public init() {}

    /// Registers the handler of an event.
    ///
    /// - Parameters:
    ///   - type: the type of event.
    ///   - handler: receives each event of the type, and its item.
    public func register<E: Event>(_ type: E.Type, handler: @escaping (E, HistoryItem) throws -> Output?) {
        handlers[.event(trait: E.traitID, E.eventID)] = { item in
            guard case .event(let occurrence) = item.value, let event = E(occurrence) else { return .malformed }
            return .handled(try handler(event, item))
        }
    }

    /// Registers the handler of a trait's changes.
    ///
    /// - Parameters:
    ///   - type: the change of a trait: `StateChangeEvent<Matter.OnOffTrait>.self`.
    ///   - handler: receives each change of the trait, and its item.
    public func register<T: Trait>(
        _ type: StateChangeEvent<T>.Type, handler: @escaping (StateChangeEvent<T>, HistoryItem) throws -> Output?
    ) {
        handlers[.stateChange(trait: T.descriptor.id)] = { item in
            guard case .stateChange(let change) = item.value, let event = StateChangeEvent<T>(change, item.reference)
            else { return .malformed }
            return .handled(try handler(event, item))
        }
    }

    /// Registers the handler of objects that were added, changed or removed, and of changed app data.
    ///
    /// - Parameters:
    ///   - type: `HomeReport.ObjectChange.self`.
    ///   - handler: receives each change, and its item.
    public func register(
        _ type: HomeReport.ObjectChange.Type,
        handler: @escaping (HomeReport.ObjectChange, HistoryItem) throws -> Output?
    ) {
        handlers[.objectChange] = { item in
            guard case .objectChange(let change) = item.value else { return .malformed }
            return .handled(try handler(change, item))
        }
    }

    /// Registers the handler of all other items. Without one they are left out.
    ///
    /// - Parameter handler: receives each item whose type has no handler, and each that can't be decoded.
    public func registerDefault(_ handler: @escaping (HistoryItem) throws -> Output?) {
        fallback = handler
    }

    /// Converts items, in their order.
    ///
    /// - Returns: what the handlers returned, without nil.
    /// - Throws: the error of the first handler that fails.
    public func collect(_ items: [HistoryItem]) throws -> [Output] {
        try items.compactMap { item in
            guard case .handled(let output)? = try handlers[Self.key(of: item)]?(item) else {
                return try fallback(item)
            }
            return output
        }
    }

    private static func key(of item: HistoryItem) -> Key {
        switch item.value {
        case .event(let event): .event(trait: event.path.traitID, event.eventID)
        case .stateChange(let change): .stateChange(trait: change.path.traitID)
        case .objectChange: .objectChange
        }
    }
}
