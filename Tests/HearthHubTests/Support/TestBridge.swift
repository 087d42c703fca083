@testable internal import HearthHub
internal import HearthTraitCore
internal import HearthTraits

/// A bridge with bridged lamps, described as its provider does.
enum TestBridge {
    /// A bridged lamp.
    struct Lamp {
        var endpoint: UInt16
        var parent: UInt16 = 1
        var label: String?
        var product: String?
        var uniqueID: TraitValue?
        var isReachable = true
        /// Endpoints in it, each with a light of its own.
        var inner: [UInt16] = []
    }

    static let id = "bridge"
    static let onOff = Matter.OnOffTrait.descriptor
    static let information = Matter.BridgedDeviceBasicInformationTrait.descriptor

    static func device(_ lamps: [Lamp], id: String = id, name: String = "Bridge", room: String? = nil)
        -> DeviceDescription
    {
        DeviceDescription(
            id: id, name: name, suggestedRoom: room,
            endpoints: [
                EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                EndpointDescription(
                    id: 1, parent: 0, deviceTypes: [.init(id: 0xE, revision: 2, isPrimary: false)], traits: [light]),
            ] + lamps.flatMap(endpoints), isMatterDevice: true)
    }

    private static func endpoints(_ lamp: Lamp) -> [EndpointDescription] {
        let inner = lamp.inner.map { id in
            EndpointDescription(id: id, parent: lamp.endpoint, deviceTypes: [], traits: [light])
        }
        var about: StructureValue = [0x11: .bool(lamp.isReachable)]
        about[0x5] = lamp.label.map { .string($0) }
        about[0x3] = lamp.product.map { .string($0) }
        about[0x12] = lamp.uniqueID
        let types: [DeviceTypeEntry] = [
            .init(id: 0x100, revision: 3, isPrimary: true),
            .init(id: BridgeSplit.bridgedNode, revision: 3, isPrimary: false),
        ]
        let node = EndpointDescription(
            id: lamp.endpoint, parent: lamp.parent, deviceTypes: types,
            traits: [light, TraitInstance(descriptor: information, attributes: about)])
        return [node] + inner
    }

    private static var light: TraitInstance {
        TestProvider.lamp("", name: "").endpoints[1].traits[0]
    }

    /// The hub's record before it is split.
    static func record(_ description: DeviceDescription) -> DeviceRecord {
        var traits: [TraitKey: DeviceTrait] = [:]
        for endpoint in description.endpoints {
            for trait in endpoint.traits {
                traits[TraitKey(endpoint: endpoint.id, traitID: trait.descriptor.id)] = DeviceTrait(
                    descriptor: trait.descriptor, attributes: trait.attributes, observedAt: .zero)
            }
        }
        return DeviceRecord(
            id: description.id, name: description.name, isNameGiven: true, roomID: "hall",
            isMatterDevice: description.isMatterDevice, endpoints: description.endpoints.map { EndpointRecord($0) },
            traits: traits, connectivity: .init(connectivityState: .online, dataSourceLocality: .direct))
    }

    static func onOff(_ device: String, _ endpoint: UInt16) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: endpoint), onOff.id)
    }

    static func information(_ device: String, _ endpoint: UInt16) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: endpoint), information.id)
    }
}
