internal import HearthRPC
public import HearthTraitCore
internal import HearthWire

/// What this app keeps with an object of a home. It stays with the object, and goes when that goes.
///
/// An app's data is found by its ``HomeClientConfiguration/clientID``: an app that wants to find it again after a start
/// sets one. A key has at most 128 characters, a value at most 1,024; there are at most 10 of them with an object.
public struct CustomAppData: Sendable {
    let objectID: String
    let connection: HomeConnection

    /// The value for a key, nil when there is none.
    public subscript(key: String) -> String? {
        get async throws(HomeError) { try await values[key] }
    }

    /// All values, by their keys.
    public var values: [String: String] {
        get async throws(HomeError) {
            let response: Hearth_V1_GetAppDataResponse = try await connection.call(
                Hearth_V1_HomeMethods.getAppData,
                Hearth_V1_GetAppDataRequest(objectID: objectID, appID: connection.configuration.clientID))
            return Dictionary(response.data.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        }
    }

    /// Sets the value for a key.
    ///
    /// - Throws: `HomeError`: `.invalidArgument` for a key or a value that is too long, `.resourceExhausted` when the
    ///   object has 10 of them already, `.notFound` when the object is gone.
    public func update(key: String, value: String) async throws(HomeError) {
        try await change(set: [Hearth_V1_AppDatum(key: key, value: value)])
    }

    /// Forgets the value for a key. That there is none is no error.
    ///
    /// - Throws: `HomeError`, `.notFound` when the object is gone.
    public func delete(_ key: String) async throws(HomeError) {
        try await change(remove: [key])
    }

    private func change(set: [Hearth_V1_AppDatum] = [], remove: [String] = []) async throws(HomeError) {
        let _: Hearth_V1_UpdateAppDataResponse = try await connection.change(
            Hearth_V1_HomeMethods.updateAppData,
            Hearth_V1_UpdateAppDataRequest(
                objectID: objectID, appID: connection.configuration.clientID, set: set, remove: remove,
                options: connection.callOptions),
            "the change of the app's data")
    }
}

/// An object that apps can keep data with.
public protocol CustomAppDataSupporting {
    /// What this app keeps with the object.
    ///
    /// - Throws: `HomeError` when the home was disconnected.
    var customAppData: CustomAppData { get async throws(HomeError) }
}

extension HomeConnection {
    fileprivate func appData(of objectID: String) throws(HomeError) -> CustomAppData {
        try checkOpen()
        return CustomAppData(objectID: objectID, connection: self)
    }
}

extension Structure: CustomAppDataSupporting {
    public var customAppData: CustomAppData {
        get async throws(HomeError) { try reference.connection.appData(of: id) }
    }
}

extension Room: CustomAppDataSupporting {
    public var customAppData: CustomAppData {
        get async throws(HomeError) { try reference.connection.appData(of: id) }
    }
}

extension HomeDevice: CustomAppDataSupporting {
    public var customAppData: CustomAppData {
        get async throws(HomeError) { try reference.connection.appData(of: id) }
    }
}
