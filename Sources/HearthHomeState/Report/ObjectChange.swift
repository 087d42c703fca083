package import HearthTraitCore
package import HearthWire

/// The effect of one change on one of a structure's objects, as clients receive it. Objects are given as they are after
/// the change, automations without their program if that is unchanged.
package typealias ObjectChange = Hearth_V1_ObjectChange.OneOf_Change

extension ObjectChange {
    /// The object.
    package var key: ObjectKey { subject.key }

    /// Whether the object was removed; otherwise it was added or changed.
    package var isRemoval: Bool { subject.isRemoval }

    private var subject: (key: ObjectKey, isRemoval: Bool) {
        switch self {
        case .structure(let structure): (ObjectKey(.structure, structure.id), false)
        case .room(let room): (ObjectKey(.room, room.id), false)
        case .person(let person): (ObjectKey(.person, person.id), false)
        case .zone(let zone): (ObjectKey(.zone, zone.id), false)
        case .device(let device): (ObjectKey(.device, device.id), false)
        case .serviceGroup(let group): (ObjectKey(.serviceGroup, group.id), false)
        case .automation(let automation): (ObjectKey(.automation, automation.id), false)
        case .appData(let data): (ObjectKey(.appData, data.objectID, appID: data.appID), false)
        case .removedStructureID(let id): (ObjectKey(.structure, id), true)
        case .removedRoomID(let id): (ObjectKey(.room, id), true)
        case .removedPersonID(let id): (ObjectKey(.person, id), true)
        case .removedZoneID(let id): (ObjectKey(.zone, id), true)
        case .removedDeviceID(let id): (ObjectKey(.device, id), true)
        case .removedServiceGroupID(let id): (ObjectKey(.serviceGroup, id), true)
        case .removedAutomationID(let id): (ObjectKey(.automation, id), true)
        }
    }

    /// The removal of an object. App data is never removed as a whole, so it is reported as changed.
    init(removing object: ObjectKey) {
        self =
            switch object.kind {
            case .structure: .removedStructureID(object.id)
            case .room: .removedRoomID(object.id)
            case .person: .removedPersonID(object.id)
            case .zone: .removedZoneID(object.id)
            case .device: .removedDeviceID(object.id)
            case .serviceGroup: .removedServiceGroupID(object.id)
            case .automation: .removedAutomationID(object.id)
            case .appData: .appData(Hearth_V1_AppDataChange(objectID: object.id, appID: object.appID))
            }
    }

    /// Approximate memory in bytes.
    package var size: Int {
        switch self {
        case .device(let device): device.approximateSize
        case .zone(let zone): 256 + 64 * zone.roomIDs.count
        case .serviceGroup(let group): 256 + 192 * group.services.count
        case .person(let person):
            512 + 64 * ((person.grant?.roomIDs.count ?? 0) + (person.grant?.deviceIDs.count ?? 0))
        case .automation(let automation): automation.approximateSize
        case .appData(let data): 256 + data.objectID.utf8.count + data.appID.utf8.count
        case .structure, .room, .removedStructureID, .removedRoomID, .removedPersonID, .removedZoneID,
            .removedDeviceID, .removedServiceGroupID, .removedAutomationID:
            256
        }
    }
}
