internal import HearthTraitModel

/// A trait that a graph names, as it is found in the home.
struct CheckedTrait {
    /// Whether the device, the endpoint and the trait are there.
    let isThere: Bool
    /// nil where nobody knows its schema.
    let descriptor: TraitDescriptor?
    /// What it says now; nil where it is not there, and of the clock.
    let attributes: StructureValue?
    /// Whether it is the structure's Time trait, which the engine itself answers for.
    let isTime: Bool
    /// Whether it is a trait of the structure itself, which has all attributes: one without a value is not known yet.
    var isOfHome = false
    /// Which device it is on, as messages say it.
    let place: String

    /// The trait's name in messages.
    func name(_ traitID: UInt32) -> String {
        descriptor?.name ?? (isTime ? "Time" : "trait 0x" + String(traitID, radix: 16, uppercase: true))
    }

    /// Whether the device has an attribute; true where there is no device to ask.
    func has(attribute id: UInt32) -> Bool {
        guard let attributes, !isOfHome, !GlobalAttribute.contains(id) else { return true }
        guard let list = attributes[GlobalAttribute.attributeList]?.list else { return attributes[id] != nil }
        return list.contains(.unsigned(UInt64(id)))
    }

    /// Whether the device takes a command; true where that is not known.
    func accepts(command id: UInt32) -> Bool {
        guard let list = attributes?[GlobalAttribute.acceptedCommandList]?.list else { return true }
        return list.contains(.unsigned(UInt64(id)))
    }
}

extension GraphCheck {
    /// Finds the devices of a group that have a trait, and says where none does. Which values each of them takes is found
    /// when the action is reached (AU-65).
    mutating func look(for trait: TraitReference, in group: DeviceGroup, at nodeID: UInt32) -> CheckedTrait {
        let targets = home.targets(in: group, deviceType: trait.deviceType, traitID: trait.traitID)
        let present = targets?.first.flatMap { home.descriptor(TraitPath($0, trait.traitID)) }
        let found = CheckedTrait(
            isThere: targets?.isEmpty == false, descriptor: present ?? home.schema(ofTrait: trait.traitID),
            attributes: nil, isTime: false, place: quoted(home.name(ofObject: group.id) ?? group.id))
        if targets == nil {
            note(
                .invalidEntity(group.id), at: nodeID,
                "the group \(found.place) is not there; choose another one, or a device")
        } else if found.descriptor == nil {
            note(
                .traitNotFound(trait.traitID), at: nodeID,
                "nothing is known of \(found.name(trait.traitID)); choose another trait")
        } else if !found.isThere {
            note(
                .emptyGroup(group.id), at: nodeID,
                "no device in \(found.place) has \(found.name(trait.traitID)) now, so that nothing happens; add one, or "
                    + "choose another group")
        }
        return found
    }

    /// Finds a trait, and says where it is missing.
    mutating func look(for trait: TraitReference, at nodeID: UInt32) -> CheckedTrait {
        if let group = trait.group {
            note(
                .groupNotAllowed, at: nodeID,
                "only an action can be of a group of devices; choose a device to read from")
            return CheckedTrait(
                isThere: false, descriptor: home.schema(ofTrait: trait.traitID), attributes: nil, isTime: false,
                place: quoted(home.name(ofObject: group.id) ?? group.id))
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
                "nothing is known of the \(found.name(trait.traitID)) of \(found.place); wait until its device has brought "
                    + "its schema, or choose another trait")
        }
        return found
    }

    private mutating func isThere(_ trait: TraitReference, at nodeID: UInt32) -> Bool {
        let (target, traitID) = (trait.target, trait.traitID)
        guard let endpoints = home.endpoints(target.deviceID) else {
            note(
                .invalidEntity(target.deviceID), at: nodeID,
                "the device \(device(target)) is not there; choose another one, or add it again")
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
            "\(place) has no \(trait)\(present.isEmpty ? "" : ", but \(present)"); choose another device, or another trait"
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
                "several parts of \(device) are of \(typeName); choose one of the endpoints \(list(numbers))")
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
