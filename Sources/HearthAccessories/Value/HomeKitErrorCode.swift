/// The error codes of HomeKit (`HMError.Code`), with their names and the gRPC status that each is sent as.
public enum HomeKitErrorCode: Int, Sendable, CaseIterable {
    /// An unexpected error.
    case unexpectedError = -1
    /// The object exists already.
    case alreadyExists = 1
    /// The object was not found.
    case notFound = 2
    /// A parameter is invalid.
    case invalidParameter = 3
    /// The accessory is not reachable.
    case accessoryNotReachable = 4
    /// The characteristic is read-only.
    case readOnlyCharacteristic = 5
    /// The characteristic is write-only.
    case writeOnlyCharacteristic = 6
    /// The characteristic does not support notifications.
    case notificationNotSupported = 7
    /// The operation timed out.
    case operationTimedOut = 8
    /// The accessory is powered off.
    case accessoryPoweredOff = 9
    /// Access was denied.
    case accessDenied = 10
    /// The object belongs to another home.
    case objectAssociatedToAnotherHome = 11
    /// The object belongs to no home.
    case objectNotAssociatedToAnyHome = 12
    /// The object belongs to the home already.
    case objectAlreadyAssociatedToHome = 13
    /// The accessory is busy.
    case accessoryIsBusy = 14
    /// Another operation is in progress.
    case operationInProgress = 15
    /// The accessory has run out of resources.
    case accessoryOutOfResources = 16
    /// The user has insufficient privileges.
    case insufficientPrivileges = 17
    /// Pairing the accessory failed.
    case accessoryPairingFailed = 18
    /// The data has an invalid format.
    case invalidDataFormatSpecified = 19
    /// A required parameter is nil.
    case nilParameter = 20
    /// A parameter is not configured.
    case unconfiguredParameter = 21
    /// An object has the wrong class.
    case invalidClass = 22
    /// The operation was cancelled.
    case operationCancelled = 23
    /// The default room can't be in a zone.
    case roomForHomeCannotBeInZone = 24
    /// The scene has no actions.
    case noActionsInActionSet = 25
    /// The trigger has no scenes.
    case noRegisteredActionSets = 26
    /// A required parameter is missing.
    case missingParameter = 27
    /// The fire date is in the past.
    case fireDateInPast = 28
    /// The default room can't be changed.
    case roomForHomeCannotBeUpdated = 29
    /// The action is in another scene.
    case actionInAnotherActionSet = 30
    /// Another object of the home has a similar name.
    case objectWithSimilarNameExistsInHome = 31
    /// Another home has a similar name.
    case homeWithSimilarNameExists = 32
    /// The new name is similar to the old one.
    case renameWithSimilarName = 33
    /// An accessory behind a bridge can't be removed without the bridge.
    case cannotRemoveNonBridgeAccessory = 34
    /// The name contains prohibited characters.
    case nameContainsProhibitedCharacters = 35
    /// The name starts with an invalid character.
    case nameDoesNotStartWithValidCharacters = 36
    /// The user ID is not an email address.
    case userIDNotEmailAddress = 37
    /// The user declined to add a user.
    case userDeclinedAddingUser = 38
    /// The user declined to remove a user.
    case userDeclinedRemovingUser = 39
    /// The user declined the invitation.
    case userDeclinedInvite = 40
    /// Managing the users failed.
    case userManagementFailed = 41
    /// The recurrence interval is too short.
    case recurrenceTooSmall = 42
    /// The value has the wrong type.
    case invalidValueType = 43
    /// The value is below the minimum.
    case valueLowerThanMinimum = 44
    /// The value is above the maximum.
    case valueHigherThanMaximum = 45
    /// The string is longer than the maximum.
    case stringLongerThanMaximum = 46
    /// The app is not authorized to access homes.
    case homeAccessNotAuthorized = 47
    /// The operation is not supported.
    case operationNotSupported = 48
    /// The maximum number of objects is reached.
    case maximumObjectLimitReached = 49
    /// The accessory sent an invalid response.
    case accessorySentInvalidResponse = 50
    /// The string is shorter than the minimum.
    case stringShorterThanMinimum = 51
    /// An unspecified error.
    case genericError = 52
    /// A security failure.
    case securityFailure = 53
    /// A communication failure.
    case communicationFailure = 54
    /// Authenticating a message failed.
    case messageAuthenticationFailed = 55
    /// A message has an invalid size.
    case invalidMessageSize = 56
    /// Discovering accessories failed.
    case accessoryDiscoveryFailed = 57
    /// An error in the client's request.
    case clientRequestError = 58
    /// The accessory responded with an error.
    case accessoryResponseError = 59
    /// The name ends with an invalid character.
    case nameDoesNotEndWithValidCharacters = 60
    /// The accessory is blocked.
    case accessoryIsBlocked = 61
    /// The service type can't be associated.
    case invalidAssociatedServiceType = 62
    /// All actions of the scene failed.
    case actionSetExecutionFailed = 63
    /// Some actions of the scene failed.
    case actionSetExecutionPartialSuccess = 64
    /// The scene is running already.
    case actionSetExecutionInProgress = 65
    /// The accessory does not comply with the protocol.
    case accessoryOutOfCompliance = 66
    /// Resetting the data failed.
    case dataResetFailure = 67
    /// Notifications are on already.
    case notificationAlreadyEnabled = 68
    /// The recurrence has fractions of a minute.
    case recurrenceMustBeOnSpecifiedBoundaries = 69
    /// The date is not a whole minute.
    case dateMustBeOnSpecifiedBoundaries = 70
    /// The trigger fires too far in the future to be enabled.
    case cannotActivateTriggerTooFarInFuture = 71
    /// The recurrence interval is too long.
    case recurrenceTooLarge = 72
    /// Some of the reads or writes failed.
    case readWritePartialSuccess = 73
    /// All reads or writes failed.
    case readWriteFailure = 74
    /// The user is not signed in to iCloud.
    case notSignedIntoiCloud = 75
    /// ICloud Keychain is off.
    case keychainSyncNotEnabled = 76
    /// ICloud is synchronizing data.
    case cloudDataSyncInProgress = 77
    /// The network is unavailable.
    case networkUnavailable = 78
    /// Adding the accessory failed.
    case addAccessoryFailed = 79
    /// The app lacks an entitlement.
    case missingEntitlement = 80
    /// An accessory behind a bridge can't be unblocked without the bridge.
    case cannotUnblockNonBridgeAccessory = 81
    /// The device is locked.
    case deviceLocked = 82
    /// A built-in scene can't be removed.
    case cannotRemoveBuiltinActionSet = 83
    /// Location is disabled for the home.
    case locationForHomeDisabled = 84
    /// The app is not authorized for location services.
    case notAuthorizedForLocationServices = 85
    /// The user has to consult the accessory's manual.
    case referToUserManual = 86
    /// The authorization data is invalid or missing.
    case invalidOrMissingAuthorizationData = 87
    /// The bridged accessory is not reachable.
    case bridgedAccessoryNotReachable = 88
    /// The app is not authorized to use the microphone.
    case notAuthorizedForMicrophoneAccess = 89
    /// The network is incompatible.
    case incompatibleNetwork = 90
    /// The home has no home hub.
    case noHomeHub = 91
    /// The home has no compatible home hub.
    case noCompatibleHomeHub = 92
    /// The accessory is incompatible.
    case incompatibleAccessory = 93
    /// Another object has a similar name.
    case objectWithSimilarNameExists = 95
    /// Verifying the ownership failed.
    case ownershipFailure = 96
    /// The home has the maximum number of accessories of this type.
    case maximumAccessoriesOfTypeInHome = 97
    /// Generating Wi-Fi credentials failed.
    case wiFiCredentialGenerationFailed = 98
    /// Enterprise networks are not supported.
    case enterpriseNetworkNotSupported = 99
    /// Waiting for the accessory timed out.
    case timedOutWaitingForAccessory = 100
    /// Communicating with the accessory failed.
    case accessoryCommunicationFailure = 101
    /// Joining the network failed.
    case failedToJoinNetwork = 102
    /// The accessory is suspended.
    case accessoryIsSuspended = 103
    /// Communicating with some accessories failed.
    case partialCommunicationFailure = 104
    /// The home has to be upgraded.
    case homeUpgradeRequired = 105

    /// HomeKit's name without the prefix `HMErrorCode`, such as "NotFound".
    public var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The number of the gRPC status for the error, unless the hub has a more specific one.
    public var grpcStatus: UInt8 {
        switch self {
        case .operationCancelled:
            1
        case .invalidParameter, .invalidDataFormatSpecified, .nilParameter, .unconfiguredParameter,
            .invalidClass, .missingParameter, .fireDateInPast, .nameContainsProhibitedCharacters,
            .nameDoesNotStartWithValidCharacters, .userIDNotEmailAddress, .recurrenceTooSmall,
            .invalidValueType, .valueLowerThanMinimum, .valueHigherThanMaximum, .stringLongerThanMaximum,
            .stringShorterThanMinimum, .invalidMessageSize, .clientRequestError,
            .nameDoesNotEndWithValidCharacters, .recurrenceMustBeOnSpecifiedBoundaries,
            .dateMustBeOnSpecifiedBoundaries, .cannotActivateTriggerTooFarInFuture, .recurrenceTooLarge:
            3
        case .operationTimedOut, .timedOutWaitingForAccessory:
            4
        case .notFound, .objectNotAssociatedToAnyHome:
            5
        case .alreadyExists, .objectAlreadyAssociatedToHome, .objectWithSimilarNameExistsInHome,
            .homeWithSimilarNameExists, .renameWithSimilarName, .objectWithSimilarNameExists:
            6
        case .accessDenied, .insufficientPrivileges, .homeAccessNotAuthorized, .missingEntitlement,
            .notAuthorizedForLocationServices, .notAuthorizedForMicrophoneAccess:
            7
        case .accessoryOutOfResources, .maximumObjectLimitReached, .maximumAccessoriesOfTypeInHome:
            8
        case .readOnlyCharacteristic, .writeOnlyCharacteristic, .notificationNotSupported,
            .objectAssociatedToAnotherHome, .roomForHomeCannotBeInZone, .noActionsInActionSet,
            .noRegisteredActionSets, .roomForHomeCannotBeUpdated, .actionInAnotherActionSet,
            .cannotRemoveNonBridgeAccessory, .userDeclinedAddingUser, .userDeclinedRemovingUser,
            .userDeclinedInvite, .operationNotSupported, .accessoryIsBlocked, .invalidAssociatedServiceType,
            .notificationAlreadyEnabled, .keychainSyncNotEnabled, .cannotUnblockNonBridgeAccessory,
            .deviceLocked, .cannotRemoveBuiltinActionSet, .locationForHomeDisabled, .referToUserManual,
            .incompatibleNetwork, .noCompatibleHomeHub, .incompatibleAccessory, .ownershipFailure,
            .enterpriseNetworkNotSupported, .accessoryIsSuspended, .homeUpgradeRequired:
            9
        case .accessoryIsBusy, .operationInProgress, .actionSetExecutionInProgress, .cloudDataSyncInProgress:
            10
        case .accessoryPairingFailed, .userManagementFailed, .accessorySentInvalidResponse,
            .accessoryResponseError, .actionSetExecutionFailed, .actionSetExecutionPartialSuccess,
            .accessoryOutOfCompliance, .dataResetFailure, .readWritePartialSuccess, .readWriteFailure,
            .addAccessoryFailed, .wiFiCredentialGenerationFailed:
            13
        case .accessoryNotReachable, .accessoryPoweredOff, .communicationFailure, .accessoryDiscoveryFailed,
            .networkUnavailable, .bridgedAccessoryNotReachable, .noHomeHub, .accessoryCommunicationFailure,
            .failedToJoinNetwork, .partialCommunicationFailure:
            14
        case .securityFailure, .messageAuthenticationFailed, .notSignedIntoiCloud,
            .invalidOrMissingAuthorizationData:
            16
        case .unexpectedError, .genericError: 2
        }
    }
}
