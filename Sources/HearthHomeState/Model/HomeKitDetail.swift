package import HearthHomeKitMapping
package import HearthRPC
internal import HearthWire

/// HomeKit's number and name for an error (`HMError`), as the status details carry it.
public struct HomeKitDetail: Hashable, Sendable {
    /// Number of `HMError.Code`, for example 2.
    public var code: Int32
    /// HomeKit's name without `HMErrorCode`, for example "NotFound".
    public var name: String
    /// ID of the object that the request is about or conflicts with; may be empty.
    public var objectID: String

    /// Creates a detail.
    public init(code: Int32, name: String, objectID: String = "") {
        self.code = code
        self.name = name
        self.objectID = objectID
    }

    /// - Parameter objectID: dropped if it is too long for an id.
    package init(_ code: HomeKitErrorCode, of objectID: String = "") {
        self.init(
            code: Int32(clamping: code.rawValue), name: code.name,
            objectID: objectID.utf8.count <= DescriptionRules.maxIDBytes ? objectID : "")
    }
}

extension RPCError {
    /// The same status with HomeKit's error code added to its details.
    package func adding(_ detail: HomeKitDetail?) -> RPCError {
        guard let detail else { return self }
        return adding(Hearth_V1_HomeKitError(code: detail.code, name: detail.name, objectID: detail.objectID))
    }
}
