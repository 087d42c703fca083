internal import HearthTraitCore

/// An endpoint of a device, as the rows of the table read it.
struct Part: Sendable {
    let device: PublishedDevice
    let endpoint: PublishedEndpoint

    var number: UInt16 { endpoint.number }

    /// The value of an attribute; nil if it is absent or null.
    func value(_ attribute: AttributeID) -> TraitValue? {
        guard let value = endpoint.traits[attribute.trait]?[attribute.id], value != .null else { return nil }
        return value
    }

    func integer(_ attribute: AttributeID) -> Int64? { value(attribute)?.integer }
    func number(_ attribute: AttributeID) -> Double? { value(attribute)?.number }
    func bool(_ attribute: AttributeID) -> Bool? { value(attribute)?.bool }
    func text(_ attribute: AttributeID) -> String? { value(attribute)?.string }

    /// Whether the endpoint has a trait.
    func has(_ trait: TraitDescriptor) -> Bool { endpoint.traits[trait.id] != nil }

    /// Whether the endpoint has an attribute, even if it is null.
    func has(_ attribute: AttributeID) -> Bool { endpoint.traits[attribute.trait]?[attribute.id] != nil }

    /// Whether a trait has one of these bits in its feature map.
    func hasFeature(_ trait: TraitDescriptor, _ bits: Int64) -> Bool {
        (integer(.features(trait)) ?? 0) & bits != 0
    }

    /// Whether the device says that it accepts a command. A device that does not say it counts as accepting it.
    func accepts(_ command: CommandID) -> Bool {
        guard let descriptor = command.descriptor,
            let list = endpoint.traits[command.trait]?[GlobalAttribute.acceptedCommandList]?.list
        else { return true }
        return list.contains { $0.integer == Int64(descriptor.id) }
    }

    func isOf(_ types: DeviceTypeDescriptor...) -> Bool { types.contains { endpoint.deviceTypes.contains($0.id) } }

    /// The write of one attribute.
    func write(_ attribute: AttributeID, _ value: TraitValue) -> [PublishedRequest] {
        [PublishedRequest(endpoint: number, trait: attribute.trait, content: .update([attribute.id: value]))]
    }
}
