internal import HearthWire

/// The properties of devices that decide which groups they are in: their rooms, and the types and traits of their
/// endpoints. A change of a name or of connectivity re-checks no automation with groups.
struct DevicePlacements: Sendable {
    private var known: [String: Int] = [:]

    /// Notes a device as it is now.
    ///
    /// - Returns: whether it may be in other groups than before.
    mutating func note(_ device: Hearth_V1_Device) -> Bool {
        var hasher = Hasher()
        hasher.combine(device.roomID)
        for endpoint in device.endpoints {
            hasher.combine(endpoint.id)
            for type in endpoint.deviceTypes { hasher.combine(type.id) }
            for trait in endpoint.traits { hasher.combine(trait.id) }
        }
        let present = hasher.finalize()
        return known.updateValue(present, forKey: device.id) != present
    }

    mutating func forget(_ id: String) { known[id] = nil }
}
