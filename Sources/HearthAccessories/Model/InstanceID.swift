// Instance ids (HAP: iid) follow from what they are of, so nobody has to keep them: two programs, a restart and a service
// that was away in between give the same number, and no number is given to two things.
//
// HAP wants numbers of 64 bits that are not 0, and 1 for the accessory's information. JSON, in which HAP brings them, is
// read by some as numbers of 53 bits. So what is common is small, and bit 0 says which of two forms it is:
//
// | bits | Apple's types | | bits | makers' types |
// | --- | --- | --- | --- | --- |
// | 0 | 0 | | 0 | 1 |
// | 1…12 | characteristic, 0 for the service | | 1…15 | attribute plus one, 0 for the service |
// | 13…24 | service | | 16…47 | trait |
// | 25…40 | endpoint | | 48…63 | endpoint |
// | 41…52 | part | | | |
//
// The form is what controllers know devices by, so it does not change.
private enum InstanceID {
    /// Of the accessory's information.
    static let information: UInt64 = 1

    /// The number of one of Apple's types; nil for other types and for 0.
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
    /// The instance id of the service as ``AccessoryView`` makes it (HAP: iid), unique in its device and the same for ever:
    /// it follows from the key. 1 for the accessory's information.
    ///
    /// It is less than 2⁵³, as JSON's readers want it, but for makers' traits on endpoints above 31.
    ///
    /// nil for keys that no view has: of a type that is neither one of Apple's below 0x1000 nor that of a maker's trait, or
    /// with a part above 4,095.
    public var instanceID: UInt64? {
        if self == .information { return InstanceID.information }
        if let trait = MakerService.trait(of: type) {
            // No trait is 0, whose service on endpoint 0 would have the information's id.
            return trait == 0 ? nil : InstanceID.makers(self, trait: trait, attribute: 0)
        }
        return InstanceID.standard(self, characteristic: 0)
    }
}

extension CharacteristicKey {
    /// The instance id of the characteristic; see ``ServiceKey/instanceID``, from whose numbers it is as well.
    ///
    /// nil where the service has none, for a type that is neither one of Apple's below 0x1000 nor that of an attribute of
    /// the service's trait, and for an attribute whose id ends in 0x7FFF or more; Matter's end at 0x4FFF.
    public var instanceID: UInt64? {
        if let trait = MakerService.trait(of: service.type) {
            guard let attribute = MakerService.attribute(of: type, trait: trait), trait != 0 else { return nil }
            return InstanceID.makers(service, trait: trait, attribute: attribute)
        }
        return InstanceID.number(type.uuid).flatMap { InstanceID.standard(service, characteristic: $0) }
    }
}
