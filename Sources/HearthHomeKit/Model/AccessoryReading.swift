internal import Hearth
internal import HearthHomeKitMapping
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Converts the traits of a device to services.
enum AccessoryReading {
    /// The traits of a device that are not compiled into this program.
    static func makersTraits(of device: CachedDevice) -> [DeviceEndpoint.TraitEntry] {
        device.endpoints.flatMap(\.traits).filter { StandardTraits.descriptor($0.id) == nil }
    }

    /// The descriptor of a standard trait, or of a maker's trait that the hub has described.
    static func descriptor(_ id: UInt32, _ makers: [UInt32: TraitDescriptor]) -> TraitDescriptor? {
        StandardTraits.descriptor(id) ?? makers[id]
    }

    /// The view of a device. Traits without a descriptor are left out.
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
