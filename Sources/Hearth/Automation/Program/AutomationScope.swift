internal import HearthMessage
internal import HearthTraitCore
internal import HearthWire

/// The objects and types that an automation's nodes are shown with: those of the home, and those that this program
/// named.
struct AutomationScope {
    let connection: HomeConnection
    private let traits: [UInt32: any Trait.Type]
    private let deviceTypes: [UInt32: any DeviceType.Type]

    init(_ connection: HomeConnection) {
        self.connection = connection
        let types = connection.configuration.referencedAutomationTypes
        traits = Dictionary(types.traits.map { ($0.descriptor.id, $0) }, uniquingKeysWith: { first, _ in first })
        deviceTypes = Dictionary(
            types.deviceTypes.map { ($0.descriptor.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The trait's type; ``UnknownTrait`` for one that was not named.
    func trait(_ id: UInt32) -> any Trait.Type { knownTrait(id) ?? UnknownTrait.self }

    /// The trait's type; nil for one that was not named.
    func knownTrait(_ id: UInt32) -> (any Trait.Type)? { traits[id] }

    /// The device type's type; nil for one that was not named.
    func deviceType(_ id: UInt32) -> (any DeviceType.Type)? { deviceTypes[id] }

    /// The device, group or structure in a message; nil for a message that this version does not fully know.
    func entity(_ message: Hearth_V1_AutomationTrait) -> AutomationEntity? {
        guard message.unknownFields.isEmpty else { return nil }
        let target: AutomationTarget
        var object: (any HomeObject)?
        if let group = message.group {
            guard group.unknownFields.isEmpty else { return nil }
            switch group.of {
            case .roomID(let id)?: (target, object) = (.room(id), room(id))
            case .structureID(let id)?: (target, object) = (.structure(id), self.object(id))
            case .zoneID(let id)?: target = .zone(id)
            case .serviceGroupID(let id)?: target = .serviceGroup(id)
            case nil: return nil
            }
        } else {
            guard let part = message.target.flatMap(TraitTarget.init) else { return nil }
            (target, object) = (.part(part), self.object(part.deviceID))
        }
        let type = message.deviceType == 0 ? nil : message.deviceType
        return AutomationEntity(target, object: object, deviceType: type.flatMap(deviceType), deviceTypeID: type)
    }

    private func object(_ id: String) -> (any HomeObject)? {
        connection.withCache { [connection] cache -> (any HomeObject)? in
            if let device = cache.state.devices[id] {
                return HomeDevice(device, connectivity: cache.connectivity(of: id), connection)
            }
            return cache.state.structures[id].map { Structure($0, connection) }
        }
    }

    private func room(_ id: String) -> Room? {
        connection.withCache { [connection] cache in cache.state.rooms[id].map { Room($0, connection) } }
    }

    // MARK: Names

    /// The fields of a path, with names where the schema is known.
    func fields(_ path: [UInt32], of node: any NodeWithOutput) -> [AnyField] {
        guard let (trait, fields) = schema(of: node) else { return path.map { AnyField(id: $0) } }
        return trait.fields(path, from: fields).map { $0.1.map { AnyField($0) } ?? AnyField(id: $0.0) }
    }

    /// A value, shown as a value of an attribute or field.
    func value(_ message: Hearth_V1_Value, like field: FieldSelect) -> any AutomationValue {
        guard let reference = field.from as? Reference, case .node(let node) = reference.referenceValue,
            let (trait, fields) = schema(of: node),
            let last = trait.fields(field.selected.map(\.id), from: fields).last?.1
        else { return value(message) }
        return shown(message) { trait.text($0, last) }
    }

    /// A value, shown as a value of a field.
    func value(
        _ message: Hearth_V1_Value?, _ fields: [FieldDescriptor], _ id: UInt32, _ type: any Trait.Type
    ) -> any AutomationValue {
        guard let message else { return AnyAutomationValue(.null, "null") }
        guard let field = fields.first(where: { $0.id == id }) else { return value(message) }
        return shown(message) { type.descriptor.text($0, field) }
    }

    /// A value without a known field.
    func value(_ message: Hearth_V1_Value) -> any AutomationValue {
        shown(message) { value in
            switch value {
            case .null: "null"
            case .bool(let value): "\(value)"
            case .unsigned(let value): "\(value)"
            case .signed(let value): "\(value)"
            case .float(let value): "\(value)"
            case .double(let value): "\(value)"
            case .string(let value): value
            case .octets(let bytes): "\(bytes.count) bytes"
            case .list(let items): "\(items.count) items"
            case .structure(let fields): "\(fields.fields.count) fields"
            }
        }
    }

    private func shown(_ message: Hearth_V1_Value, _ text: (TraitValue) -> String) -> any AutomationValue {
        let value = TraitValue(message) ?? .null
        return AnyAutomationValue(value, text(value))
    }

    private func schema(of node: any NodeWithOutput) -> (TraitDescriptor, [FieldDescriptor])? {
        switch node {
        case let node as any TraitReadingNode:
            traits[node.traitNumber].map { ($0.descriptor, $0.descriptor.attributes.map(\.field)) }
        case let node as EventStarter:
            traits[node.traitNumber].map { type in
                (type.descriptor, type.descriptor.event(node.eventNumber)?.fields.fields ?? [])
            }
        default: nil
        }
    }
}

extension TraitDescriptor {
    /// The fields of a path, each with its ID; nil for one that doesn't exist.
    fileprivate func fields(_ path: [UInt32], from fields: [FieldDescriptor]) -> [(UInt32, FieldDescriptor?)] {
        var fields = fields
        return path.map { id in
            let field = fields.first { $0.id == id }
            let index: Int? = if case .structure(let index)? = field?.type { index } else { nil }
            fields = index.flatMap { structs.indices.contains($0) ? structs[$0].fields : nil } ?? []
            return (id, field)
        }
    }
}
