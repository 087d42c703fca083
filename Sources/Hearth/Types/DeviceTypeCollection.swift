public import HearthTraitCore

/// A snapshot of all device types of a device with their traits.
public struct DeviceTypeCollection: Hashable, Sendable {
    private let topmostOnly: Bool
    private let endpoints: [DeviceEndpoint]
    /// The endpoints whose types are in the collection.
    var parts: [DeviceEndpoint] { endpoints }
    private let traits: [UInt16: TraitCollection]
    private let primaryPart: UInt16?
    private let freshness: Freshness

    /// Creates the collection; nil if there is no such device.
    init?(_ deviceID: String, _ scope: PartScope, in cache: borrowing HomeCache, _ connection: HomeConnection) {
        guard let device = cache.state.devices[deviceID] else { return nil }
        topmostOnly = scope.topmostOnly
        endpoints = scope.parts(in: device.typedEndpoints)
        primaryPart = scope.primaryPart(in: device.endpoints)
        freshness = cache.freshness
        var traits: [UInt16: TraitCollection] = [:]
        for endpoint in endpoints {
            traits[endpoint.id] = Self.traits(of: deviceID, on: endpoint, in: cache, connection)
        }
        self.traits = traits
    }

    /// The first part of a device that has the type, without the traits of other parts; nil if no part has it.
    static func first<T: DeviceType>(
        _ type: T.Type, of deviceID: String, _ scope: PartScope, in cache: borrowing HomeCache,
        _ connection: HomeConnection
    ) -> T? {
        guard let device = cache.state.devices[deviceID],
            let part = scope.parts(in: device.typedEndpoints, of: T.descriptor.id).first
        else { return nil }
        return Self.type(
            T.self, on: part, traits(of: deviceID, on: part, in: cache, connection),
            primaryPart: scope.primaryPart(in: device.endpoints), cache.freshness)
    }

    private static func traits(
        of deviceID: String, on part: DeviceEndpoint, in cache: borrowing HomeCache, _ connection: HomeConnection
    ) -> TraitCollection {
        let target = TraitTarget(deviceID: deviceID, endpoint: part.id)
        return TraitCollection(
            cache.shownRecords(of: target), interaction: TraitInteraction(target: target, proxy: connection))
    }

    private static func type<T: DeviceType>(
        _ type: T.Type, on part: DeviceEndpoint, _ traits: TraitCollection, primaryPart: UInt16?,
        _ freshness: Freshness
    ) -> T? {
        guard part.isOf(T.descriptor.id) else { return nil }
        return T(
            traits: traits,
            metadata: part.metadata(of: T.descriptor.id, traits, primaryPart: primaryPart, freshness))
    }

    /// The device type; nil if the device doesn't have it.
    public subscript<T: DeviceType>(_ type: T.Type) -> T? { getAll(of: type).first }

    /// Whether the device has the type.
    public func contains<T: DeviceType>(_ type: T.Type) -> Bool {
        endpoints.contains { $0.isOf(T.descriptor.id) }
    }

    /// All instances of the type, in ascending order of endpoint.
    public func getAll<T: DeviceType>(of type: T.Type) -> [T] {
        PartScope(topmostOnly: topmostOnly).parts(in: endpoints, of: T.descriptor.id).compactMap { endpoint in
            traits[endpoint.id].flatMap { Self.type(type, on: endpoint, $0, primaryPart: primaryPart, freshness) }
        }
    }
}

extension DeviceEndpoint {
    /// Metadata of one of its types.
    ///
    /// - Parameter primaryPart: the only endpoint whose primary type is marked as primary; nil if each has its own.
    func metadata(
        of type: UInt32, _ traits: TraitCollection, primaryPart: UInt16?, _ freshness: Freshness
    ) -> DeviceTypeMetadata {
        DeviceTypeMetadata(
            isPrimaryType: GoogleCameras.isPrimary(type, on: self) && (primaryPart ?? id) == id,
            sourceConnectivity: traits.sourceConnectivity, tags: tags, partName: name, freshness: freshness)
    }
}
