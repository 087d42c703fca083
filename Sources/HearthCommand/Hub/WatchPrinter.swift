internal import Hearth
internal import HearthTraitCore

/// Formats changes as lines.
struct WatchPrinter {
    private var names: [String: (device: String, roomID: String?)]
    private var rooms: [String: String]
    private var structures: [String: String]
    private var traits: [UInt32: TraitDescriptor]
    private let wanted: Set<String>
    private let asJSON: Bool
    private let ownClientID: String
    /// The width of the longest location, to align the column after it.
    private let width: Int

    /// - Parameter wanted: IDs of the devices to print; empty for all devices, rooms and structures.
    init(house: House, wanted: Set<String>, asJSON: Bool, ownClientID: String) {
        names = Dictionary(house.devices.map { ($0.id, ($0.name, $0.roomID)) }, uniquingKeysWith: { first, _ in first })
        rooms = Dictionary(house.rooms.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        structures = Dictionary(house.structures.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        traits = house.traits
        self.wanted = wanted
        self.asJSON = asJSON
        self.ownClientID = ownClientID
        let shown = house.devices.filter { wanted.isEmpty || wanted.contains($0.id) }
        width = shown.map { WatchPrinter.place($0.name, $0.room).count }.max() ?? 0
    }

    /// The traits of a change that can't be described yet.
    func unknownTraits(in change: HomeChange) -> Set<UInt32> {
        guard case .report(let report) = change else { return [] }
        let paths = report.traits.map(\.path) + report.events.map(\.path)
        return Set(paths.filter { wants($0.target.deviceID) && traits[$0.traitID] == nil }.map(\.traitID))
    }

    mutating func learn(_ more: [TraitDescriptor]) {
        for trait in more { traits[trait.id] = trait }
    }

    mutating func lines(for change: HomeChange) -> [String] {
        switch change {
        case .report(let report): return lines(for: report)
        case .resynced(let structure):
            return [
                asJSON
                    ? JSON.object([("resynced", .string(structure))]).text
                    : "-- the state was read anew; what changed in between is not shown --"
            ]
        case .connectionLost(let error):
            return [
                asJSON
                    ? JSON.object([("connectionLost", .string(error.message))]).text
                    : "-- the connection is lost, trying again: \(error.message) --"
            ]
        case .connectionRestored:
            return [asJSON ? JSON.object([("connectionRestored", .bool(true))]).text : "-- connected again --"]
        }
    }

    private mutating func lines(for report: HomeReport) -> [String] {
        var lines: [String] = []
        for object in report.objectChanges {
            if case .deviceChanged(let id, _, let roomID, let name) = object { names[id] = (name, roomID) }
            if case .roomChanged(let id, _, let name) = object { rooms[id] = name }
            if case .structureChanged(let id, let name) = object { structures[id] = name }
            if let line = line(for: object, report) { lines.append(line) }
        }
        for trait in report.traits where wants(trait.path.target.deviceID) {
            if let line = line(for: trait, report) { lines.append(line) }
        }
        for event in report.events where wants(event.path.target.deviceID) {
            if let line = line(for: event, report) { lines.append(line) }
        }
        return lines
    }

    private func wants(_ device: String) -> Bool { wanted.isEmpty || wanted.contains(device) }

    private func line(for change: HomeReport.TraitChange, _ report: HomeReport) -> String? {
        guard let trait = traits[change.path.traitID] else { return nil }
        let bytes = change.attributes ?? []
        let values = (try? trait.decodeAttributes(bytes.span.bytes)) ?? [:]
        let fields = trait.attributes.map(\.field)
        if asJSON {
            var members = head(change.path, trait, report)
            members.append(("attributes", JSON(values, fields, of: trait)))
            if let state = change.connectivity?.connectivityState {
                members.append(("connectivity", .string("\(state)")))
            }
            return JSON.object(members).text
        }
        var parts = fields.compactMap { field in
            values[field.id].map { value in
                let text = Units.text(value, field) ?? trait.text(value, field)
                return "\(field.name) \(text)"
            }
        }
        if let state = change.connectivity?.connectivityState { parts.append("\(state)") }
        return parts.isEmpty ? nil : line(change.path, "\(trait.name): " + parts.joined(separator: ", "), report)
    }

    private func line(for event: HomeReport.EventOccurrence, _ report: HomeReport) -> String? {
        guard let trait = traits[event.path.traitID], let descriptor = trait.event(event.eventID) else {
            return nil
        }
        let values = (try? trait.decodeEvent(descriptor, event.payload.span.bytes)) ?? [:]
        if asJSON {
            var members = head(event.path, trait, report)
            members.append(("event", .string(descriptor.name)))
            members.append(("number", .number(event.metadata.number)))
            members.append(("importance", .string("\(event.metadata.importance)")))
            members.append(("fields", JSON(values, descriptor.fields.fields, of: trait)))
            return JSON.object(members).text
        }
        let known = StructureValue(values.fields.filter { $0.value != .null })
        let text = "\(descriptor.name)(\(trait.text(known, descriptor.fields)))"
        return line(event.path, trait.name + "! " + text, report)
    }

    private func line(for object: HomeReport.ObjectChange, _ report: HomeReport) -> String? {
        let text: String
        switch object {
        case .structureChanged(let id, let name): text = wanted.isEmpty ? "structure \(quoted(name)) (\(id))" : ""
        case .roomChanged(let id, _, let name): text = wanted.isEmpty ? "room \(quoted(name)) (\(id))" : ""
        case .deviceChanged(let id, _, _, let name): text = wants(id) ? "device \(quoted(name)) (\(id))" : ""
        case .structureRemoved(let id): text = wanted.isEmpty ? "structure \(id) is removed" : ""
        case .roomRemoved(let id): text = wanted.isEmpty ? "room \(id) is removed" : ""
        case .deviceRemoved(let id): text = wants(id) ? "device \(id) is removed" : ""
        }
        guard !text.isEmpty else { return nil }
        if asJSON {
            return JSON.object(
                sequence(report) + [("object", .string(text)), ("cause", .string(cause(report.cause)))]
            ).text
        }
        return "\(timeOfDay(report.observedAt))  \(text)  [\(cause(report.cause))]"
    }

    private func line(_ path: TraitPath, _ text: String, _ report: HomeReport) -> String {
        let id = path.target.deviceID
        let name = names[id]
        let place = WatchPrinter.place(name?.device ?? structures[id] ?? id, name?.roomID.flatMap { rooms[$0] })
        let column = place + String(repeating: " ", count: max(0, width - place.count))
        return "\(timeOfDay(report.observedAt))  \(column)  \(text)  [\(cause(report.cause))]"
    }

    private static func place(_ device: String, _ room: String?) -> String {
        room.map { "\($0) · \(device)" } ?? device
    }

    private func head(_ path: TraitPath, _ trait: TraitDescriptor, _ report: HomeReport) -> [(String, JSON)] {
        let id = path.target.deviceID
        return [("time", .number("\(report.observedAt)"))] + sequence(report) + [
            ("cause", .string(cause(report.cause))), (structures[id] == nil ? "device" : "structure", .string(id)),
            ("endpoint", .number(path.target.endpoint)), ("trait", .string(trait.name)),
        ]
    }

    /// Missed events have no position.
    private func sequence(_ report: HomeReport) -> [(String, JSON)] {
        report.position.map { [("sequence", .number($0.sequence))] } ?? []
    }

    private func cause(_ cause: ChangeCause?) -> String {
        switch cause {
        case .device: "device"
        case .client(let id): id.isEmpty ? "client" : id == ownClientID ? "this client" : id
        case .automation(let id): "automation \(id)"
        case .hub: "hub"
        case nil: "?"
        }
    }
}
