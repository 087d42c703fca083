internal import HearthTraitDescriptors

extension AttributeID {
    static let vendorName = AttributeID(TraitIDs.basicInformation, 1, "vendorName")
    static let productName = AttributeID(TraitIDs.basicInformation, 3, "productName")
    static let nodeLabel = AttributeID(TraitIDs.basicInformation, 5, "nodeLabel")
    static let hardwareVersion = AttributeID(TraitIDs.basicInformation, 8, "hardwareVersionString")
    static let softwareVersion = AttributeID(TraitIDs.basicInformation, 10, "softwareVersionString")
    static let serialNumber = AttributeID(TraitIDs.basicInformation, 15, "serialNumber")
    static let identifyTime = AttributeID(TraitIDs.identify, 0, "identifyTime")
    static let identifyType = AttributeID(TraitIDs.identify, 1, "identifyType")

    /// The attribute of the same id in BridgedDeviceBasicInformation.
    var ofBridged: AttributeID { AttributeID(TraitIDs.bridgedInformation, id, name) }
}

extension CommandID {
    static let identify = CommandID(TraitIDs.identify, 0, "IdentifyCommand")
}

extension ServiceTable {
    /// The duration of identifying, which HomeKit does not specify.
    static let identifySeconds: UInt64 = 10

    /// AccessoryInformation: BasicInformation (0x28) or BridgedDeviceBasicInformation (0x39), and Identify (0x3).
    static let information = ServiceMapping(
        .accessoryInformation, traits: [],
        [
            identify,
            fact(.manufacturer, .vendorName, without: "unknown"),
            fact(.model, .productName, without: "unknown"),
            name,
            serialNumber,
            fact(.firmwareRevision, .softwareVersion, without: "0"),
            fact(.hardwareRevision, .hardwareVersion, without: nil),
        ])

    private static let identify: CharacteristicLink = {
        var link = CharacteristicLink(.identify)
        link.write = { values, reading in
            guard values.truth(.identify) == true,
                let endpoint = reading.device.endpoints.first(where: { $0.traits[TraitIDs.identify] != nil })
            else { return [] }
            let there = ServiceReading(device: reading.device, endpoint: endpoint, part: 0)
            return [there.invoke(.identify, [0: .unsigned(identifySeconds)])]
        }
        link.attributes = { values in
            values[.identify] == nil ? [:] : [.identifyTime: .unsigned(0), .identifyType: .unsigned(0)]
        }
        link.commands = [.identify: { arguments, _ in arguments[0]?.integer == 0 ? [:] : [.identify: .bool(true)] }]
        return link
    }()

    /// A string about the device. The substitute is for strings that HAP requires and a Matter device may lack.
    private static func fact(
        _ type: CharacteristicType, _ attribute: AttributeID, without substitute: String?
    ) -> CharacteristicLink {
        var link = CharacteristicLink.attribute(type, attribute, .text)
        link.sources.append(attribute.ofBridged)
        link.isOffered = { substitute != nil || $0.has(attribute) || $0.has(attribute.ofBridged) }
        link.read = { reading in
            let texts = [attribute.ofBridged, attribute].compactMap { reading.value($0)?.string }
            return (texts.first { !$0.isEmpty } ?? substitute).map { .string($0) }
        }
        return link
    }

    /// The name on the hub, not that stored in the device.
    private static let name: CharacteristicLink = {
        var link = CharacteristicLink.attribute(.name, .nodeLabel, .text)
        link.isOffered = { _ in true }
        link.read = { .string($0.device.name) }
        return link
    }()

    /// The serial number, or the hub's id of the device if it has none.
    private static let serialNumber: CharacteristicLink = {
        var link = fact(.serialNumber, .serialNumber, without: "")
        let read = link.read
        link.read = { reading in
            let text = read(reading)?.text ?? ""
            return .string(text.isEmpty ? reading.device.id : text)
        }
        return link
    }()
}
