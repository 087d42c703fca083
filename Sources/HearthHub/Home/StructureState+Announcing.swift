internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

extension StructureState {
    /// The first report of a new structure.
    mutating func announce(_ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        report(origin, at: time, objects: [.structure(message)] + people.map { .person(message($0)) })
    }

    /// Reports objects as they are now, devices with all their values, for clients that know an earlier state.
    ///
    /// - Parameter changed: ids of automations that are reported without their programs, which clients know.
    mutating func announce(
        _ objects: [UnreportedObject], automations changed: [String] = [], _ origin: ChangeOrigin, at time: Duration
    ) -> ReportRecord? {
        var updates: [ObjectUpdate] = []
        var devices: [DeviceRecord] = []
        for object in objects {
            switch object.kind {
            case .structure: updates.append(.structure(message))
            case .room:
                updates.append(room(object.objectID).map { .room(message($0)) } ?? .removedRoom(object.objectID))
            case .device where object.objectID == id: updates.append(.structure(message))
            case .zone:
                updates.append(
                    groupings.zone(object.objectID).map { .zone(message($0)) } ?? .removedZone(object.objectID))
            case .serviceGroup:
                let group = groupings.serviceGroup(object.objectID)
                updates.append(group.map { .serviceGroup(message($0)) } ?? .removedServiceGroup(object.objectID))
            case .person:
                updates.append(person(object.objectID).map { .person(message($0)) } ?? .removedPerson(object.objectID))
            case .appData:
                updates.append(
                    .appData(Hearth_V1_AppDataChange(objectID: object.objectID, appID: object.appID)))
            case .automation:
                let shown = automation(object.objectID)
                updates.append(shown.map { .automation($0) } ?? .removedAutomation(object.objectID))
            case .device:
                let known = device(object.objectID)
                updates.append(known.map { .device(message($0)) } ?? .removedDevice(object.objectID))
                if let known { devices.append(known) }
            }
        }
        let edited = Set(objects.lazy.filter { $0.kind == .automation }.map(\.objectID))
        for id in changed where !edited.contains(id) {
            guard var message = automation(id) else { continue }
            message.program = nil
            updates.append(.automation(message))
        }
        let states = devices.flatMap { device in
            device.orderedTraits.map { key, record in
                TraitChange(
                    path: TraitPath(device.target(key.endpoint), key.traitID), descriptor: record.descriptor,
                    attributes: record.attributes, connectivity: device.connectivity)
            }
        }
        return report(origin, at: time, states: states, objects: updates)
    }
}
