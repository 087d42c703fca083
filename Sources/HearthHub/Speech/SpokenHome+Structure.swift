internal import HearthAutomation
internal import HearthHomeKitMapping
internal import HearthHomeState
internal import HearthPhrases
internal import HearthSpeech
internal import HearthTraitCore
internal import HearthWire

extension SpokenHome {
    /// - Parameters:
    ///   - access: of the speaker, who sees and can name nothing else.
    ///   - values: decides which attributes it sees.
    init(_ objects: StructureObjects, seenBy access: StructureAccess, _ values: ReadAccess, in language: Language) {
        var things: [Thing] = []
        var indices: [String: [(endpoint: UInt16, thing: Int)]] = [:]
        for device in objects.orderedDevices where access.shows(device, in: objects.id) {
            for thing in Self.things(of: device, values) {
                indices[device.id, default: []].append((thing.endpoint ?? 0, things.count))
                things.append(thing)
            }
        }
        for shown in objects.automations where objects.shows(automation: shown.message.id, to: access) {
            if let scene = Thing(scene: shown.message) { things.append(scene) }
        }
        let rooms = objects.rooms.filter { access.shows(room: $0.id) }
        let zones = objects.groupings.zones.filter { access.shows($0) }
        let groups = objects.groupings.serviceGroups.filter { access.shows($0, in: objects) }
        self.init(
            things: things,
            places: rooms.map { Place(id: $0.id, names: $0.names, roomIDs: [$0.id]) }
                + zones.map { zone in
                    Place(
                        id: zone.id, names: zone.names, roomIDs: Set(zone.roomIDs.filter { access.shows(room: $0) }))
                },
            groups: groups.map { group in
                Group(
                    name: group.name,
                    members: group.services.flatMap { service in
                        (indices[service.deviceID] ?? []).filter { $0.endpoint == service.key.endpoint }.map(\.thing)
                    })
            }, homeNames: [objects.name], in: language)
    }

    private static func things(of device: DeviceRecord, _ values: ReadAccess) -> [Thing] {
        let found = device.spokenEndpoints.compactMap { endpoint -> (DeviceReading.Part, SpokenPart, EndpointRecord)? in
            let part = device.part(endpoint, values)
            let spoken = SpokenPart(part)
            return spoken.kinds.isEmpty && spoken.abilities.isEmpty ? nil : (part, spoken, endpoint)
        }
        return found.map { part, spoken, endpoint in
            Thing(
                id: device.id, endpoint: endpoint.id,
                names: Self.names(of: endpoint, part, device, isOnly: found.count == 1), roomID: device.roomID,
                kinds: spoken.kinds, abilities: spoken.abilities, opensGuarded: spoken.isClosure,
                temperatures: spoken.temperatures, armLevels: spoken.armLevels)
        }
    }

    /// The device's name, as it means all of its parts, and the names of the part.
    private static func names(
        of endpoint: EndpointRecord, _ part: DeviceReading.Part, _ device: DeviceRecord, isOnly: Bool
    ) -> [String] {
        let services = device.services.filter { $0.key.endpoint == endpoint.id && !$0.name.isEmpty }.map(\.name)
        let label = endpoint.name.isEmpty ? part.makersLabel ?? "" : endpoint.name
        guard !isOnly, !label.isEmpty else { return device.names + services }
        return ["\(device.name) \(label)", label] + device.names + services
    }
}

extension SpokenHome.Thing {
    /// nil for an automation that is no scene.
    fileprivate init?(scene automation: Hearth_V1_Automation) {
        guard let program = automation.program, ![.unspecified, .triggerOwned].contains(program.scene) else {
            return nil
        }
        // A scene that runs others may open through them.
        let opensGuarded = program.allowsSensitiveActions || !AutomationGraph(program.graph).executedIDs.isEmpty
        self.init(
            id: automation.id, names: [automation.name] + automation.aliases, kinds: [.scene], abilities: [.running],
            opensGuarded: opensGuarded)
    }
}
