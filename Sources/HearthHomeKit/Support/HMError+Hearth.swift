internal import Hearth
internal import HearthHomeKitMapping
internal import HearthTraitCore

extension HMError {
    /// Converts an error of the hub: by the HomeKit code in it if there is one, else by the device's status, else by
    /// the call's code.
    init(_ error: HomeError) {
        let named = error.subcodes.first.flatMap { Code(rawValue: $0) }
        self.init(named ?? Self.device(error) ?? Self.call(error.code), error.message)
    }

    init(_ error: CharacteristicError) {
        self.init(Code(rawValue: error.code.rawValue) ?? .unexpectedError, error.message)
    }

    /// Converts the failure to add a device.
    init(_ failure: IntegrationFailure) {
        let code: Code =
            switch failure.reason {
            case .unreachable: .accessoryNotReachable
            case .secretRefused: .invalidOrMissingAuthorizationData
            case .notSupported: .incompatibleAccessory
            case .addedAlready: .objectAlreadyAssociatedToHome
            case .timedOut: .operationTimedOut
            case .refusedByHub: .addAccessoryFailed
            case .failed: .accessoryPairingFailed
            }
        self.init(code, failure.description)
    }

    /// Converts any error.
    init(any error: any Error) {
        switch error {
        case let error as HMError: self = error
        case let error as HomeError: self.init(error)
        case let error as CharacteristicError: self.init(error)
        case let failure as IntegrationFailure: self.init(failure)
        case is CancellationError: self.init(.operationCancelled, "the task was cancelled")
        default: self.init(.unexpectedError, "\(error)")
        }
    }

    private static func device(_ error: HomeError) -> Code? {
        guard case .matter(let reason)? = error.subtype else { return nil }
        switch UInt8(exactly: reason.code).map(MatterStatus.init(rawValue:)) {
        case .constraintError, .dynamicConstraintError, .invalidCommand, .invalidAction: return .invalidParameter
        case .unsupportedWrite: return .readOnlyCharacteristic
        case .unsupportedRead: return .writeOnlyCharacteristic
        case .unsupportedAccess, .accessRestricted: return .accessDenied
        case .invalidDataType: return .invalidValueType
        case .resourceExhausted: return .accessoryOutOfResources
        case .timeout: return .operationTimedOut
        case .busy: return .accessoryIsBusy
        case .needsTimedInteraction, .timedRequestMismatch: return .invalidOrMissingAuthorizationData
        case .unsupportedCommand, .unsupportedAttribute, .unsupportedCluster, .unsupportedEndpoint:
            return .operationNotSupported
        case .notFound: return .notFound
        case .alreadyExists: return .alreadyExists
        case .failure, .invalidInState: return .accessoryResponseError
        default: return nil
        }
    }

    private static func call(_ code: HomeError.Code) -> Code {
        switch code {
        case .cancelled: .operationCancelled
        case .invalidArgument, .outOfRange: .invalidParameter
        case .deadlineExceeded: .operationTimedOut
        case .notFound: .notFound
        case .alreadyExists: .alreadyExists
        case .permissionDenied: .insufficientPrivileges
        case .unauthenticated: .homeAccessNotAuthorized
        case .resourceExhausted: .maximumObjectLimitReached
        case .failedPrecondition, .unimplemented: .operationNotSupported
        case .aborted: .operationInProgress
        case .unavailable: .communicationFailure
        default: .unexpectedError
        }
    }
}
