internal import Foundation
internal import HearthTraitCore
internal import HearthTraits
internal import Testing

/// Structs are initialized from their fields, and byte fields accept any byte collection.
@Suite(.timeLimit(.minutes(1))) struct InitializerTests {
    typealias Lock = Matter.DoorLockTrait

    @Test func optionalFieldsHaveDefaults() {
        let answer = Lock.GetCredentialStatusResponse(credentialExists: true)
        #expect(answer.userIndex == nil && answer.nextCredentialIndex == nil && answer.credentialData == .absent)
        var same = Lock.GetCredentialStatusResponse()
        same.credentialExists = true
        #expect(answer == same)
    }

    @Test func fieldsStandInTheSchemasOrder() {
        let credential = Lock.CredentialStruct(credentialType: .pin, credentialIndex: 2)
        #expect(credential.credentialType == .pin && credential.credentialIndex == 2)
        let schedule = Lock.Commands.SetYearDaySchedule(
            yearDayIndex: 1, userIndex: 2, localStartTime: 3, localEndTime: 4)
        #expect(schedule.yearDayIndex == 1 && schedule.localEndTime == 4)
    }

    @Test func withoutArgumentsNothingIsSet() {
        #expect(Lock.Commands.LockDoor().pinCode == nil)
        #expect(Lock.Commands.UnlockWithTimeout().timeout == 0)
    }

    @Test func defaultsAreTheSchemas() {
        let arguments = Lock.Commands.SetCredential(
            operationType: .add, credential: Lock.CredentialStruct(credentialType: .pin, credentialIndex: 1),
            credentialData: "1234".utf8)
        #expect(arguments.userStatus == .occupiedEnabled && arguments.userType == .unrestrictedUser)
        #expect(arguments.userIndex == nil)
    }

    @Test func bytesMayBeOfAnySequence() {
        let code = Data("1234".utf8)
        let none: Data? = nil
        #expect(Lock.Commands.LockDoor(pinCode: code).pinCode == Array(code))
        #expect(Lock.Commands.LockDoor(pinCode: none).pinCode == nil)
        #expect(Lock.Commands.LockDoor(pinCode: nil).pinCode == nil)
        #expect(Lock.Commands.LockDoor(pinCode: [1, 2]).pinCode == [1, 2])
        #expect(Lock.Commands.LockDoor(pinCode: "1".utf8).pinCode == [0x31])
    }
}
