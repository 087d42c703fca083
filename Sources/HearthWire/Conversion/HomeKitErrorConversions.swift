internal import HearthMessage
public import HearthRPC

extension RPCError {
    /// The violated rule of HomeKit's model in the status details, or nil.
    public var homeKitError: Hearth_V1_HomeKitError? {
        let packed = packedDetails.first { $0.typeURL.hasSuffix("/hearth.v1.HomeKitError") }
        return packed.flatMap { try? Hearth_V1_HomeKitError(serialized: $0.value.span.bytes) }
    }

    /// The same status with a reason of HomeKit's model added to its details.
    public func adding(_ reason: Hearth_V1_HomeKitError) -> RPCError {
        let packed = Google_Protobuf_Any(
            typeURL: "type.googleapis.com/hearth.v1.HomeKitError", value: reason.serialized())
        let status = Google_Rpc_Status(
            code: Int32(code.rawValue), message: message, details: packedDetails + [packed])
        var error = self
        error.details = status.serialized()
        return error
    }
}
