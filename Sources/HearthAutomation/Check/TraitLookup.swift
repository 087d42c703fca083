internal import HearthCalendar
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

/// Why a graph can't do what it asks for.
struct Objection {
    let kind: AutomationIssue.Kind
    let message: String

    init(_ kind: AutomationIssue.Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

/// Finds the traits that a graph names in the home, and says why one is missing.
struct TraitLookup {
    let home: any CheckedHome

    /// Finds the devices of a group that have a trait, and objects if no device has it. The values that each device
    /// accepts are checked when a run reaches the action.
    func find(_ trait: TraitReference, in group: DeviceGroup) -> (CheckedTrait, Objection?) {
        let targets = home.targets(in: group, deviceType: trait.deviceType, traitID: trait.traitID)
        let present = targets?.first.flatMap { home.descriptor(TraitPath($0, trait.traitID)) }
        let found = CheckedTrait(
            isThere: targets?.isEmpty == false, descriptor: present ?? home.schema(ofTrait: trait.traitID),
            attributes: nil, isTime: false, place: home.shownName(ofObject: group.id))
        if targets == nil {
            return (
                found,
                Objection(
                    .invalidEntity(group.id), "there is no group \(found.place); choose another one, or a device")
            )
        }
        if found.descriptor == nil {
            return (
                found,
                Objection(
                    .traitNotFound(trait.traitID),
                    "the schema of \(found.name(trait.traitID)) is unknown; choose another trait")
            )
        }
        guard !found.isThere else { return (found, nil) }
        return (
            found,
            Objection(
                .emptyGroup(group.id),
                "no device in \(found.place) has \(found.name(trait.traitID)) now, so the action does nothing; add one, or "
                    + "choose another group")
        )
    }

    /// Finds a trait, and objects if it is missing.
    func find(_ trait: TraitReference) -> (CheckedTrait, Objection?) {
        if let group = trait.group {
            let found = CheckedTrait(
                isThere: false, descriptor: home.schema(ofTrait: trait.traitID), attributes: nil, isTime: false,
                place: home.shownName(ofObject: group.id))
            return (
                found,
                Objection(
                    .groupNotAllowed, "only an action can name a group of devices; choose a device to read from")
            )
        }
        let target = trait.target
        let isTime = trait.traitID == TimeTrait.id && target.deviceID == home.id
        let absence = isTime ? nil : absence(of: trait)
        let present = absence == nil ? home.descriptor(trait.path) : nil
        let found = CheckedTrait(
            isThere: absence == nil, descriptor: present ?? home.schema(ofTrait: trait.traitID),
            attributes: absence == nil && !isTime ? home.attributes(trait.path) : nil, isTime: isTime,
            isOfHome: target.deviceID == home.id, place: name(of: target))
        if isTime, !home.hasZone {
            return (
                found,
                Objection(
                    .missingZone,
                    "times need the time zone of \(found.place); set it in the settings of the structure")
            )
        }
        if absence == nil, !isTime, found.descriptor == nil {
            return (
                found,
                Objection(
                    .traitNotFound(trait.traitID),
                    "the schema of \(found.name(trait.traitID)) of \(found.place) is unknown; wait until the device's provider has sent "
                        + "it, or choose another trait")
            )
        }
        return (found, absence)
    }

    /// Why a device has no such trait; nil if it has.
    private func absence(of trait: TraitReference) -> Objection? {
        let (target, traitID) = (trait.target, trait.traitID)
        let device = home.shownName(ofObject: target.deviceID)
        guard let endpoints = home.endpoints(target.deviceID) else {
            return Objection(
                .invalidEntity(target.deviceID),
                "there is no device \(device); choose another one, or add it again")
        }
        let endpoint = endpoints.first { $0.number == target.endpoint }
        if let type = trait.deviceType, endpoint?.deviceTypes.contains(type) != true {
            return absence(ofType: type, of: trait, among: endpoints)
        }
        guard let endpoint else {
            return Objection(
                .endpointNotFound(target.endpoint),
                "\(device) has no endpoint \(target.endpoint); choose one of \(list(endpoints.map(\.number)))")
        }
        guard !endpoint.traits.contains(traitID) else { return nil }
        return absence(of: traitID, from: name(of: target), having: endpoint.traits)
    }

    private func absence(of traitID: UInt32, from place: String, having traits: Set<UInt32>) -> Objection {
        func name(_ id: UInt32) -> String? { home.schema(ofTrait: id)?.name }
        let trait = name(traitID) ?? "trait 0x" + String(traitID, radix: 16, uppercase: true)
        let present = traits.sorted().compactMap(name).prefix(16).joined(separator: ", ")
        return Objection(
            .traitNotFound(traitID),
            "\(place) has no \(trait)\(present.isEmpty ? "" : "; it has \(present)"); choose another device, or another trait"
        )
    }

    private func absence(
        ofType type: UInt32, of trait: TraitReference, among endpoints: [CheckedEndpoint]
    ) -> Objection {
        let device = home.shownName(ofObject: trait.target.deviceID)
        let typeName = "device type 0x" + String(type, radix: 16, uppercase: true)
        let message = "endpoint \(trait.target.endpoint) of \(device) is not of \(typeName)"
        switch MeantEndpoint(ofType: type, trait: trait.traitID, among: endpoints) {
        case .several(let numbers):
            return Objection(
                .ambiguousEndpoint(deviceType: type),
                "several endpoints of \(device) are of \(typeName); choose one of \(list(numbers))")
        case .one(let number):
            return Objection(.deviceTypeNotFound(type), message + "; choose endpoint \(number), which is")
        case .none:
            let ofType = endpoints.filter { $0.deviceTypes.contains(type) }
            guard ofType.isEmpty else {
                return absence(of: trait.traitID, from: device, having: Set(ofType.flatMap(\.traits)))
            }
            return Objection(.deviceTypeNotFound(type), message + ", and no other is; choose another device")
        }
    }

    private func list(_ endpoints: [UInt16]) -> String { endpoints.prefix(16).map(String.init).joined(separator: ", ") }

    /// The name of the device or structure with the endpoint, unless that is the root endpoint.
    private func name(of target: TraitTarget) -> String {
        let name = home.shownName(ofObject: target.deviceID)
        return target.endpoint == 0 ? name : name + " (endpoint \(target.endpoint))"
    }
}

extension CheckedHome {
    /// The name of a device, a group of devices or the structure in messages, or its id if it has none.
    func shownName(ofObject id: String) -> String { quotedBeginning(name(ofObject: id) ?? id) }

    /// Why sun times can't be used; nil if the structure has a location.
    var missingLocation: Objection? {
        guard place.sun == nil else { return nil }
        return Objection(
            .missingLocation,
            "sunrise and sunset need the location of \(shownName(ofObject: id)); set it, or choose a time by the clock")
    }
}
