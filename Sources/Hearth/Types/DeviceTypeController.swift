public import HearthCombine
public import HearthTraitCore

/// The device types of one device, and through them its traits.
///
/// A device may have several types, each on one of its parts; two of the same kind are two instances, whose traits never
/// mix. Which parts count with devices of several is said by ``HomeDevice/enableMultipartDevices``.
public struct DeviceTypeController: Hashable, Sendable {
    let deviceID: String
    let reference: ConnectionReference
    let scope: PartScope

    var connection: HomeConnection { reference.connection }

    /// Whether the device is of the type, as far as is known now.
    public func contains<T: DeviceType>(_ type: T.Type = T.self) -> Bool { count(type) > 0 }

    /// How many parts of the device are of the type.
    public func count<T: DeviceType>(_ type: T.Type = T.self) -> Int {
        scope.parts(in: endpoints, of: T.descriptor.id).count
    }

    /// The type with its traits as they are now; nil when the device is not of it.
    public func get<T: DeviceType>(_ type: T.Type = T.self) async -> T? {
        connection.withCache { [self] in first(type, connection, $0) }
    }

    /// The type on every part of the device that is of it, by rising endpoint.
    ///
    /// - Throws: `HomeError` when the home was disconnected.
    public func getAll<T: DeviceType>(of type: T.Type = T.self) async throws(HomeError) -> [T] {
        try connection.look { [self] in collection(connection, $0) }.get()?.getAll(of: type) ?? []
    }

    /// The type with its traits: at once, and again after each change of one of them. Finishes when the device is not
    /// of the type, and when the device is removed.
    public func subscribe<T: DeviceType>(_ type: T.Type = T.self) -> AnyPublisher<T, HomeError> {
        connection.publisher(.device(deviceID)) { [self] in first(type, $0, $1).map { .value($0) } ?? .gone }
    }

    /// All types of the device together: at once, and again after each change. Finishes when the device is removed.
    public func subscribeAll() -> AnyPublisher<DeviceTypeCollection, HomeError> {
        connection.publisher(.device(deviceID)) { [self] in collection($0, $1).map { .value($0) } ?? .gone }
    }

    /// The type on every part of the device that is of it, by rising endpoint: at once, also when there is none, and
    /// again after each change of one of them. Finishes when the device is removed.
    public func subscribeAll<T: DeviceType>(of type: T.Type = T.self) -> AnyPublisher<[T], HomeError> {
        connection.publisher(.device(deviceID)) { [self] in
            collection($0, $1).map { .value($0.getAll(of: type)) } ?? .gone
        }
    }

    /// The parts that count, as far as is known now.
    var endpoints: [DeviceEndpoint] {
        scope.parts(in: connection.withCache { [deviceID] in $0.state.devices[deviceID]?.endpoints ?? [] })
    }

    private func first<T: DeviceType>(
        _ type: T.Type, _ connection: HomeConnection, _ cache: borrowing HomeCache
    ) -> T? {
        DeviceTypeCollection.first(type, of: deviceID, scope, in: cache, connection)
    }

    private func collection(
        _ connection: HomeConnection, _ cache: borrowing HomeCache
    ) -> DeviceTypeCollection? {
        DeviceTypeCollection(deviceID, scope, in: cache, connection)
    }
}
