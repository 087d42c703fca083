public import HearthCombine
public import HearthTraitCore

/// The device types of one device, and through them its traits.
///
/// A device may have several types, each on one of its endpoints; two of the same kind are two instances.
public struct DeviceTypeController: Hashable, Sendable {
    let deviceID: String
    let reference: ConnectionReference

    var connection: HomeConnection { reference.connection }

    /// Whether the device is of the type, as far as is known now.
    public func contains<T: DeviceType>(_ type: T.Type = T.self) -> Bool { count(type) > 0 }

    /// How many parts of the device are of the type.
    public func count<T: DeviceType>(_ type: T.Type = T.self) -> Int {
        connection.withCache { DeviceTypeCollection.endpoints(of: deviceID, in: $0, type: T.descriptor.id).count }
    }

    /// The type with its traits as they are now; nil when the device is not of it.
    public func get<T: DeviceType>(_ type: T.Type = T.self) async -> T? { collection?[type] }

    /// The type on every part of the device that is of it, by rising endpoint.
    ///
    /// - Throws: `HomeError` when the home was disconnected.
    public func getAll<T: DeviceType>(of type: T.Type = T.self) async throws(HomeError) -> [T] {
        let collection = try connection.look { [deviceID, connection] cache in
            DeviceTypeCollection(deviceID, in: cache, connection)
        }.get()
        return collection?.getAll(of: type) ?? []
    }

    /// The type with its traits: at once, and again after each change of one of them. Finishes when the device is not
    /// of the type, and when the device is removed.
    public func subscribe<T: DeviceType>(_ type: T.Type = T.self) -> AnyPublisher<T, HomeError> {
        connection.publisher(.device(deviceID)) { [deviceID] connection, cache in
            DeviceTypeCollection(deviceID, in: cache, connection)?[type].map { .value($0) } ?? .gone
        }
    }

    /// All types of the device together: at once, and again after each change. Finishes when the device is removed.
    public func subscribeAll() -> AnyPublisher<DeviceTypeCollection, HomeError> {
        connection.publisher(.device(deviceID)) { [deviceID] connection, cache in
            DeviceTypeCollection(deviceID, in: cache, connection).map { .value($0) } ?? .gone
        }
    }

    private var collection: DeviceTypeCollection? {
        connection.withCache { [deviceID, connection] in DeviceTypeCollection(deviceID, in: $0, connection) }
    }
}
