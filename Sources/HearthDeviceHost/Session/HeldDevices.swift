internal import HearthTraitCore

/// The provider's devices with their current values, to be sent again after a reconnect.
struct HeldDevices: Sendable {
    /// One device.
    struct Device: Sendable {
        var description: DeviceDescription
        /// The connectivity in the provider's last report; nil if the device has the connectivity of the call.
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

        /// A trait with its values; nil if the device doesn't have it.
        func trait(_ key: DeviceChange.TraitKey) -> TraitInstance? {
            places[key].map { description.endpoints[$0.endpoint].traits[$0.trait] }
        }

        func hasEndpoint(_ id: UInt16) -> Bool { description.endpoints.contains { $0.id == id } }
    }

    fileprivate struct Place: Sendable {
        let endpoint: Int
        let trait: Int
    }

    /// The most bytes in an event. Hubs refuse larger ones, and much larger ones would end each call.
    static let eventBytes = 64 << 10

    /// In the provider's order.
    private(set) var ids: [String] = []
    private var devices: [String: Device] = [:]
    /// Whether values are checked against all rules of their schemas, as for trait handlers, or only against their
    /// types.
    private let isStrict: Bool

    init(isStrict: Bool = false) {
        self.isStrict = isStrict
    }

    subscript(_ id: String) -> Device? { devices[id] }

    /// Adds a device or replaces the one with its ID.
    ///
    /// - Returns: invalid values, which are dropped.
    mutating func hold(_ description: DeviceDescription) -> [TraitError] {
        var device = Device(description)
        var mistakes: [TraitError] = []
        for (key, place) in device.places {
            let trait = device.description.endpoints[place.endpoint].traits[place.trait]
            let target = TraitTarget(deviceID: description.id, endpoint: key.endpoint)
            for (id, mistake) in self.mistakes(in: trait.attributes, of: trait, at: target) {
                device.description.endpoints[place.endpoint].traits[place.trait].attributes[id] = nil
                mistakes.append(mistake)
            }
        }
        if devices.updateValue(device, forKey: description.id) == nil { ids.append(description.id) }
        return mistakes
    }

    mutating func remove(_ id: String) {
        if devices.removeValue(forKey: id) != nil { ids.removeAll { $0 == id } }
    }

    /// Applies a change.
    ///
    /// - Returns: the part with new values, or nil; and the provider's mistakes.
    mutating func fold(_ change: DeviceChange) -> (news: DeviceChange?, mistakes: [TraitError]) {
        // Removed during the modification, so that its arrays are modified in place.
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
            var fresh = StructureValue(values.fields.filter { trait.attributes[$0.key] != $0.value })
            for (id, mistake) in self.mistakes(in: fresh, of: trait, at: target) {
                fresh[id] = nil
                mistakes.append(mistake)
            }
            guard !fresh.isEmpty else { continue }
            device.description.endpoints[place.endpoint].traits[place.trait].attributes.fields
                .merge(fresh.fields) { _, new in new }
            news.attributes[key] = fresh
        }
        for event in change.events {
            let key = DeviceChange.TraitKey(endpoint: event.endpoint, traitID: event.traitID)
            let target = TraitTarget(deviceID: change.deviceID, endpoint: event.endpoint)
            guard let trait = device.trait(key), let descriptor = trait.descriptor.event(event.eventID) else {
                mistakes.append(Self.unknownTrait(event.traitID, at: target))
                continue
            }
            do throws(TraitError) {
                if isStrict {
                    try trait.descriptor.checkEvent(descriptor, event.fields, attributes: trait.attributes)
                }
                let message = event.message(of: descriptor, in: trait.descriptor)
                guard message.count <= Self.eventBytes else {
                    throw TraitError(
                        .constraintError,
                        "an event \(descriptor.name) of \(message.count) bytes; a hub takes at most \(Self.eventBytes)",
                        element: .event(descriptor.id))
                }
                news.events.append(
                    DeviceChange.EventOccurrence(
                        endpoint: event.endpoint, traitID: event.traitID, eventID: event.eventID, fields: event.fields,
                        message: message))
            } catch {
                mistakes.append(Self.placed(error, trait.descriptor, at: target))
            }
        }
        if let connectivity = change.connectivity, connectivity != device.connectivity {
            device.connectivity = connectivity
            news.connectivity = connectivity
        }
        let isNews = !news.attributes.isEmpty || !news.events.isEmpty || news.connectivity != nil
        return (isNews ? news : nil, mistakes)
    }

    /// The invalid values, by attribute.
    private func mistakes(
        in values: StructureValue, of trait: TraitInstance, at target: TraitTarget
    ) -> [UInt32: TraitError] {
        let descriptor = trait.descriptor
        guard !isStrict else {
            return descriptor.mistakes(in: values, present: trait.attributes)
                .mapValues { Self.placed($0, descriptor, at: target) }
        }
        var mistakes: [UInt32: TraitError] = [:]
        for (id, value) in values.fields {
            let attribute = descriptor.attribute(id)
            if let attribute, descriptor.hasType(value, of: attribute.field) { continue }
            let name = attribute?.name ?? "attribute \(id)"
            let rule = attribute.map { "must be \(descriptor.typeName(of: $0.field))" } ?? "is not in its schema"
            let mistake = TraitError(
                .invalidDataType, "\(descriptor.name).\(name) \(rule)", element: .attribute(id), field: name)
            mistakes[id] = Self.placed(mistake, descriptor, at: target)
        }
        return mistakes
    }

    private static func unknownTrait(_ id: UInt32, at target: TraitTarget) -> TraitError {
        var error = TraitError(.unsupportedCluster, "\(target) has no trait \(id); the report was dropped")
        error.target = target
        error.traitID = id
        return error
    }

    private static func placed(_ error: TraitError, _ trait: TraitDescriptor, at target: TraitTarget) -> TraitError {
        var error = error
        error.message = "\(target): " + error.message
        error.target = target
        error.traitID = trait.id
        error.trait = trait.typeName
        return error
    }
}
