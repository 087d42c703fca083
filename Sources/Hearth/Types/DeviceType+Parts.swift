public import HearthTraitCore

// A part of a device, as its type shows it. What is said here holds for types that came from a home; others have
// neither tags nor parts.
extension DeviceType {
    /// What tells this part from others of its kind on the device, as far as is known now. Without the maker's words,
    /// so that a tag is found whatever they are; those are in ``DeviceEndpoint/tags``.
    public var tags: Set<SemanticTag> {
        let tags = place?.withEndpoints { endpoints, place in endpoints.first { $0.id == place.endpoint }?.tags }
        return Set((tags ?? []).map { SemanticTag(namespaceID: $0.namespaceID, tag: $0.tag, vendorID: $0.vendorID) })
    }

    /// The first part within this one that is of a type, as it is now; nil when there is none.
    public func part<T: DeviceType>(_ type: T.Type = T.self) -> T? { parts(type).first }

    /// The parts within this one that are of a type, as they are now, by rising endpoint. One that is within another of
    /// the same type is left to that one.
    public func parts<T: DeviceType>(_ type: T.Type = T.self) -> [T] {
        guard let place else { return [] }
        let scope = PartScope(within: place.endpoint, topmostOnly: true)
        return place.connection.withCache { cache in
            DeviceTypeCollection(place.deviceID, scope, in: cache, place.connection)?.getAll(of: type) ?? []
        }
    }

    private var place: PartPlace? {
        guard let interaction = traits.endpointInteraction, let connection = interaction.proxy as? HomeConnection else {
            return nil
        }
        return PartPlace(
            deviceID: interaction.target.deviceID, endpoint: interaction.target.endpoint, connection: connection)
    }
}

/// Where a part is.
private struct PartPlace: Sendable {
    let deviceID: String
    let endpoint: UInt16
    let connection: HomeConnection

    func withEndpoints<R: Sendable>(_ body: ([DeviceEndpoint], PartPlace) -> R) -> R {
        connection.withCache { cache in body(cache.state.devices[deviceID]?.endpoints ?? [], self) }
    }
}
