internal import HearthCameraEvents
internal import HearthMessage
public import HearthTraitCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An entry of a structure's log: one change of a trait, one event, or one change of an object.
///
/// ``HistoryItemVisitor`` gives them their Swift types.
public struct HistoryItem: Hashable, Sendable, Identifiable {
    /// What changed or happened.
    public enum Payload: Hashable, Sendable {
        /// An event of a trait.
        case event(data: HomeReport.EventOccurrence)
        /// Changed values of a trait.
        case stateChange(change: HomeReport.TraitChange)
        /// An object that was added, changed or removed, or changed app data. Google's history does not have it.
        case objectChange(change: HomeReport.ObjectChange)
    }

    /// Unique among the items of a structure. The same in every query.
    public let id: String
    /// When the hub observed it.
    public let timestamp: Date
    /// The object that changed, or at which an event occurred.
    public internal(set) var source: Source
    /// What changed or happened.
    public let value: Payload
    /// The cause; nil if not known.
    public let cause: ChangeCause?
    /// The person, automation or program whose action led to it; nil if not known.
    public let actor: ChangeActor?
    /// The URL of a picture that the camera of the same device took at this event; nil without one. It needs no
    /// credential, and is valid for a few minutes while the user may watch the camera. The hub keeps the last pictures
    /// of each camera in memory.
    public internal(set) var thumbnailURL: URL?
    /// The camera events that it stands for.
    let cameraEvents: Set<CameraEvent>
    let reference: ConnectionReference
}

extension HistoryItem {
    /// The items of a report, last first, with objects that have no names yet.
    static func items(of report: HomeReport, in structureID: String, _ connection: HomeConnection) -> [HistoryItem] {
        let place = report.position.map { "\($0.epoch).\($0.sequence)" } ?? ""
        let time = Date(timeIntervalSince1970: report.observedAt)
        func item(
            _ objectID: String, _ type: HomeObjectType, _ key: String, _ value: Payload,
            _ events: Set<CameraEvent> = []
        ) -> HistoryItem {
            HistoryItem(
                id: "\(place)/\(objectID)/\(key)", timestamp: time,
                source: .unknown(entity: Entity(id: objectID, name: "", type: type)), value: value,
                cause: report.cause, actor: report.actor, cameraEvents: events,
                reference: ConnectionReference(connection))
        }
        func type(_ path: TraitPath) -> HomeObjectType {
            path.target.deviceID == structureID ? .structure : .device
        }
        let objects = report.objectChanges.map { change in
            item(change.id, change.kind.type, "\(change.kind)\(change.appID ?? "")", .objectChange(change: change))
        }
        return connection.withCache { cache in
            let traits = report.traits.map { change in
                let path = change.path
                return item(
                    path.target.deviceID, type(path), "\(path.target.endpoint).\(path.traitID)",
                    .stateChange(change: change), CameraEvent.of(change, cache.state))
            }
            let events = report.events.map { event in
                item(
                    event.path.target.deviceID, type(event.path), "event\(event.metadata.number)",
                    .event(data: event), CameraEvent.of(event, cache.state))
            }
            return (objects + traits + events).reversed()
        }
    }
}

extension HomeReport.ObjectChange.Kind {
    fileprivate var type: HomeObjectType {
        switch self {
        case .structure: .structure
        case .room: .room
        case .device: .device
        case .automation: .automation
        case .zone, .serviceGroup, .person, .appData: .any
        }
    }
}

extension HomeReport.EventOccurrence {
    /// The identifier of the event's type, as `Event.identifier` has it: the same for all events of the type.
    public var id: String { ScopedEventID(traitIdentifier(path.traitID), event: eventID).eventID }
}

extension HomeReport.TraitChange {
    /// The identifier of the trait, as `Trait.identifier` has it.
    public var typeID: String { traitIdentifier(path.traitID) }
}

/// A change of a trait in a structure's log, with the trait's Swift type. ``HistoryItemVisitor`` creates it.
public struct StateChangeEvent<T: Trait>: Hashable, Sendable {
    /// The trait with its changed attributes. Attributes that did not change are nil, and the connectivity is unknown
    /// if it did not change. Commands and updates go to the device as it is now.
    public let newValue: T

    /// The identifier of the trait, as `Trait.identifier` has it.
    public var typeID: String { T.identifier }

    /// nil for a change of another trait, and for attributes that can't be decoded.
    init?(_ change: HomeReport.TraitChange, _ reference: ConnectionReference) {
        let bytes = change.attributes ?? []
        guard change.path.traitID == T.descriptor.id,
            let attributes = try? T.Attributes(serialized: bytes.span.bytes)
        else { return nil }
        newValue = T(
            attributes: attributes, metadata: TraitMetadata(sourceConnectivity: change.connectivity ?? .unknown),
            interaction: TraitInteraction(target: change.path.target, proxy: reference.connection))
    }
}
