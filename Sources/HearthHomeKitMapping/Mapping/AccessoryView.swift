internal import HearthTraitDescriptors

/// A device of the home in HomeKit's form: its services, their values, and the requests that writes become.
///
/// It is a stateless view, created from the device's state when needed. Instance ids are derived from keys
/// (``ServiceKey/instanceID``).
public struct AccessoryView: Sendable {
    /// A service with the row and the endpoint that its values come from.
    struct Entry: Sendable {
        let key: ServiceKey
        let mapping: ServiceMapping
        let reading: ServiceReading
        let links: [CharacteristicLink]

        func link(_ type: CharacteristicType) -> CharacteristicLink? { links.first { $0.type == type } }
    }

    /// The device.
    public let device: DeviceSnapshot
    let entries: [Entry]

    /// Finds the services of a device.
    ///
    /// Each endpoint has the services of the table that match its traits and device types. Makers' traits get service
    /// types of their own, and so do standard traits of an endpoint that no row of the table matches.
    public init(_ device: DeviceSnapshot) {
        self.device = device
        var entries = [Self.information(device)]
        for endpoint in device.endpoints {
            var taken: Set<UInt32> = []
            for mapping in ServiceTable.all {
                for reading in mapping.readings(device, endpoint, taken: taken) {
                    let key = ServiceKey(endpoint: endpoint.number, type: mapping.type, part: reading.part)
                    guard key.instanceID != nil, !entries.contains(where: { $0.key == key }) else { continue }
                    entries.append(Self.entry(key, mapping, reading))
                    taken.formUnion(mapping.traits + mapping.alsoTakes)
                }
            }
            for mapping in MakerService.mappings(endpoint, taken: taken) {
                let reading = ServiceReading(device: device, endpoint: endpoint, part: 0)
                let key = ServiceKey(endpoint: endpoint.number, type: mapping.type)
                guard key.instanceID != nil else { continue }
                entries.append(Self.entry(key, mapping, reading))
            }
        }
        self.entries = entries
    }

    /// The keys of the services; the accessory information service comes first.
    public var serviceKeys: [ServiceKey] { entries.map(\.key) }

    private static func entry(_ key: ServiceKey, _ mapping: ServiceMapping, _ reading: ServiceReading) -> Entry {
        Entry(key: key, mapping: mapping, reading: reading, links: mapping.links.filter { $0.isOffered(reading) })
    }

    /// The accessory information service, which HAP requires, from the endpoint that has the information.
    private static func information(_ device: DeviceSnapshot) -> Entry {
        let traits = [TraitIDs.bridgedInformation, TraitIDs.basicInformation]
        let endpoint = device.endpoints.first { endpoint in traits.contains { endpoint.traits[$0] != nil } }
        let reading = ServiceReading(
            device: device,
            endpoint: endpoint ?? device.endpoints.first ?? EndpointSnapshot(number: 0, deviceTypes: [], traits: []),
            part: 0)
        return entry(.information, ServiceTable.information, reading)
    }

    /// The services with their values and the device's own limits.
    ///
    /// - Parameter last: the previous accessory, for values that HomeKit can't express at present.
    public func accessory(last: Accessory? = nil) -> Accessory {
        let main = entries.filter { $0.key != .information && $0.mapping.isMain }
        // Endpoint 0 says what the device is made of, such as its software, and not what it is for.
        var primary = (main.first { $0.key.endpoint != 0 } ?? main.first)?.key
        primary = primary ?? entries.first { $0.key.type != .accessoryInformation }?.key
        var services = entries.compactMap { entry -> AccessoryService? in
            guard let id = entry.key.instanceID else { return nil }
            let characteristics = entry.links.compactMap { link in
                characteristic(link, entry, last?[entry.key]?[link.type])
            }
            return AccessoryService(
                key: entry.key, id: id, characteristics: characteristics, isPrimary: entry.key == primary)
        }
        for entry in entries {
            guard let whole = entry.mapping.partOf,
                let part = services.first(where: { $0.key == entry.key }),
                let index = services.firstIndex(where: {
                    $0.key.endpoint == entry.key.endpoint && $0.type == whole
                })
            else { continue }
            services[index].linked.append(part.id)
        }
        return Accessory(services: services)
    }

    private func characteristic(
        _ link: CharacteristicLink, _ entry: Entry, _ last: AccessoryCharacteristic?
    ) -> AccessoryCharacteristic? {
        guard let id = CharacteristicKey(entry.key, link.type).instanceID else { return nil }
        let metadata = Self.metadata(link, entry.reading)
        let permissions = Self.permissions(link, entry.reading)
        var value = permissions.contains(.read) ? link.read(entry.reading).flatMap(metadata.fitted) : nil
        let keepsLast = value == nil && link.keepsLast(entry.reading)
        if keepsLast { value = last?.value }
        return AccessoryCharacteristic(
            type: link.type, id: id, permissions: permissions, metadata: metadata, value: value,
            isLastKnown: keepsLast)
    }

    static func metadata(_ link: CharacteristicLink, _ reading: ServiceReading) -> CharacteristicMetadata {
        var metadata = link.metadata
        link.limit(reading, &metadata)
        return metadata
    }

    static func permissions(_ link: CharacteristicLink, _ reading: ServiceReading) -> CharacteristicPermissions {
        guard link.write != nil && link.isWritable(reading) else {
            return link.permissions.subtracting([.write, .timedWrite, .writeResponse])
        }
        guard link.authorization?.isNeeded(nil, reading) == true else { return link.permissions }
        return link.permissions.union(.additionalAuthorization)
    }

    /// The current value of a characteristic; nil if it is unknown.
    ///
    /// - Throws: ``CharacteristicError`` with HomeKit's code 2 if the device does not have it, 6 if it is write-only.
    public func value(of key: CharacteristicKey) throws(CharacteristicError) -> CharacteristicValue? {
        let (entry, link) = try find(key)
        try Self.permissions(link, entry.reading).checkRead(key.type)
        return link.read(entry.reading).flatMap(Self.metadata(link, entry.reading).fitted)
    }

    func find(_ key: CharacteristicKey) throws(CharacteristicError) -> (Entry, CharacteristicLink) {
        guard let entry = entries.first(where: { $0.key == key.service }), let link = entry.link(key.type) else {
            throw CharacteristicError(
                .notFound,
                "\(device.name) has no \(key.type) in \(key.service.type) on endpoint \(key.service.endpoint)")
        }
        return (entry, link)
    }
}
