internal import HearthMessage
public import HearthRPC
public import HearthTraitDescriptors

extension TraitError: RPCErrorConvertible {
    /// The error of a call: its code is ``MatterStatus/code``, and the details contain it as `hearth.v1.TraitError`.
    public var rpcError: RPCError { rpcError(code: RPCError.Code(status.code)) }

    /// The error with another code, for cases without a Matter status, such as an offline device.
    public func rpcError(code: RPCError.Code) -> RPCError {
        var reason = Hearth_V1_TraitError()
        reason.target = target.map { Hearth_V1_Target($0) }
        reason.traitID = traitID ?? 0
        reason.trait = trait
        reason.element =
            switch element {
            case .attribute(let id): .attributeID(id)
            case .command(let id): .commandID(id)
            case .event(let id): .eventID(id)
            case nil: nil
            }
        reason.field = field
        reason.constraint = constraint
        reason.matterStatus = UInt32(status.rawValue)
        reason.clusterStatus = clusterStatus.map(UInt32.init)
        var packed = Google_Protobuf_Any()
        packed.typeURL = Self.typeURL
        packed.value = reason.serialized()
        var details = Google_Rpc_Status()
        details.code = Int32(code.rawValue)
        details.message = message
        details.details = [packed]
        return RPCError(code, message, details: details.serialized(), cause: self)
    }

    static let typeURL = "type.googleapis.com/hearth.v1.TraitError"
}

extension RPCError {
    /// The `hearth.v1.TraitError` in the status details, or nil.
    public var traitError: TraitError? {
        guard !details.isEmpty, let status = try? Google_Rpc_Status(serialized: details.span.bytes),
            let packed = status.details.first(where: { $0.typeURL.hasSuffix("/hearth.v1.TraitError") }),
            let reason = try? Hearth_V1_TraitError(serialized: packed.value.span.bytes)
        else { return nil }
        let element: TraitError.Element? =
            switch reason.element {
            case .attributeID(let id): .attribute(id)
            case .commandID(let id): .command(id)
            case .eventID(let id): .event(id)
            case nil: nil
            }
        var error = TraitError(
            MatterStatus(rawValue: UInt8(truncatingIfNeeded: reason.matterStatus)), message, element: element,
            field: reason.field, constraint: reason.constraint,
            clusterStatus: reason.clusterStatus.map { UInt8(truncatingIfNeeded: $0) })
        error.target = reason.target.flatMap { TraitTarget($0) }
        error.traitID = reason.traitID
        error.trait = reason.trait
        return error
    }
}

extension RPCError {
    /// The details of the error's `google.rpc.Status`.
    public var packedDetails: [Google_Protobuf_Any] {
        (try? Google_Rpc_Status(serialized: details.span.bytes))?.details ?? []
    }

    /// The error from the fields of a `google.rpc.Status`; nil for OK.
    public init?(code: Int32, message: String, packedDetails: [Google_Protobuf_Any]) {
        guard code != 0 else { return nil }
        let status = Google_Rpc_Status(code: code, message: message, details: packedDetails)
        self.init(
            UInt8(exactly: code).flatMap { Code(rawValue: $0) } ?? .unknown, message,
            details: packedDetails.isEmpty ? [] : status.serialized())
    }
}

extension Hearth_V1_AttachStatus {
    /// An error with its details.
    public init(_ error: RPCError) {
        self.init(code: Int32(error.code.rawValue), message: error.message, details: error.packedDetails)
    }

    /// The error; nil for OK.
    public var error: RPCError? { RPCError(code: code, message: message, packedDetails: details) }
}

extension Hearth_V1_BatchResult {
    /// A refusal with its details.
    public init(_ error: RPCError) {
        self.init(code: Int32(error.code.rawValue), message: error.message, details: error.packedDetails)
    }

    /// The refusal; nil for OK.
    public var error: RPCError? { RPCError(code: code, message: message, packedDetails: details) }
}

extension HomeError {
    /// The SDK's error for a call's status. The codes are gRPC's. A trait's error becomes the subtype, and the number
    /// of a violated rule of HomeKit's model (`hearth.v1.HomeKitError`) the only subcode.
    public init(_ error: RPCError) {
        let subtype = error.traitError.map { reason in
            Subtype.matter(
                MatterError(code: Int(reason.status.rawValue), clusterCode: reason.clusterStatus.map(Int.init)))
        }
        let rule = error.packedDetails.first { $0.typeURL.hasSuffix("/hearth.v1.HomeKitError") }
            .flatMap { try? Hearth_V1_HomeKitError(serialized: $0.value.span.bytes) }
        self.init(
            Code(rawValue: Int(error.code.rawValue)) ?? .unknown, error.message,
            subcodes: rule.map { [Int($0.code)] } ?? [], subtype: subtype)
    }
}

extension HomeError: RPCErrorConvertible {
    /// The error as a call's status, such as that of a provider that throws it.
    public var rpcError: RPCError { RPCError(RPCError.Code(code), message, cause: self) }
}

extension RPCError.Code {
    /// The same code as an error code of calls.
    public init(_ code: HomeError.Code) {
        self = UInt8(exactly: code.rawValue).flatMap { Self(rawValue: $0) } ?? .unknown
    }
}
