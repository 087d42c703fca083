internal import HearthTraitCatalog
package import HearthTraitCore

/// What a device of an ecosystem becomes in the hub: endpoints with traits, and what is left out.
package struct EndpointPlan: Sendable {
    package let device: EntityDevice
    /// Entities that become no endpoint.
    package let leftOut: [LeftOut]
    let converters: [any EntityConverter]
    let parts: [EntityPart]
    /// The converter of each part that is not the root, and of each entity, by index.
    private let converterOfPart: [String: Int]
    private let converterOfEntity: [String: Int]
    /// The converters of the endpoints that show an entity as one of their attributes, by index.
    private let convertersOfSetting: [String: [Int]]
    /// The attributes of endpoints that are entities' states.
    private let attributes: [PartTrait: Set<UInt32>]
    /// The places of the entities in the device, by key; of equal keys the first.
    private let places: [String: Int]

    /// The most parts of a device: the hub takes 256 endpoints with the root.
    package static let mostParts = 255

    /// - Parameters:
    ///   - turnedOn: keys of entities that are off at first and that a person turned on.
    ///   - numbers: the numbers that parts of the device have. If the device has too many parts, those with a number
    ///     stay before others of their rank, in whatever order the device describes them.
    package init(_ device: EntityDevice, turnedOn: Set<String> = [], numbers: EndpointNumbers = EndpointNumbers()) {
        self.device = device
        var leftOut: [LeftOut] = []
        var known: Set<String> = []
        var chosen: [Entity] = []
        var all: [Entity] = []
        for entity in device.entities {
            if !known.insert(entity.key).inserted {
                leftOut.append(LeftOut(entity.key, .unsupported("another entity of the device has the same key")))
                continue
            }
            all.append(entity)
            if Self.isChosen(entity, turnedOn) {
                chosen.append(entity)
            } else {
                leftOut.append(LeftOut(entity.key, .turnedOff))
            }
        }
        var converters: [any EntityConverter] = []
        var parts: [EntityPart] = []
        var byPart: [String: Int] = [:]
        var byEntity: [String: Int] = [:]
        var bySetting: [String: [Int]] = [:]
        var attributes: [PartTrait: Set<UInt32>] = [:]
        // What the device is comes first, as its first endpoint stands for it in lists and on tiles.
        let ranks = Dictionary(
            chosen.map { ($0.key, PartRank($0)) }, uniquingKeysWith: { first, _ in first })
        let units = EntityGroups(chosen, of: all).units.enumerated()
            .map { (unit: $1, order: ($1.rank(ranks), $1.isNew(numbers) ? 1 : 0, $0)) }
            .sorted { $0.order < $1.order }.map(\.unit)
        var given = numbers
        for planned in units {
            switch planned {
            case .unsupported(let key, let why): leftOut.append(LeftOut(key, .unsupported(why)))
            case .converter(let converter):
                let more = converter.parts
                guard more.allSatisfy({ byPart[$0.key] == nil }) else {
                    leftOut += converter.entities.sorted().map {
                        LeftOut($0, .unsupported("another entity of the device has the same endpoint"))
                    }
                    continue
                }
                let count = parts.filter { $0.key != EntityPart.root }.count
                var next = given
                guard count + more.count <= Self.mostParts,
                    more.allSatisfy({ next.number(of: $0.key) != nil })
                else {
                    leftOut += converter.entities.sorted().map { LeftOut($0, .tooMany) }
                    continue
                }
                given = next
                for part in more where part.key != EntityPart.root { byPart[part.key] = converters.count }
                for key in converter.entities { byEntity[key] = converters.count }
                for setting in converter.bound {
                    bySetting[setting.entity.key, default: []].append(converters.count)
                    if let id = setting.row.trait.attribute(named: setting.row.attribute)?.id {
                        attributes[setting.place, default: []].insert(id)
                    }
                }
                converters.append(converter)
                parts += more
            }
        }
        self.leftOut = leftOut
        self.converters = converters
        self.parts = parts
        converterOfPart = byPart
        converterOfEntity = byEntity
        convertersOfSetting = bySetting
        self.attributes = attributes
        places = Dictionary(device.entities.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether an entity becomes a part: settings and diagnostic values only if they are turned on, or if people need
    /// them in any case.
    static func isChosen(_ entity: Entity, _ turnedOn: Set<String>) -> Bool {
        if entity.category == .main, !entity.isOffByDefault { return true }
        if turnedOn.contains(entity.key) { return true }
        switch entity.kind {
        case .update: return true
        case .flag(let deviceClass): return ["battery", "battery_charging", "tamper"].contains(deviceClass)
        case .sensor(let deviceClass, _, _): return deviceClass == "battery"
        default: return false
        }
    }

    /// The converter of a part; nil for the root, which takes no commands.
    func converter(ofPart part: String) -> (any EntityConverter)? { converterOfPart[part].map { converters[$0] } }

    /// The converters of entities, each once, in the order of the plan.
    func converters(of entities: some Sequence<String>) -> [any EntityConverter] {
        var indices: Set<Int> = []
        for key in entities {
            if let index = converterOfEntity[key] { indices.insert(index) }
            if !convertersOfSetting.isEmpty { indices.formUnion(convertersOfSetting[key] ?? []) }
        }
        return indices.sorted().map { converters[$0] }
    }

    /// The entities of a device that are attributes of other entities' endpoints, whether a person shows them or not.
    package static func settings(of device: EntityDevice) -> Set<String> {
        guard device.entities.contains(where: SettingOwners.mayBind) else { return [] }
        return Set(EndpointPlan(device).convertersOfSetting.keys)
    }

    /// The attributes of a part's trait that are settings of the device.
    func settings(of place: PartTrait) -> Set<UInt32> { attributes[place] ?? [] }

    /// The converter of an entity; nil if the entity is left out.
    func converter(ofEntity key: String) -> (any EntityConverter)? { converterOfEntity[key].map { converters[$0] } }

    /// The entity with a key; nil if there is none.
    func entity(_ key: String) -> Entity? { places[key].map { device.entities[$0] } }

    /// The device for the hub.
    ///
    /// - Parameters:
    ///   - id: the device's id in the hub.
    ///   - numbers: the numbers that parts had when the plan was made, to which those of new parts are added.
    package func description(id: String, numbers: inout EndpointNumbers) -> DeviceDescription {
        var endpoints: [EndpointDescription] = []
        for part in parts where part.key != EntityPart.root {
            guard let number = numbers.number(of: part.key) else { continue }
            let tags = part.tags + (part.name.isEmpty ? [] : [RootEndpoint.tag(part.name)])
            endpoints.append(endpoint(number, part.types, part.traits, tags: tags, below: []))
        }
        endpoints.sort { $0.id < $1.id }
        let shared = parts.filter { $0.key == EntityPart.root }
        let root = endpoint(
            0, [StandardTraits.rootNodeDeviceType] + shared.flatMap(\.types),
            [RootEndpoint.information(of: device, id: id)] + shared.flatMap(\.traits), tags: [],
            below: endpoints.map(\.id))
        return DeviceDescription(
            id: id, name: device.name, suggestedRoom: device.suggestedRoom, endpoints: [root] + endpoints,
            isMatterDevice: false)
    }

    private func endpoint(
        _ number: UInt16, _ types: [DeviceTypeDescriptor], _ traits: [TraitDraft], tags: [SemanticTag],
        below: [UInt16]
    ) -> EndpointDescription {
        let entries = types.enumerated().map { index, type in
            DeviceTypeEntry(
                id: type.id, revision: type.revision, isPrimary: index == 0 && !type.isUtility, name: type.name)
        }
        let descriptor = RootEndpoint.descriptor(
            types: types, servers: traits.map(\.descriptor.id), parts: below, tags: tags)
        return EndpointDescription(
            id: number, parent: number == 0 ? nil : 0, deviceTypes: entries,
            traits: (traits + [descriptor]).map(\.instance), tags: tags)
    }
}
