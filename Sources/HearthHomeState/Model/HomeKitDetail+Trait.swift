package import HearthHomeKitMapping
package import HearthRPC
internal import HearthTraitCore
internal import HearthWire

// HomeKit's error codes for errors of traits, which are characteristics in HomeKit.
extension HomeKitErrorCode {
    /// nil where HomeKit has no counterpart.
    init?(_ error: TraitError) {
        switch error.status {
        case .unsupportedAccess, .accessRestricted: self = .insufficientPrivileges
        case .unsupportedEndpoint, .unsupportedCluster, .unsupportedAttribute, .notFound: self = .notFound
        case .unsupportedCommand: self = .operationNotSupported
        case .unsupportedEvent: self = .notificationNotSupported
        case .unsupportedWrite: self = .readOnlyCharacteristic
        case .unsupportedRead: self = .writeOnlyCharacteristic
        case .invalidDataType: self = .invalidValueType
        case .constraintError, .dynamicConstraintError: self = Self.broken(error.constraint)
        case .invalidCommand, .invalidAction:
            self = error.constraint == "mandatory" ? .missingParameter : .invalidParameter
        case .resourceExhausted: self = .accessoryOutOfResources
        case .timeout: self = .operationTimedOut
        case .busy: self = .accessoryIsBusy
        case .alreadyExists: self = .alreadyExists
        default: return nil
        }
    }

    /// The code for a violated constraint (``TraitError/constraint``).
    private static func broken(_ rule: String) -> HomeKitErrorCode {
        let name = rule.prefix { $0 != " " }
        switch name {
        case "minLength": return .stringShorterThanMinimum
        case "maxLength": return .stringLongerThanMaximum
        case "min": return .valueLowerThanMinimum
        case "max": return .valueHigherThanMaximum
        default: return .invalidParameter
        }
    }
}

extension TraitError {
    /// The error as it is sent, with HomeKit's error code in the details.
    ///
    /// - Parameters:
    ///   - code: the gRPC status; nil for the one of the Matter status.
    ///   - homeKit: HomeKit's code; nil for the one of the Matter status.
    package func sent(as code: RPCError.Code? = nil, homeKit: HomeKitErrorCode? = nil) -> RPCError {
        let error = code.map { rpcError(code: $0) } ?? rpcError
        guard let number = homeKit ?? HomeKitErrorCode(self) else { return error }
        return error.adding(HomeKitDetail(number, of: target?.deviceID ?? ""))
    }
}
