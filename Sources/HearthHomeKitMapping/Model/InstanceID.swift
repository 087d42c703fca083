// Instance ids (HAP: iid) are derived from keys, so they need not be stored: another program or a restart computes the
// same ids, and a service that returns gets its old one. No id is used for two objects.
//
// HAP requires 64-bit ids other than 0, and 1 for the accessory information service. Some JSON readers only keep 53
// bits, so common ids are small. Bit 0 selects one of two layouts:
//
// | bits | Apple's types | | bits | makers' types |
// | --- | --- | --- | --- | --- |
// | 0 | 0 | | 0 | 1 |
// | 1…12 | characteristic, 0 for the service | | 1…15 | attribute plus one, 0 for the service |
// | 13…24 | service | | 16…47 | trait |
// | 25…40 | endpoint | | 48…63 | endpoint |
// | 41…52 | part | | | |
//
// Controllers store these ids, so the layout must not change.
private enum InstanceID {
    /// The id of the accessory information service.
    static let information: UInt64 = 1

    /// The short number of one of Apple's types; nil for other types, and outside of 1 to 0xFFF.
    static func number(_ uuid: HAPUUID) -> UInt64? {
        guard let short = uuid.short, (1...0xFFF).contains(short) else { return nil }
        return UInt64(short)
    }

    static func standard(_ service: ServiceKey, characteristic: UInt64) -> UInt64? {
        guard let type = number(service.type.uuid), service.part <= 0xFFF else { return nil }
        return UInt64(service.part) << 41 | UInt64(service.endpoint) << 25 | type << 13 | characteristic << 1
    }

    static func makers(_ service: ServiceKey, trait: UInt32, attribute: UInt64) -> UInt64? {
        guard service.part == 0 else { return nil }
        return UInt64(service.endpoint) << 48 | UInt64(trait) << 16 | attribute << 1 | 1
    }
}

extension ServiceKey {
    /// The instance id of the service in an ``AccessoryView`` (HAP: iid), derived from the key: unique in its device
    /// and stable. 1 for the accessory information service.
    ///
    /// It is below 2⁵³, which all JSON readers can represent, except for makers' traits on endpoints above 31.
    ///
    /// nil for keys that no view uses: types other than Apple's below 0x1000 and makers' traits, and parts above 4,095.
    public var instanceID: UInt64? {
        if self == .information { return InstanceID.information }
        if let trait = MakerService.trait(of: type) {
            // Trait 0 does not exist; its service on endpoint 0 would collide with the id of the information.
            return trait == 0 ? nil : InstanceID.makers(self, trait: trait, attribute: 0)
        }
        return InstanceID.standard(self, characteristic: 0)
    }
}

extension CharacteristicKey {
    /// The instance id of the characteristic, from the same number space as ``ServiceKey/instanceID``.
    ///
    /// nil if the service has none, for types other than Apple's below 0x1000 and attributes of the service's trait,
    /// and for attributes whose id ends in 0x7FFF or more; Matter's end at 0x4FFF.
    public var instanceID: UInt64? {
        if let trait = MakerService.trait(of: service.type) {
            guard let attribute = MakerService.attribute(of: type, trait: trait), trait != 0 else { return nil }
            return InstanceID.makers(service, trait: trait, attribute: attribute)
        }
        return InstanceID.number(type.uuid).flatMap { InstanceID.standard(service, characteristic: $0) }
    }
}
