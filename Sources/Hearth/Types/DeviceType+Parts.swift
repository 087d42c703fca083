public import HearthTraitCore

// The part of a device that a type represents.
extension DeviceType {
    /// Semantic tags that distinguish this part from similar ones of the device.
    public var tags: Set<SemanticTag> { metadata.tags }

    /// The first part of a given type inside this one, or nil. Reflects the current state.
    public func part<T: DeviceType>(_ type: T.Type = T.self) -> T? { parts(type).first }

    /// The parts of a given type inside this one, in ascending order of endpoint, without parts inside another one of
    /// the same type. Reflects the current state; empty for a value that didn't come from a home.
    public func parts<T: DeviceType>(_ type: T.Type = T.self) -> [T] {
        guard let connection = traits.interaction.proxy as? HomeConnection else { return [] }
        let target = traits.interaction.target
        let scope = PartScope(within: target.endpoint, topmostOnly: true)
        return connection.withCache { cache in
            DeviceTypeCollection(target.deviceID, scope, in: cache, connection)?.getAll(of: type) ?? []
        }
    }
}
