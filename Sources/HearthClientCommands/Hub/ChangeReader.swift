internal import Hearth
internal import HearthVirtualHome
internal import HearthTraitCore
internal import HearthPhrases

/// Reads reports in their order. It tracks names and the state of devices, and so finds what each report changes.
struct ChangeReader {
    /// The changes at a part of a device.
    struct News {
        let device: String
        let endpoint: UInt16
        /// The part's name; nil if the device has only one part.
        let label: String?
        /// The noticeable changes, the most important first.
        let facts: [StateFact]
        /// Whether the part's state was unknown before.
        let isFirst: Bool
    }

    private(set) var names: [String: (device: String, roomID: String?)] = [:]
    private(set) var rooms: [String: String] = [:]
    private(set) var structures: [String: String] = [:]
    /// Names of other objects by id: zones, service groups, people and automations.
    private(set) var others: [String: String] = [:]
    private(set) var traits = KnownTraits()
    /// The current state of each device, to detect changes.
    private(set) var readings: [String: DeviceReading] = [:]
    /// Names of parts, by device and endpoint. While the values of other parts are unknown, a state does not have them.
    private var labels: [TraitTarget: String] = [:]
    private var noise = Noise()

    /// - Parameter reports: reports that `listing` already includes and that will be read as well.
    init(_ listing: HomeListing, before reports: [HomeReport] = []) {
        learn(listing)
        forget(reports, listing)
    }

    // MARK: State

    /// Updates names, and the state of devices that were unknown.
    mutating func learn(_ listing: HomeListing) {
        traits.learn(listing.traits)
        for room in listing.rooms { rooms[room.id] = room.name }
        for structure in listing.structures { structures[structure.id] = structure.name }
        for zone in listing.zones { others[zone.id] = zone.name }
        for group in listing.serviceGroups { others[group.id] = group.name }
        for device in listing.devices {
            names[device.id] = (device.name, device.roomID)
            guard readings[device.id] == nil else { continue }
            readings[device.id] = device.reading
            for part in device.deviceState.parts {
                noise.learn(part.facts, of: "\(device.id)/\(part.endpoint)")
                labels[TraitTarget(deviceID: device.id, endpoint: part.endpoint)] = part.label
            }
        }
    }

    mutating func learn(_ more: [TraitDescriptor]) { traits.learn(more) }

    /// Adds the names of people and automations, by id.
    mutating func learn(names: [(id: String, name: String)]) {
        for (id, name) in names { others[id] = name }
    }

    /// Updates names from a report.
    mutating func learn(_ object: HomeReport.ObjectChange) {
        guard let name = object.name else { return }
        switch object.kind {
        case .device: names[object.id] = (name, object.roomID)
        case .room: rooms[object.id] = name
        case .structure: structures[object.id] = name
        default: others[object.id] = name
        }
    }

    /// The last known name of an object.
    func name(of object: HomeReport.ObjectChange) -> String? {
        switch object.kind {
        case .device: names[object.id]?.device
        case .room: rooms[object.id]
        case .structure: structures[object.id]
        default: others[object.id]
        }
    }

    /// Removes the values that the reports will change: their earlier values are unknown.
    private mutating func forget(_ reports: [HomeReport], _ listing: HomeListing) {
        var told: [TraitPath: Set<UInt32>] = [:]
        for change in reports.flatMap(\.traits) {
            guard let trait = traits[change.path.traitID], let bytes = change.attributes,
                let values = try? trait.decodeAttributes(bytes.span.bytes)
            else { continue }
            told[change.path, default: []].formUnion(values.fields.keys)
        }
        guard !told.isEmpty else { return }
        noise = Noise()
        for device in listing.devices {
            let parts = (readings[device.id] ?? DeviceReading([])).parts.map { part in
                var part = part
                for (id, trait) in part.traits {
                    let path = TraitPath(TraitTarget(deviceID: device.id, endpoint: part.endpoint), id)
                    guard let gone = told[path] else { continue }
                    part.traits[id] = DeviceReading.Trait(
                        trait.descriptor, StructureValue(trait.values.fields.filter { !gone.contains($0.key) }))
                }
                return part
            }
            readings[device.id] = DeviceReading(parts)
        }
    }

    // MARK: Changes

    /// The devices' new facts, by part, in the order of the report.
    ///
    /// - Parameter saysFirst: whether to include a sensor's first value, where the one before it is unknown.
    mutating func news(of changes: [HomeReport.TraitChange], saysFirst: Bool = true) -> [News] {
        var devices: [String] = []
        for change in changes where change.attributes != nil {
            if !devices.contains(change.path.target.deviceID) { devices.append(change.path.target.deviceID) }
        }
        return devices.flatMap { id -> [News] in
            let before = DeviceState(readings[id] ?? DeviceReading([]))
            for change in changes where change.path.target.deviceID == id { merge(change) }
            return DeviceState(readings[id] ?? DeviceReading([])).parts.compactMap { part in
                let known = before.parts.first { $0.endpoint == part.endpoint }?.facts ?? []
                // Includes only the begin and the end of a movement.
                let isMoving = part.facts.contains { $0.name == "motion" }
                let new = part.facts.filter { !known.contains($0) && !(isMoving && $0.isPosition) }
                let worth = noise.worthSaying(new, of: "\(id)/\(part.endpoint)", saysFirst: saysFirst)
                return worth.isEmpty
                    ? nil
                    : News(
                        device: id, endpoint: part.endpoint,
                        label: part.label ?? labels[TraitTarget(deviceID: id, endpoint: part.endpoint)], facts: worth,
                        isFirst: known.isEmpty)
            }
        }
    }

    private mutating func merge(_ change: HomeReport.TraitChange) {
        let id = change.path.target.deviceID
        guard let trait = traits[change.path.traitID] else { return }
        let bytes = change.attributes ?? []
        guard let values = try? trait.decodeAttributes(bytes.span.bytes) else { return }
        var reading = readings[id] ?? DeviceReading([])
        let endpoint = change.path.target.endpoint
        var part =
            reading.parts.first { $0.endpoint == endpoint }
            ?? DeviceReading.Part(endpoint: endpoint, deviceTypes: [], traits: [])
        let known = part.traits[trait.id]?.values ?? [:]
        part.traits[trait.id] = DeviceReading.Trait(
            trait, StructureValue(known.fields.merging(values.fields) { _, new in new }))
        reading = DeviceReading(reading.parts.filter { $0.endpoint != endpoint } + [part])
        readings[id] = reading
    }

    /// The devices whose connectivity has changed, by their current connectivity.
    static func outages(_ changes: [HomeReport.TraitChange]) -> [(state: ConnectivityState, devices: [String])] {
        var states: [(state: ConnectivityState, devices: [String])] = []
        for change in changes {
            guard let state = change.connectivity?.connectivityState else { continue }
            let id = change.path.target.deviceID
            if let index = states.firstIndex(where: { $0.state == state }) {
                if !states[index].devices.contains(id) { states[index].devices.append(id) }
            } else {
                states.append((state, [id]))
            }
        }
        return states
    }

    /// An event with its decoded fields; nil if its trait is unknown.
    func event(
        _ event: HomeReport.EventOccurrence
    ) -> (trait: TraitDescriptor, descriptor: EventDescriptor, fields: StructureValue)? {
        guard let trait = traits[event.path.traitID], let descriptor = trait.event(event.eventID) else { return nil }
        return (trait, descriptor, (try? trait.decodeEvent(descriptor, event.payload.span.bytes)) ?? [:])
    }

    /// Whether an event says something that the state doesn't.
    func isSaid(_ event: HomeReport.EventOccurrence, _ descriptor: EventDescriptor, of trait: TraitDescriptor) -> Bool {
        let part = readings[event.path.target.deviceID]?.parts.first { $0.endpoint == event.path.target.endpoint }
        return EventWords.isSaid(
            descriptor, of: trait, event.metadata.importance, attributes: part?.traits[trait.id]?.values ?? [:])
    }

    // MARK: Author

    /// The name of the person, automation or program whose action caused a report; nil if unknown.
    func author(of report: HomeReport) -> String? {
        switch report.actor {
        case .person(let id, let name)?: return others[id] ?? name
        case .automation(let id, let name)?: return automation(id, name)
        case .program(let name)?: return name
        case nil: break
        }
        switch report.cause {
        case .automation(let id, _): return automation(id, "")
        // A client's ID, which it chooses itself, means nothing to people; only the demo's simulated family has a name.
        case .client(VirtualHome.familyName, _): return VirtualHome.familyName
        case .client: return "an app"
        case .device, .hub, nil: return nil
        }
    }

    private func automation(_ id: String, _ name: String) -> String {
        others[id] ?? (name.isEmpty ? "an automation" : name)
    }
}

extension HomeReport.ObjectChange.Kind {
    var noun: String {
        switch self {
        case .structure: "structure"
        case .room: "room"
        case .device: "device"
        case .zone: "zone"
        case .serviceGroup: "group"
        case .person: "person"
        case .automation: "automation"
        case .appData: "data"
        }
    }
}
