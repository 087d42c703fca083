internal import HearthBase
internal import HearthLockTraits
internal import HearthMessage
internal import HearthTraitCore

/// Users and credentials of a lock.
extension DoorLockBehavior {
    /// The index that means "all" in ClearUser and ClearCredential.
    private static let all: UInt16 = 0xFFFE

    private func checkUserIndex(_ index: UInt16, _ command: UInt32) throws(TraitError) {
        guard index < 1 || index > users.userCapacity else { return }
        throw TraitError(
            .invalidCommand, "userIndex is 1 to \(users.userCapacity), not \(index)", element: .command(command),
            field: "userIndex", constraint: "min = 1, max = \(users.userCapacity)")
    }

    // MARK: Users

    mutating func setUser(
        _ command: T.Commands.SetUser, _ context: inout EndpointContext
    ) throws(TraitError) {
        let index = command.userIndex
        try checkUserIndex(index, 0x1A)
        switch (command.operationType, users.users[index]) {
        case (.add, .some):
            throw TraitError(
                .failure, "user \(index) exists; modify it, or take a free index", element: .command(0x1A),
                field: "userIndex", clusterStatus: UInt8(T.StatusCodeEnum.occupied.rawValue))
        case (.add, nil):
            users.setUser(
                index,
                LockUsers.User(
                    name: command.userName, uniqueID: command.userUniqueID,
                    status: command.userStatus ?? .occupiedEnabled, type: command.userType ?? .unrestrictedUser,
                    rule: command.credentialRule ?? .single))
        case (.modify, var user?):
            if let name = command.userName { user.name = name }
            if let uniqueID = command.userUniqueID { user.uniqueID = uniqueID }
            if let status = command.userStatus { user.status = status }
            if let type = command.userType { user.type = type }
            if let rule = command.credentialRule { user.rule = rule }
            users.setUser(index, user)
        case (.modify, nil):
            throw TraitError(
                .invalidCommand, "there is no user \(index) to modify; add it", element: .command(0x1A),
                field: "userIndex")
        default:
            throw TraitError(
                .invalidCommand, "operationType is add or modify; ClearUser clears", element: .command(0x1A),
                field: "operationType")
        }
        changed(.userIndex, command.operationType, user: index, data: index, &context)
    }

    func getUser(_ command: T.Commands.GetUser) throws(TraitError) -> any Message {
        try checkUserIndex(command.userIndex, 0x1B)
        var response = T.GetUserResponse()
        response.userIndex = command.userIndex
        response.nextUserIndex = users.nextUser(after: command.userIndex)
        guard let user = users.users[command.userIndex] else { return response }
        response.userName = user.name
        response.userUniqueID = user.uniqueID
        response.userStatus = user.status
        response.userType = user.type
        response.credentialRule = user.rule
        response.credentials = user.pins.map(Self.credential)
        return response
    }

    mutating func clearUser(
        _ command: T.Commands.ClearUser, _ context: inout EndpointContext
    ) throws(TraitError) {
        if command.userIndex != Self.all { try checkUserIndex(command.userIndex, 0x1D) }
        let indexes = command.userIndex == Self.all ? users.users.keys.ordered() : [command.userIndex]
        for index in indexes where users.users[index] != nil {
            users.clearUser(index)
        }
        changed(.userIndex, .clear, user: command.userIndex, data: command.userIndex, &context)
    }

    // MARK: Credentials

    mutating func setCredential(
        _ command: T.Commands.SetCredential, _ context: inout EndpointContext
    ) -> any Message {
        var response = T.SetCredentialResponse()
        response.nextCredentialIndex = users.nextFreePIN(after: command.credential.credentialIndex)
        let (status, user) = store(command)
        response.status = status
        guard status == .success else { return response }
        // The response names a newly created user, but doesn't repeat one from the request.
        if command.userIndex == nil { response.userIndex = user }
        changed(.pin, command.operationType, user: user, data: command.credential.credentialIndex, &context)
        return response
    }

    private mutating func store(_ command: T.Commands.SetCredential) -> (T.DlStatus, UInt16?) {
        let index = command.credential.credentialIndex
        let code = command.credentialData
        let shortest = attributes.minPINCodeLength ?? 0
        let lengths = shortest...max(shortest, attributes.maxPINCodeLength ?? .max)
        guard command.credential.credentialType == .pin, index >= 1, index <= users.pinCapacity,
            let length = UInt8(exactly: code.count), lengths.contains(length),
            code.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return (.invalidField, nil) }
        if let other = users.pin(for: code), other.index != index { return (.duplicate, nil) }
        switch (command.operationType, users.pins[index]) {
        case (.add, .some): return (.occupied, nil)
        case (.add, nil): return add(command, index)
        case (.modify, let pin?):
            guard command.userIndex == nil || command.userIndex == pin.user else { return (.invalidField, nil) }
            users.setPIN(index, code, user: pin.user)
            return (.success, pin.user)
        default: return (.invalidField, nil)
        }
    }

    private mutating func add(_ command: T.Commands.SetCredential, _ index: UInt16) -> (T.DlStatus, UInt16?) {
        if let user = command.userIndex {
            guard let present = users.users[user] else { return (.invalidField, nil) }
            guard present.pins.count < users.pinsPerUser else { return (.resourceExhausted, nil) }
            users.setPIN(index, command.credentialData, user: user)
            return (.success, user)
        }
        guard let user = users.firstFreeUser else { return (.resourceExhausted, nil) }
        users.setUser(
            user,
            LockUsers.User(
                status: command.userStatus ?? .occupiedEnabled, type: command.userType ?? .unrestrictedUser,
                rule: .single))
        users.setPIN(index, command.credentialData, user: user)
        return (.success, user)
    }

    func getCredentialStatus(_ command: T.Commands.GetCredentialStatus) throws(TraitError) -> any Message {
        let index = command.credential.credentialIndex
        try checkCredential(command.credential, 0x24)
        var response = T.GetCredentialStatusResponse()
        response.credentialExists = users.pins[index] != nil
        response.userIndex = users.pins[index]?.user
        response.nextCredentialIndex = users.nextPIN(after: index)
        return response
    }

    mutating func clearCredential(
        _ command: T.Commands.ClearCredential, _ context: inout EndpointContext
    ) throws(TraitError) {
        guard let credential = command.credential else { return clearAllPINs(&context) }
        if credential.credentialType == .pin, credential.credentialIndex == Self.all { return clearAllPINs(&context) }
        try checkCredential(credential, 0x26)
        guard let pin = users.pins[credential.credentialIndex] else { return }
        users.clearPIN(credential.credentialIndex)
        changed(.pin, .clear, user: pin.user, data: credential.credentialIndex, &context)
    }

    private mutating func clearAllPINs(_ context: inout EndpointContext) {
        for index in users.pins.keys.ordered() { users.clearPIN(index) }
        changed(.pin, .clear, user: nil, data: Self.all, &context)
    }

    private func checkCredential(_ credential: T.CredentialStruct, _ command: UInt32) throws(TraitError) {
        guard credential.credentialType == .pin, credential.credentialIndex >= 1,
            credential.credentialIndex <= users.pinCapacity
        else {
            throw TraitError(
                .invalidCommand, "this lock has PIN credentials 1 to \(users.pinCapacity)", element: .command(command),
                field: "credential")
        }
    }

    private func changed(
        _ data: T.LockDataTypeEnum, _ operation: T.DataOperationTypeEnum, user: UInt16?, data index: UInt16?,
        _ context: inout EndpointContext
    ) {
        var payload = T.LockUserChangeEvent.Payload()
        payload.lockDataType = data
        payload.dataOperationType = operation
        payload.operationSource = .remote
        payload.userIndex = user
        payload.dataIndex = index
        context.emit(T.LockUserChangeEvent.self, payload)
    }
}
