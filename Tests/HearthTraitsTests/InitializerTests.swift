internal import Foundation
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

/// Structs are initialized from their fields, and byte fields accept any byte collection.
@Suite(.timeLimit(.minutes(5))) struct InitializerTests {
    typealias Lock = Matter.DoorLockTrait

    @Test func optionalFieldsHaveDefaults() {
        let answer = Lock.GetCredentialStatusResponse(credentialExists: true)
        expectNil(answer.userIndex)
        expectNil(answer.nextCredentialIndex)
        expect(answer.credentialData, equals: .absent)
        var same = Lock.GetCredentialStatusResponse()
        same.credentialExists = true
        expect(answer, equals: same)
    }

    @Test func fieldsStandInTheSchemasOrder() {
        let credential = Lock.CredentialStruct(credentialType: .pin, credentialIndex: 2)
        expect(credential.credentialType, equals: .pin)
        expect(credential.credentialIndex, equals: 2)
        let schedule = Lock.Commands.SetYearDaySchedule(
            yearDayIndex: 1, userIndex: 2, localStartTime: 3, localEndTime: 4)
        expect(schedule.yearDayIndex, equals: 1)
        expect(schedule.localEndTime, equals: 4)
    }

    @Test func withoutArgumentsNothingIsSet() {
        expectNil(Lock.Commands.LockDoor().pinCode)
        expect(Lock.Commands.UnlockWithTimeout().timeout, equals: 0)
    }

    @Test func defaultsAreTheSchemas() {
        let arguments = Lock.Commands.SetCredential(
            operationType: .add, credential: Lock.CredentialStruct(credentialType: .pin, credentialIndex: 1),
            credentialData: "1234".utf8)
        expect(arguments.userStatus, equals: .occupiedEnabled)
        expect(arguments.userType, equals: .unrestrictedUser)
        expectNil(arguments.userIndex)
    }

    @Test func bytesMayBeOfAnySequence() {
        let code = Data("1234".utf8)
        let none: Data? = nil
        expect(Lock.Commands.LockDoor(pinCode: code).pinCode, equals: Array(code))
        expectNil(Lock.Commands.LockDoor(pinCode: none).pinCode)
        expectNil(Lock.Commands.LockDoor(pinCode: nil).pinCode)
        expect(Lock.Commands.LockDoor(pinCode: [1, 2]).pinCode, equals: [1, 2])
        expect(Lock.Commands.LockDoor(pinCode: "1".utf8).pinCode, equals: [0x31])
    }
}
