package import HearthHomeState
package import HearthTraitCore
internal import HearthTraits

/// A bridge with bridged lamps, described as its provider does.
package enum TestBridge {
    /// A bridged lamp.
    package struct Lamp {
        package var endpoint: UInt16
        package var parent: UInt16 = 1
        package var label: String?
        package var product: String?
        package var uniqueID: TraitValue?
        package var isReachable = true
        /// Endpoints in it, each with a light of its own.
        package var inner: [UInt16] = []

        package init(
            endpoint: UInt16, parent: UInt16 = 1, label: String? = nil, product: String? = nil,
            uniqueID: TraitValue? = nil, isReachable: Bool = true, inner: [UInt16] = []
        ) {
            self.endpoint = endpoint
            self.parent = parent
            self.label = label
            self.product = product
            self.uniqueID = uniqueID
            self.isReachable = isReachable
            self.inner = inner
        }
    }

    package static let id = "bridge"
    package static let onOff = Matter.OnOffTrait.descriptor
    package static let information = Matter.BridgedDeviceBasicInformationTrait.descriptor

    package static func device(_ lamps: [Lamp], id: String = id, name: String = "Bridge", room: String? = nil)
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
    package static func record(_ description: DeviceDescription) -> DeviceRecord {
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

    package static func onOff(_ device: String, _ endpoint: UInt16) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: endpoint), onOff.id)
    }

    package static func information(_ device: String, _ endpoint: UInt16) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: endpoint), information.id)
    }
}
