public import HearthCombine
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// Values that this app stores with an object of the home. They stay with the object and are removed with it.
///
/// An app's values are found by its ``HomeClientConfiguration/clientID``, so set one to find them again after a
/// restart. Limits: 10 values per object, 128 characters for a key, 1,024 for a value.
public struct CustomAppData: Sendable {
    let objectID: String
    let connection: HomeConnection

    /// The value for a key, or nil.
    public subscript(key: String) -> String? {
        get async throws { try await values[key] }
    }

    /// All values by key.
    public var values: [String: String] {
        get async throws {
            let response: Hearth_V1_GetAppDataResponse = try await connection.call(
                Hearth_V1_HomeMethods.getAppData,
                Hearth_V1_GetAppDataRequest(objectID: objectID, appID: connection.configuration.clientID))
            return Dictionary(response.data.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        }
    }

    /// Emits when the values have changed, by this app or another client, and when they may have changed while the
    /// connection was lost: read ``values`` again then. It may emit more often than they change.
    ///
    /// The publisher observes changes from its subscription on, and completes when the home is disconnected. It fails
    /// with `.resourceExhausted` when 10,000 changes of the home are waiting to be read.
    public var changes: AnyPublisher<Void, HomeError> {
        let (objectID, appID) = (objectID, connection.configuration.clientID)
        return connection.changes().compactMap { change -> Void? in
            switch change {
            case .report(let report): report.objects.contains(.appData(objectID: objectID, appID: appID)) ? () : nil
            // Snapshots don't contain app data, so it may have changed.
            case .resynced: ()
            case .eventsLost, .connectionLost, .connectionRestored: nil
            }
        }.eraseToAnyPublisher()
    }

    /// Sets the value for a key.
    ///
    /// - Throws: `HomeError`: `.invalidArgument` if the key or the value is too long, `.resourceExhausted` if the
    ///   object already has 10 values, `.notFound` if the object has been removed.
    public func update(key: String, value: String) async throws {
        try await change(set: [Hearth_V1_AppDatum(key: key, value: value)])
    }

    /// Removes the value for a key. Does nothing if the key has no value.
    ///
    /// - Throws: `HomeError` with code `.notFound` if the object has been removed.
    public func delete(_ key: String) async throws {
        try await change(remove: [key])
    }

    private func change(set: [Hearth_V1_AppDatum] = [], remove: [String] = []) async throws {
        let _: Hearth_V1_UpdateAppDataResponse = try await connection.change(
            Hearth_V1_HomeMethods.updateAppData,
            Hearth_V1_UpdateAppDataRequest(
                objectID: objectID, appID: connection.configuration.clientID, set: set, remove: remove,
                options: connection.callOptions),
            "the change of the app's data")
    }
}

/// An object that apps can store values with.
public protocol CustomAppDataSupporting {
    /// The values that this app stores with the object.
    ///
    /// - Throws: `HomeError` if the home was disconnected.
    var customAppData: CustomAppData { get async throws }
}

extension HomeConnection {
    func appData(of objectID: String) throws(HomeError) -> CustomAppData {
        try checkOpen()
        return CustomAppData(objectID: objectID, connection: self)
    }
}

extension Structure: CustomAppDataSupporting {
    public var customAppData: CustomAppData {
        get async throws { try reference.connection.appData(of: id) }
    }
}

extension Room: CustomAppDataSupporting {
    public var customAppData: CustomAppData {
        get async throws { try reference.connection.appData(of: id) }
    }
}

extension HomeDevice: CustomAppDataSupporting {
    public var customAppData: CustomAppData {
        get async throws { try reference.connection.appData(of: id) }
    }
}
