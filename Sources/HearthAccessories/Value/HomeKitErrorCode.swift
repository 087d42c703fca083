/// The errors of HomeKit (`HMError.Code`): their numbers, their names, and the gRPC status that each is sent as.
public enum HomeKitErrorCode: Int, Sendable, CaseIterable {
    /// Something that nobody expected.
    case unexpectedError = -1
    /// The object is there already.
    case alreadyExists = 1
    /// There is no such object, service or characteristic.
    case notFound = 2
    /// A value is none of those that are supported.
    case invalidParameter = 3
    /// The accessory is offline.
    case accessoryNotReachable = 4
    /// The characteristic can't be written.
    case readOnlyCharacteristic = 5
    /// The characteristic can't be read.
    case writeOnlyCharacteristic = 6
    /// The characteristic does not tell of its changes.
    case notificationNotSupported = 7
    /// It took too long.
    case operationTimedOut = 8
    /// The accessory has no power.
    case accessoryPoweredOff = 9
    /// Whoever asked may not.
    case accessDenied = 10
    /// The object is in another home.
    case objectAssociatedToAnotherHome = 11
    /// The object is in no home.
    case objectNotAssociatedToAnyHome = 12
    /// The object is in the home already.
    case objectAlreadyAssociatedToHome = 13
    /// The accessory is busy.
    case accessoryIsBusy = 14
    /// The same is being done already.
    case operationInProgress = 15
    /// The accessory has no room for it.
    case accessoryOutOfResources = 16
    /// The person's role does not allow it.
    case insufficientPrivileges = 17
    /// The accessory could not be paired.
    case accessoryPairingFailed = 18
    /// The format is none that is known.
    case invalidDataFormatSpecified = 19
    /// A value is missing.
    case nilParameter = 20
    /// A value is not set.
    case unconfiguredParameter = 21
    /// An object is of another class.
    case invalidClass = 22
    /// It was cancelled.
    case operationCancelled = 23
    /// The default room can't be in a zone.
    case roomForHomeCannotBeInZone = 24
    /// The scene has no action.
    case noActionsInActionSet = 25
    /// The trigger has no scene.
    case noRegisteredActionSets = 26
    /// A field is missing.
    case missingParameter = 27
    /// The date is over.
    case fireDateInPast = 28
    /// The default room can't be renamed.
    case roomForHomeCannotBeUpdated = 29
    /// The action belongs to another scene.
    case actionInAnotherActionSet = 30
    /// Something in the home has such a name.
    case objectWithSimilarNameExistsInHome = 31
    /// A home has such a name.
    case homeWithSimilarNameExists = 32
    /// Another object has such a name as it was to get.
    case renameWithSimilarName = 33
    /// An accessory behind a bridge goes with its bridge only.
    case cannotRemoveNonBridgeAccessory = 34
    /// The name has characters that no name may have.
    case nameContainsProhibitedCharacters = 35
    /// The name begins with what no name may begin with.
    case nameDoesNotStartWithValidCharacters = 36
    /// The account is no e-mail address.
    case userIDNotEmailAddress = 37
    /// Adding a user was declined.
    case userDeclinedAddingUser = 38
    /// Removing a user was declined.
    case userDeclinedRemovingUser = 39
    /// The invitation was declined.
    case userDeclinedInvite = 40
    /// Users could not be managed.
    case userManagementFailed = 41
    /// It would recur too often.
    case recurrenceTooSmall = 42
    /// The value is of another type than the format says, or no number.
    case invalidValueType = 43
    /// The number is below the minimum.
    case valueLowerThanMinimum = 44
    /// The number is above the maximum.
    case valueHigherThanMaximum = 45
    /// The text is too long.
    case stringLongerThanMaximum = 46
    /// The program may not see homes.
    case homeAccessNotAuthorized = 47
    /// The device or object does not do it.
    case operationNotSupported = 48
    /// There are as many as there may be.
    case maximumObjectLimitReached = 49
    /// The accessory answered what can't be.
    case accessorySentInvalidResponse = 50
    /// The text is too short.
    case stringShorterThanMinimum = 51
    /// Something else went wrong.
    case genericError = 52
    /// The security of the connection failed.
    case securityFailure = 53
    /// The connection failed.
    case communicationFailure = 54
    /// A message was not authentic.
    case messageAuthenticationFailed = 55
    /// A message has the wrong size.
    case invalidMessageSize = 56
    /// Accessories could not be found.
    case accessoryDiscoveryFailed = 57
    /// The request was wrong.
    case clientRequestError = 58
    /// The accessory answered with an error.
    case accessoryResponseError = 59
    /// The name ends with what no name may end with.
    case nameDoesNotEndWithValidCharacters = 60
    /// The accessory is blocked.
    case accessoryIsBlocked = 61
    /// A service of the type can't be plugged in or watched here.
    case invalidAssociatedServiceType = 62
    /// No action of the scene could be done.
    case actionSetExecutionFailed = 63
    /// Some actions of the scene could not be done.
    case actionSetExecutionPartialSuccess = 64
    /// The scene is being executed already.
    case actionSetExecutionInProgress = 65
    /// The accessory breaks the protocol's rules.
    case accessoryOutOfCompliance = 66
    /// The data could not be reset.
    case dataResetFailure = 67
    /// Notifications are on already.
    case notificationAlreadyEnabled = 68
    /// It must recur in whole minutes.
    case recurrenceMustBeOnSpecifiedBoundaries = 69
    /// The date must be a whole minute.
    case dateMustBeOnSpecifiedBoundaries = 70
    /// The date is too far ahead.
    case cannotActivateTriggerTooFarInFuture = 71
    /// It would recur too seldom.
    case recurrenceTooLarge = 72
    /// Some characteristics could not be read or written.
    case readWritePartialSuccess = 73
    /// No characteristic could be read or written.
    case readWriteFailure = 74
    /// The user has not signed in.
    case notSignedIntoiCloud = 75
    /// Keys are not synchronised.
    case keychainSyncNotEnabled = 76
    /// Data is being synchronised.
    case cloudDataSyncInProgress = 77
    /// There is no network.
    case networkUnavailable = 78
    /// The accessory could not be added.
    case addAccessoryFailed = 79
    /// The program is not entitled to it.
    case missingEntitlement = 80
    /// An accessory behind a bridge is unblocked with its bridge only.
    case cannotUnblockNonBridgeAccessory = 81
    /// The device is locked.
    case deviceLocked = 82
    /// Built-in scenes can't be removed.
    case cannotRemoveBuiltinActionSet = 83
    /// The home has no location.
    case locationForHomeDisabled = 84
    /// The program may not know the location.
    case notAuthorizedForLocationServices = 85
    /// The accessory's manual says more.
    case referToUserManual = 86
    /// The authorization data is missing or wrong.
    case invalidOrMissingAuthorizationData = 87
    /// The accessory's bridge does not reach it, or is offline.
    case bridgedAccessoryNotReachable = 88
    /// The program may not use the microphone.
    case notAuthorizedForMicrophoneAccess = 89
    /// The network does not fit.
    case incompatibleNetwork = 90
    /// The home has no hub.
    case noHomeHub = 91
    /// The home's hub does not fit.
    case noCompatibleHomeHub = 92
    /// The accessory does not fit.
    case incompatibleAccessory = 93
    /// An object has such a name.
    case objectWithSimilarNameExists = 95
    /// The accessory could not be owned.
    case ownershipFailure = 96
    /// The home has as many accessories of the type as there may be.
    case maximumAccessoriesOfTypeInHome = 97
    /// Credentials for the network could not be made.
    case wiFiCredentialGenerationFailed = 98
    /// Networks of enterprises are not supported.
    case enterpriseNetworkNotSupported = 99
    /// The accessory took too long.
    case timedOutWaitingForAccessory = 100
    /// The connection to the accessory failed.
    case accessoryCommunicationFailure = 101
    /// The accessory could not join the network.
    case failedToJoinNetwork = 102
    /// The accessory is suspended.
    case accessoryIsSuspended = 103
    /// The connection failed for some.
    case partialCommunicationFailure = 104
    /// The home must be upgraded.
    case homeUpgradeRequired = 105

    /// HomeKit's name, without `HMErrorCode` before it: "NotFound".
    public var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The number of the gRPC status that it is sent as, where nothing else says more.
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
