internal import Hearth
internal import HearthAccessories
internal import HearthTraitCatalog
internal import HearthTraitCore

/// How a device's traits become services.
enum AccessoryReading {
    private static let standard = Dictionary(
        StandardTraits.descriptors.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    /// The traits of a device that this program was not compiled with.
    static func makersTraits(of device: CachedDevice) -> [DeviceEndpoint.TraitEntry] {
        device.endpoints.flatMap(\.traits).filter { standard[$0.id] == nil }
    }

    /// The descriptor of a trait, of a maker's if the hub has described it already.
    static func descriptor(_ id: UInt32, _ makers: [UInt32: TraitDescriptor]) -> TraitDescriptor? {
        standard[id] ?? makers[id]
    }

    /// A device as HomeKit sees it. Traits that nobody has described are left out.
    static func view(
        _ device: CachedDevice, _ records: [TraitPath: TraitRecord], makers: [UInt32: TraitDescriptor]
    ) -> AccessoryView {
        let endpoints = device.endpoints.map { endpoint in
            let target = TraitTarget(deviceID: device.id, endpoint: endpoint.id)
            let traits = endpoint.traits.compactMap { entry -> TraitSnapshot? in
                guard let descriptor = descriptor(entry.id, makers),
                    let record = records[TraitPath(target, entry.id)],
                    let values = try? descriptor.decodeAttributes(record.attributes.span.bytes)
                else { return nil }
                return TraitSnapshot(id: entry.id, attributes: values, descriptor: descriptor)
            }
            return EndpointSnapshot(
                number: endpoint.id, deviceTypes: endpoint.deviceTypes.map(\.id), traits: traits)
        }
        return AccessoryView(DeviceSnapshot(id: device.id, name: device.name, endpoints: endpoints))
    }
}
