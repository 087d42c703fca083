internal import HearthTraitDescriptors

/// A HomeKit accessory as a device of the home: its services become endpoints with device types and traits, by the same
/// table as in ``AccessoryView``.
///
/// Each service becomes an endpoint numbered by its instance id. A service that belongs to another one (lock
/// management) shares its endpoint, and the accessory information service is endpoint 0.
public struct AccessoryDevice: Sendable {
    struct Part: Sendable {
        let endpoint: UInt16
        let service: AccessoryService
        let mapping: ServiceMapping
        let values: CharacteristicValues

        /// The links of the characteristics that the service has.
        var links: [(link: CharacteristicLink, characteristic: AccessoryCharacteristic)] {
            mapping.links.compactMap { link in service[link.type].map { (link, $0) } }
        }
    }

    /// The accessory.
    public let accessory: Accessory
    /// The services that are not converted: unknown types, and instance ids above 65,534, the highest endpoint number.
    public let unmapped: [ServiceKey]
    let parts: [Part]

    /// Finds the traits of an accessory. The keys of its services must come from ``ServiceKey/init(instanceID:type:)``.
    public init(_ accessory: Accessory) {
        self.accessory = accessory
        var parts: [Part] = []
        var unmapped: [ServiceKey] = []
        for service in accessory.services {
            guard let mapping = Self.mapping(of: service), service.key.endpoint < .max else {
                unmapped.append(service.key)
                continue
            }
            let hosts = accessory.services.filter { $0.type == mapping.joins }
            // With several hosts it is unknown which one the service belongs to.
            let endpoint = hosts.count == 1 ? hosts.first?.key.endpoint : nil
            var values: CharacteristicValues = [:]
            for characteristic in service.characteristics {
                // A write-only characteristic has no value, so false marks it as present.
                values[characteristic.type] =
                    characteristic.value ?? (characteristic.permissions.contains(.read) ? nil : .bool(false))
            }
            parts.append(
                Part(
                    endpoint: endpoint ?? service.key.endpoint, service: service, mapping: mapping, values: values))
        }
        self.parts = parts
        self.unmapped = unmapped
    }

    /// The row that covers most of a service's characteristics; the first one of equals.
    private static func mapping(of service: AccessoryService) -> ServiceMapping? {
        if service.type == .accessoryInformation { return ServiceTable.information }
        var best: (row: ServiceMapping, count: Int)?
        for row in ServiceTable.all where row.type == service.type && row.isFromAccessories {
            let count = row.links.count { service[$0.type] != nil }
            if count > best?.count ?? -1 { best = (row, count) }
        }
        return best?.row
    }

    /// A snapshot of the device with the accessory's values.
    ///
    /// It has no schemas and no global attributes except the feature map; the receiver adds them.
    public func snapshot(id: String) -> DeviceSnapshot {
        var endpoints: [UInt16: EndpointSnapshot] = [:]
        for part in parts {
            var endpoint =
                endpoints[part.endpoint] ?? EndpointSnapshot(number: part.endpoint, deviceTypes: [], traits: [])
            if let type = Self.deviceType(of: part), !endpoint.deviceTypes.contains(type) {
                endpoint.deviceTypes.append(type)
            }
            for (trait, attributes) in Self.traits(of: part) {
                let whole = endpoint.traits[trait]?.attributes ?? [:]
                endpoint.traits[trait] = TraitSnapshot(id: trait, attributes: Self.joined(whole, attributes))
            }
            endpoints[part.endpoint] = endpoint
        }
        let name = accessory[.information]?[.name]?.value?.text ?? ""
        return DeviceSnapshot(id: id, name: name, endpoints: Array(endpoints.values))
    }

    /// Joins the attributes of a trait from two services on one endpoint: lists are concatenated, features united;
    /// otherwise the first value is kept.
    private static func joined(_ first: StructureValue, _ second: StructureValue) -> StructureValue {
        var result = first
        for (id, value) in second.fields {
            switch (first[id], value) {
            case (nil, _): result[id] = value
            case (.list(let start), .list(let end)): result[id] = .list(start + end)
            case (.unsigned(let one), .unsigned(let other)) where id == GlobalAttribute.featureMap:
                result[id] = .unsigned(one | other)
            default: break
            }
        }
        return result
    }

    private static func deviceType(of part: Part) -> UInt32? {
        if let choose = part.mapping.accessoryDeviceTypeFor {
            return choose(Set(part.service.characteristics.map(\.type)))
        }
        return part.mapping.joins == nil ? part.mapping.accessoryDeviceType : nil
    }

    /// The attributes of a service, by trait.
    private static func traits(of part: Part) -> [UInt32: StructureValue] {
        var values: [AttributeID: TraitValue] = [:]
        var features = part.mapping.accessoryFeatures
        for (link, characteristic) in part.links {
            let given = link.attributes(part.values).merging(link.limits(characteristic.metadata)) { first, _ in first }
            values.merge(given) { first, _ in first }
            features.merge(link.features(characteristic.metadata)) { $0 | $1 }
        }
        var traits = Dictionary(
            part.mapping.traits.map { ($0, StructureValue()) }, uniquingKeysWith: { first, _ in first })
        for attribute in values.keys { traits[attribute.trait, default: [:]][attribute.id] = values[attribute] }
        for (attribute, value) in part.mapping.constants {
            guard traits[attribute.trait]?.isEmpty == false || part.mapping.traits.contains(attribute.trait),
                traits[attribute.trait]?[attribute.id] == nil
            else { continue }
            traits[attribute.trait]?[attribute.id] = value
        }
        for trait in traits.keys {
            traits[trait]?[GlobalAttribute.featureMap] = .unsigned(UInt64(features[trait] ?? 0))
        }
        return traits
    }
}

extension ServiceKey {
    /// Creates the key of an accessory's service. Its endpoint is the instance id, or 0 for the accessory information
    /// service. ``AccessoryDevice`` leaves out ids above 65,534, which are no endpoint numbers.
    public init(instanceID: UInt64, type: ServiceType) {
        let endpoint = type == .accessoryInformation ? 0 : UInt16(clamping: instanceID)
        self.init(endpoint: endpoint, type: type)
    }
}
