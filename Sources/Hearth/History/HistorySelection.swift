internal import HearthCameraEvents
internal import HearthTraitCore
internal import HearthWire

/// The types of items that a query returns: each restriction that is set must hold.
struct HistorySelection: Sendable {
    /// A type of event.
    struct EventType: Hashable, Sendable {
        let traitID: UInt32
        let eventID: UInt32
    }

    /// Changes and events of these traits; nil for all.
    var traitIDs: Set<UInt32>?
    /// Events of these types; nil for all.
    var eventTypes: Set<EventType>?
    /// Items that stand for one of these camera events; nil for all.
    var cameraEvents: Set<CameraEvent>?

    func contains(_ item: HistoryItem) -> Bool {
        if let cameraEvents, cameraEvents.isDisjoint(with: item.cameraEvents) { return false }
        switch item.value {
        case .event(let event):
            return traitIDs?.contains(event.path.traitID) != false
                && eventTypes?.contains(EventType(traitID: event.path.traitID, eventID: event.eventID)) != false
        case .stateChange(let change):
            return eventTypes == nil && traitIDs?.contains(change.path.traitID) != false
        case .objectChange:
            return traitIDs == nil && eventTypes == nil
        }
    }

    /// The traits that a returned item can be of; nil if it can be any item.
    private var possibleTraits: Set<UInt32>? {
        let sets = [
            traitIDs, eventTypes.map { Set($0.map(\.traitID)) }, cameraEvents.map { _ in Set(rules.map(\.trait.id)) },
        ].compactMap { $0 }
        return sets.dropFirst().reduce(sets.first) { $0?.intersection($1) }
    }

    private var rules: [CameraEventRule] {
        CameraEventRule.all.filter { rule in cameraEvents.map { !$0.isDisjoint(with: rule.events) } ?? true }
    }

    /// Whether no item can be returned.
    var isEmpty: Bool { possibleTraits?.isEmpty ?? false }

    /// Lets the hub leave out items that are not returned. The others stay whole, since an item is the same in every
    /// query.
    func narrow(_ filter: inout Hearth_V1_WatchFilter) {
        guard let traits = possibleTraits else { return }
        filter.traitIDs = traits.sorted()
        for trait in filter.traitIDs {
            let members = rules.filter { $0.trait.id == trait }.map(\.member)
            if eventTypes != nil || cameraEvents != nil && members.allSatisfy({ $0.eventID != nil }) {
                filter.attributes.append(Hearth_V1_AttributeFilter(traitID: trait))
            }
            var events = eventTypes.map { types in Set(types.filter { $0.traitID == trait }.map(\.eventID)) }
            if cameraEvents != nil {
                let possible = Set(members.compactMap(\.eventID))
                events = events?.intersection(possible) ?? possible
            }
            if let events { filter.events.append(Hearth_V1_EventFilter(traitID: trait, eventIDs: events.sorted())) }
        }
    }
}
