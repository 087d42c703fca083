internal import HearthTraitCatalog
public import HearthTraitCore

/// Converts the items of a structure's log with a handler for each type.
///
/// A handler is registered for an event, for the changes of a trait (``StateChangeEvent``), or for the changes of
/// objects (``HomeReport/ObjectChange``). It returns nil for an item to leave out. A later handler of a type replaces
/// an earlier one.
///
/// No device of a hub has Google's traits CameraHistory and Connectivity; their handlers receive other items. That of
/// `Google.CameraHistoryTrait.HistoryItemEvent` receives items that stand for camera events, such as motion, unless
/// their own type has a handler. That of `StateChangeEvent<Google.ConnectivityTrait>` receives changes of a trait's
/// connectivity alone; without it they go to the handler of the trait.
public final class HistoryItemVisitor<Output> {
    /// A handler of items of all types. It returns nil for an item to leave out.
    public typealias Handler = (HistoryItem) throws -> Output?

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
    private var fallback: Handler = { _ in nil }

    /// Creates a visitor without handlers. It leaves out all items.
    public init() {}

    /// Registers the handler of an event.
    ///
    /// - Parameters:
    ///   - type: the type of event.
    ///   - handler: receives each event of the type, and its item.
    public func register<E: Event>(_ type: E.Type, handler: @escaping (E, HistoryItem) throws -> Output?) {
        handlers[.event(trait: E.traitID, E.eventID)] = { item in
            guard let event = item.occurrence(trait: E.traitID, event: E.eventID).flatMap({ E($0) }) else {
                return .malformed
            }
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
            guard case .stateChange(let change) = item.value,
                let event = StateChangeEvent<T>(change.seen(as: T.descriptor.id), item.reference)
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
    public func registerDefault(_ handler: @escaping Handler) {
        fallback = handler
    }

    /// Converts items, in their order.
    ///
    /// - Returns: what the handlers returned, without nil.
    /// - Throws: the error of the first handler that fails.
    public func collect(_ items: [HistoryItem]) throws -> [Output] {
        try items.compactMap { item in
            for key in Self.keys(of: item) {
                if case .handled(let output)? = try handlers[key]?(item) { return output }
            }
            return try fallback(item)
        }
    }

    /// The types that an item is handled as, the most specific one first.
    private static func keys(of item: HistoryItem) -> [Key] {
        let camera = StandardTraits.googleCameraHistory
        let session = item.cameraEvents.isEmpty ? [] : camera.events.map { Key.event(trait: camera.id, $0.id) }
        return switch item.value {
        case .event(let event): [.event(trait: event.path.traitID, event.eventID)] + session
        case .stateChange(let change) where change.attributes == nil:
            [.stateChange(trait: StandardTraits.googleConnectivity.id), .stateChange(trait: change.path.traitID)]
        case .stateChange(let change): [.stateChange(trait: change.path.traitID)] + session
        case .objectChange: [.objectChange]
        }
    }
}

extension HistoryItem {
    /// The item as an event of a type.
    fileprivate func occurrence(trait: UInt32, event: UInt32) -> HomeReport.EventOccurrence? {
        if case .event(let occurrence) = value, (occurrence.path.traitID, occurrence.eventID) == (trait, event) {
            return occurrence
        }
        return CameraSession.isType(trait: trait, event: event) ? CameraSession.occurrence(of: self) : nil
    }
}

extension HomeReport.TraitChange {
    /// A change of the connectivity alone as a change of Google's trait Connectivity; others as they are.
    fileprivate func seen(as traitID: UInt32) -> HomeReport.TraitChange {
        let trait = StandardTraits.googleConnectivity
        guard traitID == trait.id, attributes == nil, let connectivity else { return self }
        let state: UInt64 =
            switch connectivity.connectivityState {
            case .online: 1
            case .offline: 2
            case .partiallyOnline: 3
            case .unknown: 0
            }
        return HomeReport.TraitChange(
            path: TraitPath(path.target, traitID), attributes: trait.encodeAttributes([0: .unsigned(state)]),
            connectivity: connectivity)
    }
}
