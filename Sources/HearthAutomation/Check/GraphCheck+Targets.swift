internal import HearthTraitDescriptors

/// A trait that a graph names, resolved in the home.
struct CheckedTrait {
    /// Whether the device, the endpoint and the trait exist.
    let isThere: Bool
    /// The schema; nil if unknown.
    let descriptor: TraitDescriptor?
    /// The present values; nil if the trait does not exist, and for the Time trait.
    let attributes: StructureValue?
    /// Whether it is the structure's Time trait, which the engine itself provides.
    let isTime: Bool
    /// Whether it is a trait of the structure itself. Such a trait has all attributes; one without a value is not known
    /// yet.
    var isOfHome = false
    /// The device's name in messages.
    let place: String

    /// The trait's name in messages.
    func name(_ traitID: UInt32) -> String {
        descriptor?.name ?? (isTime ? "Time" : "trait 0x" + String(traitID, radix: 16, uppercase: true))
    }

    /// Whether the device has an attribute; true if the device is missing.
    func has(attribute id: UInt32) -> Bool {
        guard let attributes, !isOfHome, !GlobalAttribute.contains(id) else { return true }
        guard let list = attributes[GlobalAttribute.attributeList]?.list else { return attributes[id] != nil }
        return list.contains(.unsigned(UInt64(id)))
    }

    /// Whether the device supports a command; true if unknown.
    func accepts(command id: UInt32) -> Bool {
        guard let list = attributes?[GlobalAttribute.acceptedCommandList]?.list else { return true }
        return list.contains(.unsigned(UInt64(id)))
    }
}

extension GraphCheck {
    /// Finds the devices of a group that have a trait, and notes if no device has it. The values that each device
    /// accepts are checked when a run reaches the action.
    mutating func look(for trait: TraitReference, in group: DeviceGroup, at nodeID: UInt32) -> CheckedTrait {
        let targets = home.targets(in: group, deviceType: trait.deviceType, traitID: trait.traitID)
        let present = targets?.first.flatMap { home.descriptor(TraitPath($0, trait.traitID)) }
        let found = CheckedTrait(
            isThere: targets?.isEmpty == false, descriptor: present ?? home.schema(ofTrait: trait.traitID),
            attributes: nil, isTime: false, place: quotedBeginning(home.name(ofObject: group.id) ?? group.id))
        if targets == nil {
            note(
                .invalidEntity(group.id), at: nodeID,
                "there is no group \(found.place); choose another one, or a device")
        } else if found.descriptor == nil {
            note(
                .traitNotFound(trait.traitID), at: nodeID,
                "the schema of \(found.name(trait.traitID)) is unknown; choose another trait")
        } else if !found.isThere {
            note(
                .emptyGroup(group.id), at: nodeID,
                "no device in \(found.place) has \(found.name(trait.traitID)) now, so the action does nothing; add one, or "
                    + "choose another group")
        }
        return found
    }

    /// Finds a trait, and notes why it is missing.
    mutating func look(for trait: TraitReference, at nodeID: UInt32) -> CheckedTrait {
        if let group = trait.group {
            note(
                .groupNotAllowed, at: nodeID,
                "only an action can name a group of devices; choose a device to read from")
            return CheckedTrait(
                isThere: false, descriptor: home.schema(ofTrait: trait.traitID), attributes: nil, isTime: false,
                place: quotedBeginning(home.name(ofObject: group.id) ?? group.id))
        }
        let target = trait.target
        let isTime = trait.traitID == TimeTrait.id && target.deviceID == home.id
        let isThere = isTime || isThere(trait, at: nodeID)
        let present = isThere ? home.descriptor(trait.path) : nil
        let found = CheckedTrait(
            isThere: isThere, descriptor: present ?? home.schema(ofTrait: trait.traitID),
            attributes: isThere && !isTime ? home.attributes(trait.path) : nil, isTime: isTime,
            isOfHome: target.deviceID == home.id, place: name(of: target))
        if isTime, !home.hasZone {
            note(
                .missingZone, at: nodeID,
                "times need the time zone of \(found.place); set it in the settings of the structure")
        } else if isThere, !isTime, found.descriptor == nil {
            note(
                .traitNotFound(trait.traitID), at: nodeID,
                "the schema of \(found.name(trait.traitID)) of \(found.place) is unknown; wait until the device's provider has sent "
                    + "it, or choose another trait")
        }
        return found
    }

    private mutating func isThere(_ trait: TraitReference, at nodeID: UInt32) -> Bool {
        let (target, traitID) = (trait.target, trait.traitID)
        guard let endpoints = home.endpoints(target.deviceID) else {
            note(
                .invalidEntity(target.deviceID), at: nodeID,
                "there is no device \(device(target)); choose another one, or add it again")
            return false
        }
        let endpoint = endpoints.first { $0.number == target.endpoint }
        if let type = trait.deviceType, endpoint?.deviceTypes.contains(type) != true {
            noteType(type, of: trait, among: endpoints, at: nodeID)
            return false
        }
        guard let endpoint else {
            note(
                .endpointNotFound(target.endpoint), at: nodeID,
                "\(device(target)) has no endpoint \(target.endpoint); choose one of \(list(endpoints.map(\.number)))")
            return false
        }
        guard endpoint.traits.contains(traitID) else {
            noteMissing(traitID, of: name(of: target), having: endpoint.traits, at: nodeID)
            return false
        }
        return true
    }

    private mutating func noteMissing(
        _ traitID: UInt32, of place: String, having traits: Set<UInt32>, at nodeID: UInt32
    ) {
        func name(_ id: UInt32) -> String? { home.schema(ofTrait: id)?.name }
        let trait = name(traitID) ?? "trait 0x" + String(traitID, radix: 16, uppercase: true)
        let present = traits.sorted().compactMap(name).prefix(16).joined(separator: ", ")
        note(
            .traitNotFound(traitID), at: nodeID,
            "\(place) has no \(trait)\(present.isEmpty ? "" : "; it has \(present)"); choose another device, or another trait"
        )
    }

    private mutating func noteType(
        _ type: UInt32, of trait: TraitReference, among endpoints: [CheckedEndpoint], at nodeID: UInt32
    ) {
        let device = device(trait.target)
        let typeName = "device type 0x" + String(type, radix: 16, uppercase: true)
        let message = "endpoint \(trait.target.endpoint) of \(device) is not of \(typeName)"
        switch MeantEndpoint(ofType: type, trait: trait.traitID, among: endpoints) {
        case .several(let numbers):
            note(
                .ambiguousEndpoint(deviceType: type), at: nodeID,
                "several endpoints of \(device) are of \(typeName); choose one of \(list(numbers))")
        case .one(let number):
            note(.deviceTypeNotFound(type), at: nodeID, message + "; choose endpoint \(number), which is")
        case .none:
            let ofType = endpoints.filter { $0.deviceTypes.contains(type) }
            guard ofType.isEmpty else {
                return noteMissing(trait.traitID, of: device, having: Set(ofType.flatMap(\.traits)), at: nodeID)
            }
            note(.deviceTypeNotFound(type), at: nodeID, message + ", and no other is; choose another device")
        }
    }

    private func list(_ endpoints: [UInt16]) -> String { endpoints.prefix(16).map(String.init).joined(separator: ", ") }
}
