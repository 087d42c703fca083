internal import HearthAutomation
internal import HearthHomeKitMapping
internal import HearthHomeState
internal import HearthPhrases
internal import HearthSpeech
internal import HearthTraitCore
internal import HearthWire

/// A structure as a speaker sees it: the names for reading sentences, and the states for doing and answering them.
struct SpokenHome {
    /// A part of a device that a sentence can mean.
    struct Part {
        let device: String
        let part: DeviceReading.Part
        let isOffline: Bool
        let kinds: Set<ThingKind>
    }

    /// The parts by ``key(_:_:)``.
    private(set) var parts: [String: Part] = [:]
    let house: SpokenHouse
    let roomNames: [String: String]
    let timeZone: String

    /// - Parameters:
    ///   - access: of the speaker, who sees and can name nothing else.
    ///   - values: decides which attributes it sees.
    init(_ state: StructureState, seenBy access: StructureAccess, _ values: ReadAccess, in language: Language) {
        var things: [SpokenHouse.Thing] = []
        var indices: [String: [(endpoint: UInt16, thing: Int)]] = [:]
        for device in state.objects.devices where device.id != state.id && access.shows(device, in: state.id) {
            for (part, thing) in Self.things(of: device, values) {
                indices[device.id, default: []].append((part.part.endpoint, things.count))
                things.append(thing)
                parts[Self.key(device.id, part.part.endpoint)] = part
            }
        }
        for shown in state.objects.automations where state.objects.shows(automation: shown.message.id, to: access) {
            guard let program = shown.message.program, ![.unspecified, .triggerOwned].contains(program.scene) else {
                continue
            }
            // A scene that runs others may open through them.
            let opensGuarded =
                program.allowsSensitiveActions || !AutomationGraph(program.graph).executedIDs.isEmpty
            things.append(
                SpokenHouse.Thing(
                    id: shown.message.id, names: [shown.message.name], kinds: [.scene], abilities: [.running],
                    opensGuarded: opensGuarded))
        }
        let rooms = state.rooms.filter { access.shows(room: $0.id) }
        let zones = state.objects.groupings.zones.filter { access.shows($0) }
        let groups = state.objects.groupings.serviceGroups.filter { access.shows($0, in: state) }
        roomNames = Dictionary(rooms.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        timeZone = state.timeZone
        house = SpokenHouse(
            things: things,
            places: rooms.map { SpokenHouse.Place(id: $0.id, name: $0.name, roomIDs: [$0.id]) }
                + zones.map { zone in
                    SpokenHouse.Place(
                        id: zone.id, name: zone.name, roomIDs: Set(zone.roomIDs.filter { access.shows(room: $0) }))
                },
            groups: groups.map { group in
                SpokenHouse.Group(
                    name: group.name,
                    members: group.services.flatMap { service in
                        (indices[service.deviceID] ?? []).filter { $0.endpoint == service.key.endpoint }.map(\.thing)
                    })
            }, homeNames: [state.name], in: language)
    }

    static func key(_ device: String, _ endpoint: UInt16) -> String { "\(endpoint) \(device)" }

    func part(_ target: SpokenTarget) -> Part? { target.endpoint.flatMap { parts[Self.key(target.id, $0)] } }

    /// A target as it is now; nil if the speaker does not see it any more.
    static func part(
        of target: SpokenTarget, in state: StructureState, seenBy access: StructureAccess, _ values: ReadAccess
    ) -> Part? {
        guard let device = state.device(target.id), access.shows(device, in: state.id) else { return nil }
        return things(of: device, values).first { $0.part.part.endpoint == target.endpoint }?.part
    }

    private static func things(
        of device: DeviceRecord, _ values: ReadAccess
    ) -> [(part: Part, thing: SpokenHouse.Thing)] {
        let isOffline = device.connectivity.connectivityState == .offline
        let endpoints = device.endpoints.filter { $0.id != 0 && device.bridged[$0.id] == nil }
        let found = endpoints.compactMap { endpoint -> (Part, SpokenPart, EndpointRecord)? in
            let traits = endpoint.traitIDs.compactMap { id -> DeviceReading.Trait? in
                device.traits[TraitKey(endpoint: endpoint.id, traitID: id)].map {
                    DeviceReading.Trait($0.descriptor, values.visible($0.attributes, of: id))
                }
            }
            let part = DeviceReading.Part(
                endpoint: endpoint.id, deviceTypes: endpoint.deviceTypes.map(\.id), name: endpoint.name, traits: traits)
            let spoken = SpokenPart(part)
            guard !spoken.kinds.isEmpty || !spoken.abilities.isEmpty else { return nil }
            return (Part(device: device.id, part: part, isOffline: isOffline, kinds: spoken.kinds), spoken, endpoint)
        }
        return found.map { part, spoken, endpoint in
            let names = Self.names(of: endpoint, part.part, device, isOnly: found.count == 1)
            return (
                part,
                SpokenHouse.Thing(
                    id: device.id, endpoint: endpoint.id, names: names, roomID: device.roomID, kinds: spoken.kinds,
                    abilities: spoken.abilities)
            )
        }
    }

    /// The device's name, as it means all of its parts, and the names of the part.
    private static func names(
        of endpoint: EndpointRecord, _ part: DeviceReading.Part, _ device: DeviceRecord, isOnly: Bool
    ) -> [String] {
        let services = device.services.filter { $0.key.endpoint == endpoint.id && !$0.name.isEmpty }.map(\.name)
        let label = endpoint.name.isEmpty ? part.makersLabel ?? "" : endpoint.name
        guard !isOnly, !label.isEmpty else { return [device.name] + services }
        return ["\(device.name) \(label)", label, device.name] + services
    }
}
