internal import HearthCameraEvents
internal import HearthTraitCatalog
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Items of a hub's log as Google's history has them for cameras: the event HistoryItem of the trait CameraHistory.
enum CameraSession {
    private static let trait = StandardTraits.googleCameraHistory
    private static let event = trait.events[0]

    /// The identifier of the type of event.
    static let typeID = ScopedEventID(traitIdentifier(trait.id), event: event.id).eventID

    /// Whether a type of event is the one of camera sessions.
    static func isType(trait traitID: UInt32, event eventID: UInt32) -> Bool {
        traitID == trait.id && eventID == event.id
    }

    /// An item as a session in which all happened at once, with its picture if there is one; nil if it stands for no camera event.
    static func occurrence(of item: HistoryItem) -> HomeReport.EventOccurrence? {
        guard let path = item.value.path, !item.cameraEvents.isEmpty else { return nil }
        let time = item.timestamp.timeIntervalSince1970
        // The hub's times are after 1970.
        let milliseconds = TraitValue.unsigned(UInt64(exactly: (time * 1_000).rounded()) ?? 0)
        let types = item.cameraEvents.map(\.rawValue).sorted().map { TraitValue.unsigned($0) }
        let track: StructureValue = [
            0: .string(item.id), 1: milliseconds, 2: milliseconds, 3: .list(types), 4: .structure([0: .string("")]),
        ]
        var session: StructureValue = [
            0: .string(item.id), 1: milliseconds, 2: milliseconds, 3: .list([.structure(track)]),
        ]
        if let url = item.thumbnailURL {
            session[4] = .structure([0: .string(""), 1: .string(url.absoluteString), 2: .string("")])
        }
        return HomeReport.EventOccurrence(
            path: TraitPath(path.target, trait.id), eventID: event.id,
            metadata: item.value.eventMetadata ?? EventMetadata(number: 0, timestamp: time, importance: .info),
            payload: trait.encodeEvent(event, session))
    }
}

extension HistoryItem.Payload {
    /// The trait that changed or had an event; nil for a change of an object.
    fileprivate var path: TraitPath? {
        switch self {
        case .event(let event): event.path
        case .stateChange(let change): change.path
        case .objectChange: nil
        }
    }

    fileprivate var eventMetadata: EventMetadata? {
        if case .event(let event) = self { event.metadata } else { nil }
    }
}
