internal import HearthTraitCore

/// The provider's devices with the values that they have now: what is brought to the hub again after a cut.
struct HeldDevices: Sendable {
    /// One device.
    struct Device: Sendable {
        var description: DeviceDescription
        /// What the provider said last; nil while the device is as good as its call.
        var connectivity: SourceConnectivity?
        fileprivate let places: [DeviceChange.TraitKey: Place]

        init(_ description: DeviceDescription) {
            self.description = description
            var places: [DeviceChange.TraitKey: Place] = [:]
            for (index, endpoint) in description.endpoints.enumerated() {
                for (position, trait) in endpoint.traits.enumerated() {
                    let key = DeviceChange.TraitKey(endpoint: endpoint.id, traitID: trait.descriptor.id)
                    places[key] = Place(endpoint: index, trait: position)
                }
            }
            self.places = places
        }

        /// A trait with its values; nil when the device lacks it.
        func trait(_ key: DeviceChange.TraitKey) -> TraitInstance? {
            places[key].map { description.endpoints[$0.endpoint].traits[$0.trait] }
        }

        func hasEndpoint(_ id: UInt16) -> Bool { description.endpoints.contains { $0.id == id } }
    }

    fileprivate struct Place: Sendable {
        let endpoint: Int
        let trait: Int
    }

    /// In the order in which the provider named them.
    private(set) var ids: [String] = []
    private var devices: [String: Device] = [:]

    subscript(_ id: String) -> Device? { devices[id] }

    /// Holds a device; the same id again takes the place of the first.
    mutating func hold(_ description: DeviceDescription) {
        if devices.updateValue(Device(description), forKey: description.id) == nil { ids.append(description.id) }
    }

    /// - Returns: false when there is no such device.
    mutating func remove(_ id: String) -> Bool {
        guard devices.removeValue(forKey: id) != nil else { return false }
        ids.removeAll { $0 == id }
        return true
    }

    /// Folds a change into the values.
    ///
    /// - Returns: what of it is news, nil for nothing; and what can't be, a mistake of the provider.
    mutating func fold(_ change: DeviceChange) -> (news: DeviceChange?, mistakes: [TraitError]) {
        // Taken out, so that its arrays are changed in place.
        guard var device = devices.removeValue(forKey: change.deviceID) else { return (nil, []) }
        defer { devices[change.deviceID] = device }
        var news = DeviceChange(deviceID: change.deviceID, cause: change.cause)
        var mistakes: [TraitError] = []
        for (key, values) in change.attributes {
            let target = TraitTarget(deviceID: change.deviceID, endpoint: key.endpoint)
            guard let place = device.places[key] else {
                mistakes.append(Self.unknownTrait(key.traitID, at: target))
                continue
            }
            let trait = device.description.endpoints[place.endpoint].traits[place.trait]
            var fresh = StructureValue()
            for (id, value) in values.fields where trait.attributes[id] != value {
                guard let attribute = trait.descriptor.attribute(id), trait.descriptor.hasType(value, of: attribute.field)
                else {
                    mistakes.append(Self.wrongType(id, of: trait.descriptor, at: target))
                    continue
                }
                fresh[id] = value
            }
            guard !fresh.isEmpty else { continue }
            device.description.endpoints[place.endpoint].traits[place.trait].attributes.fields
                .merge(fresh.fields) { _, new in new }
            news.attributes[key] = fresh
        }
        for event in change.events {
            let key = DeviceChange.TraitKey(endpoint: event.endpoint, traitID: event.traitID)
            guard let trait = device.trait(key), trait.descriptor.event(event.eventID) != nil else {
                let target = TraitTarget(deviceID: change.deviceID, endpoint: event.endpoint)
                mistakes.append(Self.unknownTrait(event.traitID, at: target))
                continue
            }
            news.events.append(event)
        }
        if let connectivity = change.connectivity, connectivity != device.connectivity {
            device.connectivity = connectivity
            news.connectivity = connectivity
        }
        let isNews = !news.attributes.isEmpty || !news.events.isEmpty || news.connectivity != nil
        return (isNews ? news : nil, mistakes)
    }

    private static func unknownTrait(_ id: UInt32, at target: TraitTarget) -> TraitError {
        var error = TraitError(.unsupportedCluster, "\(target) has no trait \(id) that could report this")
        error.target = target
        error.traitID = id
        return error
    }

    private static func wrongType(_ id: UInt32, of trait: TraitDescriptor, at target: TraitTarget) -> TraitError {
        let name = trait.attribute(id)?.name ?? "attribute \(id)"
        let wanted = trait.attribute(id).map { "must be \(trait.typeName(of: $0.field))" } ?? "is not in its schema"
        var error = TraitError(
            .invalidDataType, "\(trait.name).\(name) of \(target) \(wanted)", element: .attribute(id), field: name)
        error.target = target
        error.traitID = trait.id
        error.trait = trait.typeName
        return error
    }
}
