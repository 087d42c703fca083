public import HearthTraitCore

// A part of a device, as its type shows it.
extension DeviceType {
    /// What tells this part from others of its kind on the device.
    public var tags: Set<SemanticTag> { metadata.tags }

    /// The first part within this one that is of a type, as it is now; nil when there is none.
    public func part<T: DeviceType>(_ type: T.Type = T.self) -> T? { parts(type).first }

    /// The parts within this one that are of a type, as they are now, by rising endpoint. One that is within another of
    /// the same type is left to that one. A type that came from no home has none.
    public func parts<T: DeviceType>(_ type: T.Type = T.self) -> [T] {
        guard let connection = traits.interaction.proxy as? HomeConnection else { return [] }
        let target = traits.interaction.target
        let scope = PartScope(within: target.endpoint, topmostOnly: true)
        return connection.withCache { cache in
            DeviceTypeCollection(target.deviceID, scope, in: cache, connection)?.getAll(of: type) ?? []
        }
    }
}
