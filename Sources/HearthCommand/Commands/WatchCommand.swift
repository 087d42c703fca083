internal import Hearth
internal import HearthCombine
internal import HearthTraitCore

/// `hearth watch [DEVICE…]`: a line for each change, until Ctrl-C or the hub is gone for good.
enum WatchCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        let house = try await Connection.open(arguments).house()
        var wanted: Set<String> = []
        for word in arguments.positional { wanted.insert(try house.device(word).id) }
        let home = try await Connection.home(arguments)
        var printer = WatchPrinter(house: house, wanted: wanted, asJSON: arguments.has("json"), ownClientID: home.clientID)
        do {
            for try await change in home.changes().values {
                for line in printer.lines(for: change) { printLine(line) }
            }
        } catch {
            throw CommandError(error)
        }
    }
}

/// Turns changes into lines.
struct WatchPrinter {
    private var names: [String: (device: String, room: String?)]
    private let wanted: Set<String>
    private let asJSON: Bool
    private let ownClientID: String

    /// - Parameter wanted: the devices to tell of; none for all, and for rooms and structures too.
    init(house: House, wanted: Set<String>, asJSON: Bool, ownClientID: String) {
        names = Dictionary(house.devices.map { ($0.id, ($0.name, $0.room)) }, uniquingKeysWith: { first, _ in first })
        self.wanted = wanted
        self.asJSON = asJSON
        self.ownClientID = ownClientID
    }

    mutating func lines(for change: HomeChange) -> [String] {
        switch change {
        case .report(let report): return lines(for: report)
        case .resynced(let structure):
            return [asJSON ? JSON.object([("resynced", .string(structure))]).text : "-- the state was fetched anew --"]
        case .connectionLost(let error):
            let line = "-- the connection is lost (\(error.message)); trying again --"
            return [asJSON ? JSON.object([("connectionLost", .string(error.message))]).text : line]
        case .connectionRestored:
            return [asJSON ? JSON.object([("connectionRestored", .bool(true))]).text : "-- connected again --"]
        }
    }

    private mutating func lines(for report: HomeReport) -> [String] {
        var lines: [String] = []
        for object in report.objectChanges {
            if case .deviceChanged(let id, _, _, let name) = object { names[id] = (name, names[id]?.room) }
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
        guard let trait = House.traits[change.path.traitID] else { return nil }
        let bytes = change.attributes ?? []
        let values = (try? trait.decodeAttributes(bytes.span.bytes)) ?? [:]
        let fields = trait.attributes.map(\.field)
        if asJSON {
            var members = head(change.path, trait, report)
            members.append(("attributes", JSON(values, fields, of: trait)))
            if let state = change.connectivity?.connectivityState { members.append(("connectivity", .string("\(state)"))) }
            return JSON.object(members).text
        }
        var parts = fields.compactMap { field in
            values[field.id].map { value in
                let text = Units.text(value, field).flatMap { $0.hasPrefix("unknown") ? nil : $0 } ?? trait.text(value, field)
                return "\(trait.name).\(field.name) \(text)"
            }
        }
        if let state = change.connectivity?.connectivityState { parts.append("\(trait.name) is \(state)") }
        return parts.isEmpty ? nil : line(change.path, parts.joined(separator: ", "), report)
    }

    private func line(for event: HomeReport.EventOccurrence, _ report: HomeReport) -> String? {
        guard let trait = House.traits[event.path.traitID], let descriptor = trait.event(event.eventID) else { return nil }
        let values = (try? trait.decodeEvent(descriptor, event.payload.span.bytes)) ?? [:]
        if asJSON {
            var members = head(event.path, trait, report)
            members.append(("event", .string(descriptor.name)))
            members.append(("number", .number(event.metadata.number)))
            members.append(("importance", .string("\(event.metadata.importance)")))
            members.append(("fields", JSON(values, descriptor.fields.fields, of: trait)))
            return JSON.object(members).text
        }
        return line(event.path, "! \(trait.name).\(descriptor.name)(\(trait.text(values, descriptor.fields)))", report)
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
            return JSON.object([
                ("sequence", .number(report.position?.sequence ?? 0)), ("object", .string(text)),
                ("cause", .string(cause(report.cause))),
            ]).text
        }
        return "\(timeOfDay(report.observedAt))  \(text)  [\(cause(report.cause))]"
    }

    private func line(_ path: TraitPath, _ text: String, _ report: HomeReport) -> String {
        let name = names[path.target.deviceID]
        let place = [name?.room, name?.device ?? path.target.deviceID].compactMap(\.self).joined(separator: " · ")
        return "\(timeOfDay(report.observedAt))  \(place)  \(text)  [\(cause(report.cause))]"
    }

    private func head(_ path: TraitPath, _ trait: TraitDescriptor, _ report: HomeReport) -> [(String, JSON)] {
        [
            ("time", .number("\(report.observedAt)")), ("sequence", .number(report.position?.sequence ?? 0)),
            ("cause", .string(cause(report.cause))), ("device", .string(path.target.deviceID)),
            ("endpoint", .number(path.target.endpoint)), ("trait", .string(trait.name)),
        ]
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
