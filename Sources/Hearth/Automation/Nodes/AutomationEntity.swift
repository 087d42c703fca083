internal import HearthAutomation
internal import HearthTraitCore
internal import HearthWire

/// The device, group of devices or structure whose trait a node reads, changes or waits for.
struct AutomationEntity: Sendable {
    enum Place: Sendable {
        /// An endpoint of a device, or a structure.
        case target(TraitTarget)
        /// The devices of a group when the node is reached.
        case group(Hearth_V1_AutomationGroup)
    }

    let place: Place
    /// nil for a group of devices, and for a removed object.
    let object: (any HomeObject)?
    /// nil for none, and for a type that is not among ``HomeClientConfiguration/referencedAutomationTypes``.
    let deviceType: (any DeviceType.Type)?
    /// The type's ID; nil for none.
    let deviceTypeID: UInt32?

    init(
        _ place: Place, object: (any HomeObject)?, deviceType: (any DeviceType.Type)?, deviceTypeID: UInt32?
    ) {
        self.place = place
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
            .target(TraitTarget(deviceID: device.id, endpoint: endpoint ?? only)), object: device,
            deviceType: deviceType, deviceTypeID: type)
    }

    init(_ structure: Structure) {
        self.init(
            .target(TraitTarget(deviceID: structure.id, endpoint: 0)), object: structure, deviceType: nil,
            deviceTypeID: nil)
    }

    /// The devices of a type that are in a room when the node is reached.
    init(_ room: Room, _ deviceType: any DeviceType.Type) {
        self.init(
            .group(Hearth_V1_AutomationGroup(of: .roomID(room.id))), object: room, deviceType: deviceType,
            deviceTypeID: deviceType.descriptor.id)
    }

    /// The devices of a type that are in a structure when the node is reached.
    init(_ structure: Structure, _ deviceType: any DeviceType.Type) {
        self.init(
            .group(Hearth_V1_AutomationGroup(of: .structureID(structure.id))), object: structure,
            deviceType: deviceType, deviceTypeID: deviceType.descriptor.id)
    }

    /// The type's identifier.
    var deviceTypeIdentifier: String? { deviceType?.identifier ?? deviceTypeID.map { "0x" + String($0, radix: 16) } }

    /// The ID of the object, as an expression.
    var expression: any Expression {
        let id: String =
            switch place {
            case .target(let target): target.deviceID
            case .group(let group): group.id
            }
        return Constant(AnyAutomationValue(.string(id), id))
    }

    func message(trait traitID: UInt32) -> Hearth_V1_AutomationTrait {
        var message = Hearth_V1_AutomationTrait(deviceType: deviceTypeID ?? 0, traitID: traitID)
        switch place {
        case .target(let target): message.target = Hearth_V1_Target(target)
        case .group(let group): message.group = group
        }
        return message
    }
}

extension Hearth_V1_AutomationGroup {
    fileprivate var id: String {
        switch of {
        case .roomID(let id)?, .zoneID(let id)?, .serviceGroupID(let id)?, .structureID(let id)?: id
        case nil: ""
        }
    }
}
