internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// Users and credentials of a lock, one rule at a time.
@Suite(.timeLimit(.minutes(5)))
struct LockUsersTests {
    typealias T = Matter.DoorLockTrait

    private func lock(pinsPerUser: UInt8 = 2) -> Bench {
        Bench([DoorLockBehavior(userCapacity: 3, pinCapacity: 4, pinsPerUser: pinsPerUser)])
    }

    private func user(
        _ operation: T.DataOperationTypeEnum, _ index: UInt16, name: String? = nil
    ) -> T.Commands.SetUser {
        var command = T.Commands.SetUser()
        command.operationType = operation
        command.userIndex = index
        command.userName = name
        return command
    }

    private func get(_ bench: inout Bench, _ index: UInt16) throws -> T.GetUserResponse {
        var command = T.Commands.GetUser()
        command.userIndex = index
        return try response(try bench.send(T.self, 0x1B, command), 0x1B)
    }

    private func set(
        _ bench: inout Bench, _ operation: T.DataOperationTypeEnum, _ index: UInt16, _ code: String,
        user: UInt16? = nil,
        type: T.CredentialTypeEnum = .pin
    ) throws -> T.SetCredentialResponse {
        var command = T.Commands.SetCredential()
        command.operationType = operation
        command.credential.credentialType = type
        command.credential.credentialIndex = index
        command.credentialData = Array(code.utf8)
        command.userIndex = user
        return try response(try bench.send(T.self, 0x22, command), 0x22)
    }

    private func credential(_ bench: inout Bench, _ index: UInt16) throws -> T.GetCredentialStatusResponse {
        var command = T.Commands.GetCredentialStatus()
        command.credential = DoorLockBehavior.credential(index)
        return try response(try bench.send(T.self, 0x24, command), 0x24)
    }

    private func response<R: Message>(_ value: StructureValue?, _ command: UInt32) throws -> R {
        let descriptor = try require(T.descriptor.command(command))
        return try R(serialized: T.descriptor.encodeResponse(of: descriptor, try require(value)).span.bytes)
    }

    @Test func setUserAddsModifiesAndKeepsWhatANullLeavesOut() throws {
        var bench = lock()
        try bench.send(T.self, 0x1A, user(.add, 2, name: "Ana"))
        var modify = user(.modify, 2)
        modify.userType = .scheduleRestrictedUser
        try bench.send(T.self, 0x1A, modify)
        let found = try get(&bench, 2)
        expect(found.userName, equals: "Ana")
        expect(found.userType, equals: .scheduleRestrictedUser)
        expect(found.userStatus, equals: .occupiedEnabled)
    }

    @Test func addToUsedOrModifyOfEmptySlotIsRefused() throws {
        var bench = lock()
        try bench.send(T.self, 0x1A, user(.add, 1))
        do {
            try bench.send(T.self, 0x1A, user(.add, 1))
            Issue.record("the slot was taken twice")
        } catch let error as TraitError {
            expect(error.status, equals: .failure)
            expect(error.clusterStatus, equals: 3)
        }
        expect(status { try bench.send(T.self, 0x1A, user(.modify, 2)) }, equals: .invalidCommand)
        expect(status { try bench.send(T.self, 0x1A, user(.clear, 1)) }, equals: .invalidCommand)
    }

    @Test(arguments: [UInt16(0), 4, 0xFFFE])
    func indexesRunFrom1ToTheCapacity(_ index: UInt16) {
        var bench = lock()
        expect(status { try bench.send(T.self, 0x1A, user(.add, index)) }, equals: .invalidCommand)
    }

    @Test func emptySlotReturnsNullsAndTheNextUser() throws {
        var bench = lock()
        try bench.send(T.self, 0x1A, user(.add, 3))
        let found = try get(&bench, 1)
        expectNil(found.userStatus)
        expectNil(found.credentials)
        expect(found.nextUserIndex, equals: 3)
    }

    @Test func credentialWithoutUserCreatesOne() throws {
        var bench = lock()
        let made = try set(&bench, .add, 1, "4321")
        expect(made.status, equals: .success)
        expect(made.userIndex, equals: 1)
        expect(made.nextCredentialIndex, equals: 2)
        try expect(get(&bench, 1).credentials?.map(\.credentialIndex), equals: [1])
    }

    @Test func repeatedCodeIsDuplicateAndUsedSlotOccupied() throws {
        var bench = lock()
        _ = try set(&bench, .add, 1, "4321")
        try expect(set(&bench, .add, 2, "4321").status, equals: .duplicate)
        try expect(set(&bench, .add, 1, "9876").status, equals: .occupied)
    }

    @Test func onlyPINsOfDigitsInTheLengthLimitsAreAccepted() throws {
        var bench = lock()
        for code in ["123", "123456789", "12a4", ""] {
            try expect(set(&bench, .add, 1, code).status, equals: .invalidField)
        }
        try expect(set(&bench, .add, 1, "1234", type: .rfid).status, equals: .invalidField)
        try expect(set(&bench, .add, 5, "1234").status, equals: .invalidField)
        try expect(set(&bench, .modify, 1, "1234").status, equals: .invalidField)
        try expect(set(&bench, .add, 1, "1234", user: 2).status, equals: .invalidField)
    }

    @Test func tooManyCodesOrUsersAreResourceExhausted() throws {
        var bench = lock()
        try bench.send(T.self, 0x1A, user(.add, 1))
        _ = try set(&bench, .add, 1, "1111", user: 1)
        _ = try set(&bench, .add, 2, "2222", user: 1)
        try expect(set(&bench, .add, 3, "3333", user: 1).status, equals: .resourceExhausted)
        try bench.send(T.self, 0x1A, user(.add, 2))
        try bench.send(T.self, 0x1A, user(.add, 3))
        try expect(set(&bench, .add, 3, "3333").status, equals: .resourceExhausted)
    }

    @Test func aModifiedCodeReplacesTheOldOne() throws {
        var bench = lock()
        _ = try set(&bench, .add, 1, "1111")
        try expect(set(&bench, .modify, 1, "2222").status, equals: .success)
        var unlock = T.Commands.UnlockDoor()
        unlock.pinCode = Array("1111".utf8)
        expect(status { try bench.send(T.self, 1, unlock) }, equals: .failure)
        unlock.pinCode = Array("2222".utf8)
        try bench.send(T.self, 1, unlock)
    }

    @Test func credentialStatusHasTheUserNeverTheCode() throws {
        var bench = lock()
        _ = try set(&bench, .add, 3, "1111")
        let found = try credential(&bench, 3)
        expect(found.credentialExists)
        expect(found.userIndex, equals: 1)
        expectNil(found.credentialData.value)
        let empty = try credential(&bench, 1)
        expect(!empty.credentialExists)
        expect(empty.nextCredentialIndex, equals: 3)
    }

    @Test func lastCredentialTakesItsUserAndNullClearsAll() throws {
        var bench = lock()
        _ = try set(&bench, .add, 1, "1111")
        _ = try set(&bench, .add, 2, "2222")
        var clear = T.Commands.ClearCredential()
        clear.credential = DoorLockBehavior.credential(1)
        try bench.send(T.self, 0x26, clear)
        try expectNil(get(&bench, 1).userStatus)
        try expect(get(&bench, 2).userStatus, equals: .occupiedEnabled)
        clear.credential = nil
        try bench.send(T.self, 0x26, clear)
        try expect(credential(&bench, 2).credentialExists, equals: false)
    }

    @Test func clearingAUserTakesTheCodesAlong0xFFFEClearsAll() throws {
        var bench = lock()
        _ = try set(&bench, .add, 1, "1111")
        _ = try set(&bench, .add, 2, "2222")
        var clear = T.Commands.ClearUser()
        clear.userIndex = 1
        try bench.send(T.self, 0x1D, clear)
        try expect(credential(&bench, 1).credentialExists, equals: false)
        clear.userIndex = 0xFFFE
        try bench.send(T.self, 0x1D, clear)
        try expect(credential(&bench, 2).credentialExists, equals: false)
    }

    @Test func userAndCredentialChangesAreEvents() throws {
        var bench = lock()
        try bench.send(T.self, 0x1A, user(.add, 1))
        _ = try set(&bench, .add, 1, "1111", user: 1)
        let payloads = try bench.payloads(T.LockUserChangeEvent.self, of: T.descriptor)
        expect(payloads.map(\.lockDataType), equals: [.userIndex, .pin])
        expect(payloads.map(\.dataOperationType), equals: [.add, .add])
    }

    @Test func theListOfGeneratedCommandsNamesTheResponses() throws {
        let attributes = try lock().attributes(DoorLockBehavior.self)
        expect(attributes.generatedCommandList, equals: [0x1C, 0x23, 0x25])
        expect(attributes.acceptedCommandList, equals: [0, 1, 3, 0x1A, 0x1B, 0x1D, 0x22, 0x24, 0x26])
    }

    /// Users and codes are restored from the hub's memory; damaged or unfitting ones are left out.
    @Test func memory() throws {
        var users = LockUsers(userCapacity: 3, pinCapacity: 4, pinsPerUser: 2)
        users.setUser(
            1,
            .init(name: "Ann", uniqueID: 7, status: .occupiedDisabled, type: .yearDayScheduleUser, rule: .single))
        users.setUser(
            3, .init(name: nil, uniqueID: nil, status: .occupiedEnabled, type: .unrestrictedUser, rule: .single))
        users.setPIN(2, [1, 2, 3, 4], user: 1)
        users.setPIN(4, [0, 0xFF], user: 3)
        var copy = LockUsers(userCapacity: 3, pinCapacity: 4, pinsPerUser: 2)
        copy.setUser(2, .init(status: .occupiedEnabled, type: .unrestrictedUser, rule: .single))
        copy.recall(users.memory)
        expect(copy, equals: users)
        copy.recall([0xFF, 0xFF])
        expect(copy, equals: users)
        var small = LockUsers(userCapacity: 2, pinCapacity: 2, pinsPerUser: 2)
        small.recall(users.memory)
        expect(small.users.keys.sorted() == [1] && small.pins.keys.sorted() == [2])
    }

    @Test func aCodeThatWasSetWorksAfterARestartOfTheHouse() async throws {
        let stage = await Stage()
        let lock = try require(
            stage.devices.first { device in
                device.endpoints.contains { $0.traits.contains { $0.descriptor.id == T.descriptor.id } }
            }?.id)
        try await stage.send(
            T.self, "setUser",
            [0: .unsigned(0), 1: .unsigned(9), 2: .string("Eve"), 3: .null, 4: .null, 5: .null, 6: .null], to: lock)
        let memories = stage.recorder.memories
        expect(memories[lock]?.isEmpty, equals: false)
        let again = await Stage(stored: StoredState(memories: memories))
        let user = try await again.send(T.self, "getUser", [0: .unsigned(9)], to: lock)
        expect(user?[1], equals: .string("Eve"))
        expect(again.recorder.memories.isEmpty)
    }
}
