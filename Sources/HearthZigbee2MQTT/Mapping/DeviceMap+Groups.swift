internal import HearthBase
internal import HearthEntities
internal import HearthJSON

extension DeviceMap {
    /// Maps a group as one thing with the features of all members. Nil if no member is a thing.
    ///
    /// - Parameter members: the specific exposes of all members.
    init?(_ group: BridgeGroup, members: [Exposed]) {
        let kinds: [Exposed.Kind] = [.light, .cover, .lock, .fan, .switch]
        guard let kind = kinds.first(where: { kind in members.contains { $0.kind == kind } }) else { return nil }
        var features: [Exposed] = []
        for member in members where member.kind == kind {
            for feature in member.features where !features.contains(where: { $0.name == feature.name }) {
                features.append(feature.withoutEndpoint)
            }
        }
        self.init(
            EntityDevice(id: group.deviceID, name: group.name, model: "Group", entities: []),
            [Exposed(kind, features: features)], description: "", hasBattery: true, hasUpdates: false)
    }

    /// The same device with a new name.
    func renamed(_ name: String) -> DeviceMap {
        var map = self
        map.device.name = name
        return map
    }

    /// Properties with several parts. A command can set one part.
    var wholeProperties: Set<String> {
        var properties: Set<String> = []
        for writes in writes.values {
            for write in writes.values where write.path.count > 1 { properties.insert(write.path[0]) }
        }
        return properties
    }
}

extension Exposed {
    /// The same feature for all endpoints of a device, as groups have none.
    fileprivate var withoutEndpoint: Exposed {
        guard let endpoint else { return self }
        var feature = self
        feature.endpoint = nil
        let suffix = "_\(endpoint)"
        if property.hasSuffix(suffix) { feature.property = String(property.dropLast(suffix.count)) }
        feature.features = features.map(\.withoutEndpoint)
        return feature
    }
}
