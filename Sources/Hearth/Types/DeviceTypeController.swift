public import HearthCombine
public import HearthTraitCore

/// The device types of a device, which give access to its traits.
///
/// A device may have several types, each on one of its endpoints. Two endpoints of the same type are two instances with
/// separate traits. ``HomeDevice/enableMultipartDevices`` determines which endpoints are included.
public struct DeviceTypeController: Hashable, Sendable {
    let deviceID: String
    let reference: ConnectionReference
    let scope: PartScope

    var connection: HomeConnection { reference.connection }

    /// Whether the device currently has the type.
    public func contains<T: DeviceType>(_ type: T.Type = T.self) -> Bool { count(type) > 0 }

    /// The number of endpoints of the device that have the type.
    public func count<T: DeviceType>(_ type: T.Type = T.self) -> Int {
        let endpoints = connection.withCache { [deviceID] in $0.state.devices[deviceID]?.typedEndpoints ?? [] }
        return scope.parts(in: endpoints, of: T.descriptor.id).count
    }

    /// The type with its traits' current state; nil if the device doesn't have it.
    public func get<T: DeviceType>(_ type: T.Type = T.self) async -> T? {
        connection.withCache { [self] in first(type, connection, $0) }
    }

    /// All types of the device with their traits' current state.
    ///
    /// - Throws: `HomeError`: `.notFound` if the device was removed, `.cancelled` if the home was disconnected.
    public func getAll() async throws -> DeviceTypeCollection {
        guard let all = try connection.look({ [self] in collection(connection, $0) }).get() else {
            throw HomeError(.notFound, "the home has no device \(deviceID)")
        }
        return all
    }

    /// All instances of the type, in ascending order of endpoint.
    ///
    /// - Throws: `HomeError` if the home was disconnected.
    public func getAll<T: DeviceType>(of type: T.Type = T.self) async throws -> [T] {
        try connection.look { [self] in collection(connection, $0) }.get()?.getAll(of: type) ?? []
    }

    /// Publishes the type with its traits: immediately, and after each change of one of them. Completes if the device
    /// doesn't have the type, and when the device is removed.
    public func subscribe<T: DeviceType>(_ type: T.Type = T.self) -> AnyPublisher<T, HomeError> {
        connection.publisher(.device(deviceID)) { [self] in first(type, $0, $1).map { .value($0) } ?? .gone }
    }

    /// Publishes all types of the device: immediately, and after each change. Completes when the device is removed.
    public func subscribeAll() -> AnyPublisher<DeviceTypeCollection, HomeError> {
        connection.publisher(.device(deviceID)) { [self] in collection($0, $1).map { .value($0) } ?? .gone }
    }

    /// Publishes all instances of the type, in ascending order of endpoint: immediately, even if empty, and
    /// after each change of one of them. Completes when the device is removed.
    public func subscribeAll<T: DeviceType>(of type: T.Type = T.self) -> AnyPublisher<[T], HomeError> {
        connection.publisher(.device(deviceID)) { [self] in
            collection($0, $1).map { .value($0.getAll(of: type)) } ?? .gone
        }
    }

    /// The included endpoints in the current state.
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
