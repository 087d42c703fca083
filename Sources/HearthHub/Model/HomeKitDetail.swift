internal import HearthMessage
internal import HearthRPC
internal import HearthWire

/// Which rule of HomeKit's model a request broke, as `hearth.v1.HomeKitError` in the status details says it.
public struct HomeKitDetail: Hashable, Sendable {
    /// Number of `HMError.Code`.
    public var code: Int32
    /// HomeKit's name without "HMErrorCode".
    public var name: String
    /// ID of the object that the request is about, or of the one in its way; empty if there is none.
    public var objectID: String

    /// Creates a detail.
    public init(code: Int32, name: String, objectID: String) {
        self.code = code
        self.name = name
        self.objectID = objectID
    }

    /// HomeKit's 17: the caller sees the object, and may not do this with it.
    static func insufficientPrivileges(_ objectID: String = "") -> HomeKitDetail {
        HomeKitDetail(code: 17, name: "InsufficientPrivileges", objectID: objectID)
    }
}

extension RPCError {
    /// The error with one more thing in its details.
    func adding(_ detail: HomeKitDetail) -> RPCError {
        let message = Hearth_V1_HomeKitError(code: detail.code, name: detail.name, objectID: detail.objectID)
        var packed = Google_Protobuf_Any()
        packed.typeURL = "type.googleapis.com/hearth.v1.HomeKitError"
        packed.value = message.serialized()
        var status = Google_Rpc_Status()
        status.code = Int32(code.rawValue)
        status.message = self.message
        status.details = packedDetails + [packed]
        var error = self
        error.details = status.serialized()
        return error
    }
}
