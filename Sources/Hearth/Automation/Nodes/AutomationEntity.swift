internal import HearthAutomation
public import HearthTraitCore
internal import HearthWire

/// The part, group of devices or structure that a node of an automation reads, changes or waits for.
public enum AutomationTarget: Hashable, Sendable {
    /// A part of a device; or a structure's own traits, at endpoint 0 of the structure's ID.
    case part(TraitTarget)
    /// The devices in the room with this ID. For all groups, the devices count that are in it when the node is reached.
    case room(String)
    /// The devices in the zone with this ID.
    case zone(String)
    /// The devices in the service group with this ID.
    case serviceGroup(String)
    /// All devices of the structure with this ID.
    case structure(String)
}

/// The device, group of devices or structure whose trait a node reads, changes or waits for.
struct AutomationEntity: Sendable {
    let target: AutomationTarget
    /// nil for a group of devices, and for a removed object.
    let object: (any HomeObject)?
    /// nil for none, and for a type that is not among ``HomeClientConfiguration/referencedAutomationTypes``.
    let deviceType: (any DeviceType.Type)?
    /// The type's ID; nil for none.
    let deviceTypeID: UInt32?

    init(
        _ target: AutomationTarget, object: (any HomeObject)?, deviceType: (any DeviceType.Type)?, deviceTypeID: UInt32?
    ) {
        self.target = target
        self.object = object
        self.deviceType = deviceType
        self.deviceTypeID = deviceTypeID
    }

    /// A part of a device.
    ///
    /// - Parameters:
    ///   - traitID: the trait that the part must have.
    ///   - endpoint: the part's number; nil for the only part of the type. If there are several, the root endpoint is
    ///     used, and the hub reports that a part must be named.
    init(_ device: HomeDevice, _ deviceType: any DeviceType.Type, trait traitID: UInt32, endpoint: UInt16?) {
        let type = deviceType.descriptor.id
        let meant = MeantEndpoint(
            ofType: type, trait: traitID,
            among: device.endpoints.map { endpoint in
                CheckedEndpoint(
                    endpoint.id, deviceTypes: Set(endpoint.deviceTypes.map(\.id)),
                    traits: Set(endpoint.traits.map(\.id)))
            })
        let only: UInt16 = if case .one(let number) = meant { number } else { 0 }
        self.init(
            .part(TraitTarget(deviceID: device.id, endpoint: endpoint ?? only)), object: device,
            deviceType: deviceType, deviceTypeID: type)
    }

    init(_ structure: Structure) {
        self.init(
            .part(TraitTarget(deviceID: structure.id, endpoint: 0)), object: structure, deviceType: nil,
            deviceTypeID: nil)
    }

    /// The devices of a type that are in a room when the node is reached.
    init(_ room: Room, _ deviceType: any DeviceType.Type) {
        self.init(
            .room(room.id), object: room, deviceType: deviceType, deviceTypeID: deviceType.descriptor.id)
    }

    /// The devices of a type that are in a structure when the node is reached.
    init(_ structure: Structure, _ deviceType: any DeviceType.Type) {
        self.init(
            .structure(structure.id), object: structure, deviceType: deviceType,
            deviceTypeID: deviceType.descriptor.id)
    }

    /// The type's identifier.
    var deviceTypeIdentifier: String? { deviceType?.identifier ?? deviceTypeID.map { "0x" + String($0, radix: 16) } }

    /// The ID of the object, as an expression.
    var expression: any Expression {
        let id: String =
            switch target {
            case .part(let part): part.deviceID
            case .room(let id), .zone(let id), .serviceGroup(let id), .structure(let id): id
            }
        return Constant(AnyAutomationValue(.string(id), id))
    }

    func message(trait traitID: UInt32) -> Hearth_V1_AutomationTrait {
        var message = Hearth_V1_AutomationTrait(deviceType: deviceTypeID ?? 0, traitID: traitID)
        switch target {
        case .part(let part): message.target = Hearth_V1_Target(part)
        case .room(let id): message.group = .init(of: .roomID(id))
        case .zone(let id): message.group = .init(of: .zoneID(id))
        case .serviceGroup(let id): message.group = .init(of: .serviceGroupID(id))
        case .structure(let id): message.group = .init(of: .structureID(id))
        }
        return message
    }
}
