internal import HearthVirtualHome
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits

/// Devices that only the guides' examples need.
extension TestHouse {
    static var guide: [DeviceDescription] { get throws { try all + [porchLight, bedroomFan, cloudLamp] } }

    /// A light of the type OnOffLight that can be dimmed nevertheless.
    static var porchLight: DeviceDescription {
        device(
            "porch", "Porch light", nil,
            [
                (
                    OnOffLightDeviceType.descriptor,
                    [
                        trait(Matter.OnOffTrait.descriptor, [0: .bool(false)], commands: [0, 1, 2]),
                        trait(Matter.LevelControlTrait.descriptor, [0: .unsigned(10)], commands: [0]),
                    ]
                )
            ])
    }

    static var bedroomFan: DeviceDescription {
        device(
            "fan", "Bedroom fan", "Bedroom",
            [
                (
                    FanDeviceType.descriptor,
                    [
                        trait(
                            Matter.FanControlTrait.descriptor,
                            [0: .unsigned(0), 1: .unsigned(2), 2: .unsigned(0), 3: .unsigned(0)])
                    ]
                )
            ])
    }

    /// A lamp of a maker's cloud, with the manufacturer fields of the maker's SYNC answer.
    static var cloudLamp: DeviceDescription {
        get throws {
            var attributes = Matter.BasicInformationTrait.Attributes()
            attributes.vendorName = "Example Lights"
            SyncIdentity(
                matterOriginalVendorId: "0xfff1", matterOriginalProductId: "0x1234",
                matterUniqueId: "matter-device-id"
            ).fill(&attributes)
            let descriptor = Matter.BasicInformationTrait.descriptor
            let values = try descriptor.decodeAttributes(attributes.serialized().span.bytes)
            var lamp = device(
                "cloud-lamp", "Cloud lamp", nil,
                [
                    (
                        OnOffLightDeviceType.descriptor,
                        [trait(Matter.OnOffTrait.descriptor, [0: .bool(true)], commands: [0, 1, 2])]
                    )
                ])
            lamp.isMatterDevice = false
            lamp.endpoints[0].traits = [trait(descriptor, values)]
            return lamp
        }
    }
}
