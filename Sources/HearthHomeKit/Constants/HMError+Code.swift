extension HMError {
    /// The numbers of HomeKit's errors (HomeKit documentation, HMError.Code).
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// HomeKit's error -1: an unexpected error.
        case unexpectedError = -1
        /// HomeKit's error 1: the object exists already.
        case alreadyExists = 1
        /// HomeKit's error 2: the object was not found.
        case notFound = 2
        /// HomeKit's error 3: a parameter is invalid.
        case invalidParameter = 3
        /// HomeKit's error 4: the accessory is not reachable.
        case accessoryNotReachable = 4
        /// HomeKit's error 5: the characteristic is read-only.
        case readOnlyCharacteristic = 5
        /// HomeKit's error 6: the characteristic is write-only.
        case writeOnlyCharacteristic = 6
        /// HomeKit's error 7: the characteristic does not support notifications.
        case notificationNotSupported = 7
        /// HomeKit's error 8: the operation timed out.
        case operationTimedOut = 8
        /// HomeKit's error 9: the accessory is powered off.
        case accessoryPoweredOff = 9
        /// HomeKit's error 10: access was denied.
        case accessDenied = 10
        /// HomeKit's error 11: the object belongs to another home.
        case objectAssociatedToAnotherHome = 11
        /// HomeKit's error 12: the object belongs to no home.
        case objectNotAssociatedToAnyHome = 12
        /// HomeKit's error 13: the object belongs to the home already.
        case objectAlreadyAssociatedToHome = 13
        /// HomeKit's error 14: the accessory is busy.
        case accessoryIsBusy = 14
        /// HomeKit's error 15: another operation is in progress.
        case operationInProgress = 15
        /// HomeKit's error 16: the accessory has run out of resources.
        case accessoryOutOfResources = 16
        /// HomeKit's error 17: the user has insufficient privileges.
        case insufficientPrivileges = 17
        /// HomeKit's error 18: pairing the accessory failed.
        case accessoryPairingFailed = 18
        /// HomeKit's error 19: the data has an invalid format.
        case invalidDataFormatSpecified = 19
        /// HomeKit's error 20: a required parameter is nil.
        case nilParameter = 20
        /// HomeKit's error 21: a parameter is not configured.
        case unconfiguredParameter = 21
        /// HomeKit's error 22: an object has the wrong class.
        case invalidClass = 22
        /// HomeKit's error 23: the operation was cancelled.
        case operationCancelled = 23
        /// HomeKit's error 24: the default room can't be in a zone.
        case roomForHomeCannotBeInZone = 24
        /// HomeKit's error 25: the action set has no actions.
        case noActionsInActionSet = 25
        /// HomeKit's error 26: the trigger has no action sets.
        case noRegisteredActionSets = 26
        /// HomeKit's error 27: a required parameter is missing.
        case missingParameter = 27
        /// HomeKit's error 28: the fire date is in the past.
        case fireDateInPast = 28
        /// HomeKit's error 29: the default room can't be changed.
        case roomForHomeCannotBeUpdated = 29
        /// HomeKit's error 30: the action is in another action set.
        case actionInAnotherActionSet = 30
        /// HomeKit's error 31: another object of the home has a similar name.
        case objectWithSimilarNameExistsInHome = 31
        /// HomeKit's error 32: another home has a similar name.
        case homeWithSimilarNameExists = 32
        /// HomeKit's error 33: the new name is similar to the old one.
        case renameWithSimilarName = 33
        /// HomeKit's error 34: an accessory behind a bridge can't be removed without the bridge.
        case cannotRemoveNonBridgeAccessory = 34
        /// HomeKit's error 35: the name contains prohibited characters.
        case nameContainsProhibitedCharacters = 35
        /// HomeKit's error 36: the name starts with an invalid character.
        case nameDoesNotStartWithValidCharacters = 36
        /// HomeKit's error 37: the user ID is not an email address.
        case userIDNotEmailAddress = 37
        /// HomeKit's error 38: the user declined to add a user.
        case userDeclinedAddingUser = 38
        /// HomeKit's error 39: the user declined to remove a user.
        case userDeclinedRemovingUser = 39
        /// HomeKit's error 40: the user declined the invitation.
        case userDeclinedInvite = 40
        /// HomeKit's error 41: managing the users failed.
        case userManagementFailed = 41
        /// HomeKit's error 42: the recurrence interval is too short.
        case recurrenceTooSmall = 42
        /// HomeKit's error 43: the value has the wrong type.
        case invalidValueType = 43
        /// HomeKit's error 44: the value is below the minimum.
        case valueLowerThanMinimum = 44
        /// HomeKit's error 45: the value is above the maximum.
        case valueHigherThanMaximum = 45
        /// HomeKit's error 46: the string is longer than the maximum.
        case stringLongerThanMaximum = 46
        /// HomeKit's error 47: the app is not authorized to access homes.
        case homeAccessNotAuthorized = 47
        /// HomeKit's error 48: the operation is not supported.
        case operationNotSupported = 48
        /// HomeKit's error 49: the maximum number of objects is reached.
        case maximumObjectLimitReached = 49
        /// HomeKit's error 50: the accessory sent an invalid response.
        case accessorySentInvalidResponse = 50
        /// HomeKit's error 51: the string is shorter than the minimum.
        case stringShorterThanMinimum = 51
        /// HomeKit's error 52: an unspecified error.
        case genericError = 52
        /// HomeKit's error 53: a security failure.
        case securityFailure = 53
        /// HomeKit's error 54: a communication failure.
        case communicationFailure = 54
        /// HomeKit's error 55: authenticating a message failed.
        case messageAuthenticationFailed = 55
        /// HomeKit's error 56: a message has an invalid size.
        case invalidMessageSize = 56
        /// HomeKit's error 57: discovering accessories failed.
        case accessoryDiscoveryFailed = 57
        /// HomeKit's error 58: an error in the client's request.
        case clientRequestError = 58
        /// HomeKit's error 59: the accessory responded with an error.
        case accessoryResponseError = 59
        /// HomeKit's error 60: the name ends with an invalid character.
        case nameDoesNotEndWithValidCharacters = 60
        /// HomeKit's error 61: the accessory is blocked.
        case accessoryIsBlocked = 61
        /// HomeKit's error 62: the service type can't be associated.
        case invalidAssociatedServiceType = 62
        /// HomeKit's error 63: all actions of the action set failed.
        case actionSetExecutionFailed = 63
        /// HomeKit's error 64: some actions of the action set failed.
        case actionSetExecutionPartialSuccess = 64
        /// HomeKit's error 65: the action set is running already.
        case actionSetExecutionInProgress = 65
        /// HomeKit's error 66: the accessory does not comply with the protocol.
        case accessoryOutOfCompliance = 66
        /// HomeKit's error 67: resetting the data failed.
        case dataResetFailure = 67
        /// HomeKit's error 68: notifications are on already.
        case notificationAlreadyEnabled = 68
        /// HomeKit's error 69: the recurrence has fractions of a minute.
        case recurrenceMustBeOnSpecifiedBoundaries = 69
        /// HomeKit's error 70: the date is not a whole minute.
        case dateMustBeOnSpecifiedBoundaries = 70
        /// HomeKit's error 71: the trigger fires too far in the future to be enabled.
        case cannotActivateTriggerTooFarInFuture = 71
        /// HomeKit's error 72: the recurrence interval is too long.
        case recurrenceTooLarge = 72
        /// HomeKit's error 73: some of the reads or writes failed.
        case readWritePartialSuccess = 73
        /// HomeKit's error 74: all reads or writes failed.
        case readWriteFailure = 74
        /// HomeKit's error 75: the user is not signed in to iCloud.
        case notSignedIntoiCloud = 75
        /// HomeKit's error 76: iCloud Keychain is off.
        case keychainSyncNotEnabled = 76
        /// HomeKit's error 77: iCloud is synchronizing data.
        case cloudDataSyncInProgress = 77
        /// HomeKit's error 78: the network is unavailable.
        case networkUnavailable = 78
        /// HomeKit's error 79: adding the accessory failed.
        case addAccessoryFailed = 79
        /// HomeKit's error 80: the app lacks an entitlement.
        case missingEntitlement = 80
        /// HomeKit's error 81: an accessory behind a bridge can't be unblocked without the bridge.
        case cannotUnblockNonBridgeAccessory = 81
        /// HomeKit's error 82: the device is locked.
        case deviceLocked = 82
        /// HomeKit's error 83: a built-in action set can't be removed.
        case cannotRemoveBuiltinActionSet = 83
        /// HomeKit's error 84: location is disabled for the home.
        case locationForHomeDisabled = 84
        /// HomeKit's error 85: the app is not authorized for location services.
        case notAuthorizedForLocationServices = 85
        /// HomeKit's error 86: the user has to consult the accessory's manual.
        case referToUserManual = 86
        /// HomeKit's error 87: the authorization data is invalid or missing.
        case invalidOrMissingAuthorizationData = 87
        /// HomeKit's error 88: the bridged accessory is not reachable.
        case bridgedAccessoryNotReachable = 88
        /// HomeKit's error 89: the app is not authorized to use the microphone.
        case notAuthorizedForMicrophoneAccess = 89
        /// HomeKit's error 90: the network is incompatible.
        case incompatibleNetwork = 90
        /// HomeKit's error 91: the home has no home hub.
        case noHomeHub = 91
        /// HomeKit's error 92: the home has no compatible home hub.
        case noCompatibleHomeHub = 92
        /// HomeKit's error 93: the accessory is incompatible.
        case incompatibleAccessory = 93
        /// HomeKit's error 95: another object has a similar name.
        case objectWithSimilarNameExists = 95
        /// HomeKit's error 96: verifying the ownership failed.
        case ownershipFailure = 96
        /// HomeKit's error 97: the home has the maximum number of accessories of this type.
        case maximumAccessoriesOfTypeInHome = 97
        /// HomeKit's error 98: generating Wi-Fi credentials failed.
        case wiFiCredentialGenerationFailed = 98
        /// HomeKit's error 99: enterprise networks are not supported.
        case enterpriseNetworkNotSupported = 99
        /// HomeKit's error 100: waiting for the accessory timed out.
        case timedOutWaitingForAccessory = 100
        /// HomeKit's error 101: communicating with the accessory failed.
        case accessoryCommunicationFailure = 101
        /// HomeKit's error 102: joining the network failed.
        case failedToJoinNetwork = 102
        /// HomeKit's error 103: the accessory is suspended.
        case accessoryIsSuspended = 103
        /// HomeKit's error 104: communicating with some accessories failed.
        case partialCommunicationFailure = 104
        /// HomeKit's error 105: the home has to be upgraded.
        case homeUpgradeRequired = 105
    }
}

// HomeKit's codes are also static members of HMError, as in `HMError.insufficientPrivileges`.
extension HMError {
    /// ``Code-swift.enum/unexpectedError``.
    public static var unexpectedError: Code { .unexpectedError }
    /// ``Code-swift.enum/alreadyExists``.
    public static var alreadyExists: Code { .alreadyExists }
    /// ``Code-swift.enum/notFound``.
    public static var notFound: Code { .notFound }
    /// ``Code-swift.enum/invalidParameter``.
    public static var invalidParameter: Code { .invalidParameter }
    /// ``Code-swift.enum/accessoryNotReachable``.
    public static var accessoryNotReachable: Code { .accessoryNotReachable }
    /// ``Code-swift.enum/readOnlyCharacteristic``.
    public static var readOnlyCharacteristic: Code { .readOnlyCharacteristic }
    /// ``Code-swift.enum/writeOnlyCharacteristic``.
    public static var writeOnlyCharacteristic: Code { .writeOnlyCharacteristic }
    /// ``Code-swift.enum/notificationNotSupported``.
    public static var notificationNotSupported: Code { .notificationNotSupported }
    /// ``Code-swift.enum/operationTimedOut``.
    public static var operationTimedOut: Code { .operationTimedOut }
    /// ``Code-swift.enum/accessoryPoweredOff``.
    public static var accessoryPoweredOff: Code { .accessoryPoweredOff }
    /// ``Code-swift.enum/accessDenied``.
    public static var accessDenied: Code { .accessDenied }
    /// ``Code-swift.enum/objectAssociatedToAnotherHome``.
    public static var objectAssociatedToAnotherHome: Code { .objectAssociatedToAnotherHome }
    /// ``Code-swift.enum/objectNotAssociatedToAnyHome``.
    public static var objectNotAssociatedToAnyHome: Code { .objectNotAssociatedToAnyHome }
    /// ``Code-swift.enum/objectAlreadyAssociatedToHome``.
    public static var objectAlreadyAssociatedToHome: Code { .objectAlreadyAssociatedToHome }
    /// ``Code-swift.enum/accessoryIsBusy``.
    public static var accessoryIsBusy: Code { .accessoryIsBusy }
    /// ``Code-swift.enum/operationInProgress``.
    public static var operationInProgress: Code { .operationInProgress }
    /// ``Code-swift.enum/accessoryOutOfResources``.
    public static var accessoryOutOfResources: Code { .accessoryOutOfResources }
    /// ``Code-swift.enum/insufficientPrivileges``.
    public static var insufficientPrivileges: Code { .insufficientPrivileges }
    /// ``Code-swift.enum/accessoryPairingFailed``.
    public static var accessoryPairingFailed: Code { .accessoryPairingFailed }
    /// ``Code-swift.enum/invalidDataFormatSpecified``.
    public static var invalidDataFormatSpecified: Code { .invalidDataFormatSpecified }
    /// ``Code-swift.enum/nilParameter``.
    public static var nilParameter: Code { .nilParameter }
    /// ``Code-swift.enum/unconfiguredParameter``.
    public static var unconfiguredParameter: Code { .unconfiguredParameter }
    /// ``Code-swift.enum/invalidClass``.
    public static var invalidClass: Code { .invalidClass }
    /// ``Code-swift.enum/operationCancelled``.
    public static var operationCancelled: Code { .operationCancelled }
    /// ``Code-swift.enum/roomForHomeCannotBeInZone``.
    public static var roomForHomeCannotBeInZone: Code { .roomForHomeCannotBeInZone }
    /// ``Code-swift.enum/noActionsInActionSet``.
    public static var noActionsInActionSet: Code { .noActionsInActionSet }
    /// ``Code-swift.enum/noRegisteredActionSets``.
    public static var noRegisteredActionSets: Code { .noRegisteredActionSets }
    /// ``Code-swift.enum/missingParameter``.
    public static var missingParameter: Code { .missingParameter }
    /// ``Code-swift.enum/fireDateInPast``.
    public static var fireDateInPast: Code { .fireDateInPast }
    /// ``Code-swift.enum/roomForHomeCannotBeUpdated``.
    public static var roomForHomeCannotBeUpdated: Code { .roomForHomeCannotBeUpdated }
    /// ``Code-swift.enum/actionInAnotherActionSet``.
    public static var actionInAnotherActionSet: Code { .actionInAnotherActionSet }
    /// ``Code-swift.enum/objectWithSimilarNameExistsInHome``.
    public static var objectWithSimilarNameExistsInHome: Code { .objectWithSimilarNameExistsInHome }
    /// ``Code-swift.enum/homeWithSimilarNameExists``.
    public static var homeWithSimilarNameExists: Code { .homeWithSimilarNameExists }
    /// ``Code-swift.enum/renameWithSimilarName``.
    public static var renameWithSimilarName: Code { .renameWithSimilarName }
    /// ``Code-swift.enum/cannotRemoveNonBridgeAccessory``.
    public static var cannotRemoveNonBridgeAccessory: Code { .cannotRemoveNonBridgeAccessory }
    /// ``Code-swift.enum/nameContainsProhibitedCharacters``.
    public static var nameContainsProhibitedCharacters: Code { .nameContainsProhibitedCharacters }
    /// ``Code-swift.enum/nameDoesNotStartWithValidCharacters``.
    public static var nameDoesNotStartWithValidCharacters: Code { .nameDoesNotStartWithValidCharacters }
    /// ``Code-swift.enum/userIDNotEmailAddress``.
    public static var userIDNotEmailAddress: Code { .userIDNotEmailAddress }
    /// ``Code-swift.enum/userDeclinedAddingUser``.
    public static var userDeclinedAddingUser: Code { .userDeclinedAddingUser }
    /// ``Code-swift.enum/userDeclinedRemovingUser``.
    public static var userDeclinedRemovingUser: Code { .userDeclinedRemovingUser }
    /// ``Code-swift.enum/userDeclinedInvite``.
    public static var userDeclinedInvite: Code { .userDeclinedInvite }
    /// ``Code-swift.enum/userManagementFailed``.
    public static var userManagementFailed: Code { .userManagementFailed }
    /// ``Code-swift.enum/recurrenceTooSmall``.
    public static var recurrenceTooSmall: Code { .recurrenceTooSmall }
    /// ``Code-swift.enum/invalidValueType``.
    public static var invalidValueType: Code { .invalidValueType }
    /// ``Code-swift.enum/valueLowerThanMinimum``.
    public static var valueLowerThanMinimum: Code { .valueLowerThanMinimum }
    /// ``Code-swift.enum/valueHigherThanMaximum``.
    public static var valueHigherThanMaximum: Code { .valueHigherThanMaximum }
    /// ``Code-swift.enum/stringLongerThanMaximum``.
    public static var stringLongerThanMaximum: Code { .stringLongerThanMaximum }
    /// ``Code-swift.enum/homeAccessNotAuthorized``.
    public static var homeAccessNotAuthorized: Code { .homeAccessNotAuthorized }
    /// ``Code-swift.enum/operationNotSupported``.
    public static var operationNotSupported: Code { .operationNotSupported }
    /// ``Code-swift.enum/maximumObjectLimitReached``.
    public static var maximumObjectLimitReached: Code { .maximumObjectLimitReached }
    /// ``Code-swift.enum/accessorySentInvalidResponse``.
    public static var accessorySentInvalidResponse: Code { .accessorySentInvalidResponse }
    /// ``Code-swift.enum/stringShorterThanMinimum``.
    public static var stringShorterThanMinimum: Code { .stringShorterThanMinimum }
    /// ``Code-swift.enum/genericError``.
    public static var genericError: Code { .genericError }
    /// ``Code-swift.enum/securityFailure``.
    public static var securityFailure: Code { .securityFailure }
    /// ``Code-swift.enum/communicationFailure``.
    public static var communicationFailure: Code { .communicationFailure }
    /// ``Code-swift.enum/messageAuthenticationFailed``.
    public static var messageAuthenticationFailed: Code { .messageAuthenticationFailed }
    /// ``Code-swift.enum/invalidMessageSize``.
    public static var invalidMessageSize: Code { .invalidMessageSize }
    /// ``Code-swift.enum/accessoryDiscoveryFailed``.
    public static var accessoryDiscoveryFailed: Code { .accessoryDiscoveryFailed }
    /// ``Code-swift.enum/clientRequestError``.
    public static var clientRequestError: Code { .clientRequestError }
    /// ``Code-swift.enum/accessoryResponseError``.
    public static var accessoryResponseError: Code { .accessoryResponseError }
    /// ``Code-swift.enum/nameDoesNotEndWithValidCharacters``.
    public static var nameDoesNotEndWithValidCharacters: Code { .nameDoesNotEndWithValidCharacters }
    /// ``Code-swift.enum/accessoryIsBlocked``.
    public static var accessoryIsBlocked: Code { .accessoryIsBlocked }
    /// ``Code-swift.enum/invalidAssociatedServiceType``.
    public static var invalidAssociatedServiceType: Code { .invalidAssociatedServiceType }
    /// ``Code-swift.enum/actionSetExecutionFailed``.
    public static var actionSetExecutionFailed: Code { .actionSetExecutionFailed }
    /// ``Code-swift.enum/actionSetExecutionPartialSuccess``.
    public static var actionSetExecutionPartialSuccess: Code { .actionSetExecutionPartialSuccess }
    /// ``Code-swift.enum/actionSetExecutionInProgress``.
    public static var actionSetExecutionInProgress: Code { .actionSetExecutionInProgress }
    /// ``Code-swift.enum/accessoryOutOfCompliance``.
    public static var accessoryOutOfCompliance: Code { .accessoryOutOfCompliance }
    /// ``Code-swift.enum/dataResetFailure``.
    public static var dataResetFailure: Code { .dataResetFailure }
    /// ``Code-swift.enum/notificationAlreadyEnabled``.
    public static var notificationAlreadyEnabled: Code { .notificationAlreadyEnabled }
    /// ``Code-swift.enum/recurrenceMustBeOnSpecifiedBoundaries``.
    public static var recurrenceMustBeOnSpecifiedBoundaries: Code { .recurrenceMustBeOnSpecifiedBoundaries }
    /// ``Code-swift.enum/dateMustBeOnSpecifiedBoundaries``.
    public static var dateMustBeOnSpecifiedBoundaries: Code { .dateMustBeOnSpecifiedBoundaries }
    /// ``Code-swift.enum/cannotActivateTriggerTooFarInFuture``.
    public static var cannotActivateTriggerTooFarInFuture: Code { .cannotActivateTriggerTooFarInFuture }
    /// ``Code-swift.enum/recurrenceTooLarge``.
    public static var recurrenceTooLarge: Code { .recurrenceTooLarge }
    /// ``Code-swift.enum/readWritePartialSuccess``.
    public static var readWritePartialSuccess: Code { .readWritePartialSuccess }
    /// ``Code-swift.enum/readWriteFailure``.
    public static var readWriteFailure: Code { .readWriteFailure }
    /// ``Code-swift.enum/notSignedIntoiCloud``.
    public static var notSignedIntoiCloud: Code { .notSignedIntoiCloud }
    /// ``Code-swift.enum/keychainSyncNotEnabled``.
    public static var keychainSyncNotEnabled: Code { .keychainSyncNotEnabled }
    /// ``Code-swift.enum/cloudDataSyncInProgress``.
    public static var cloudDataSyncInProgress: Code { .cloudDataSyncInProgress }
    /// ``Code-swift.enum/networkUnavailable``.
    public static var networkUnavailable: Code { .networkUnavailable }
    /// ``Code-swift.enum/addAccessoryFailed``.
    public static var addAccessoryFailed: Code { .addAccessoryFailed }
    /// ``Code-swift.enum/missingEntitlement``.
    public static var missingEntitlement: Code { .missingEntitlement }
    /// ``Code-swift.enum/cannotUnblockNonBridgeAccessory``.
    public static var cannotUnblockNonBridgeAccessory: Code { .cannotUnblockNonBridgeAccessory }
    /// ``Code-swift.enum/deviceLocked``.
    public static var deviceLocked: Code { .deviceLocked }
    /// ``Code-swift.enum/cannotRemoveBuiltinActionSet``.
    public static var cannotRemoveBuiltinActionSet: Code { .cannotRemoveBuiltinActionSet }
    /// ``Code-swift.enum/locationForHomeDisabled``.
    public static var locationForHomeDisabled: Code { .locationForHomeDisabled }
    /// ``Code-swift.enum/notAuthorizedForLocationServices``.
    public static var notAuthorizedForLocationServices: Code { .notAuthorizedForLocationServices }
    /// ``Code-swift.enum/referToUserManual``.
    public static var referToUserManual: Code { .referToUserManual }
    /// ``Code-swift.enum/invalidOrMissingAuthorizationData``.
    public static var invalidOrMissingAuthorizationData: Code { .invalidOrMissingAuthorizationData }
    /// ``Code-swift.enum/bridgedAccessoryNotReachable``.
    public static var bridgedAccessoryNotReachable: Code { .bridgedAccessoryNotReachable }
    /// ``Code-swift.enum/notAuthorizedForMicrophoneAccess``.
    public static var notAuthorizedForMicrophoneAccess: Code { .notAuthorizedForMicrophoneAccess }
    /// ``Code-swift.enum/incompatibleNetwork``.
    public static var incompatibleNetwork: Code { .incompatibleNetwork }
    /// ``Code-swift.enum/noHomeHub``.
    public static var noHomeHub: Code { .noHomeHub }
    /// ``Code-swift.enum/noCompatibleHomeHub``.
    public static var noCompatibleHomeHub: Code { .noCompatibleHomeHub }
    /// ``Code-swift.enum/incompatibleAccessory``.
    public static var incompatibleAccessory: Code { .incompatibleAccessory }
    /// ``Code-swift.enum/objectWithSimilarNameExists``.
    public static var objectWithSimilarNameExists: Code { .objectWithSimilarNameExists }
    /// ``Code-swift.enum/ownershipFailure``.
    public static var ownershipFailure: Code { .ownershipFailure }
    /// ``Code-swift.enum/maximumAccessoriesOfTypeInHome``.
    public static var maximumAccessoriesOfTypeInHome: Code { .maximumAccessoriesOfTypeInHome }
    /// ``Code-swift.enum/wiFiCredentialGenerationFailed``.
    public static var wiFiCredentialGenerationFailed: Code { .wiFiCredentialGenerationFailed }
    /// ``Code-swift.enum/enterpriseNetworkNotSupported``.
    public static var enterpriseNetworkNotSupported: Code { .enterpriseNetworkNotSupported }
    /// ``Code-swift.enum/timedOutWaitingForAccessory``.
    public static var timedOutWaitingForAccessory: Code { .timedOutWaitingForAccessory }
    /// ``Code-swift.enum/accessoryCommunicationFailure``.
    public static var accessoryCommunicationFailure: Code { .accessoryCommunicationFailure }
    /// ``Code-swift.enum/failedToJoinNetwork``.
    public static var failedToJoinNetwork: Code { .failedToJoinNetwork }
    /// ``Code-swift.enum/accessoryIsSuspended``.
    public static var accessoryIsSuspended: Code { .accessoryIsSuspended }
    /// ``Code-swift.enum/partialCommunicationFailure``.
    public static var partialCommunicationFailure: Code { .partialCommunicationFailure }
    /// ``Code-swift.enum/homeUpgradeRequired``.
    public static var homeUpgradeRequired: Code { .homeUpgradeRequired }
}
