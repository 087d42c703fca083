internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of DoorLock's operation, one by one.
@Suite struct DoorLockBehaviorTests {
    typealias T = Matter.DoorLockTrait

    private func lock() -> Bench { Bench([Parts.lock()]) }
    private func attributes(_ bench: Bench) throws -> T.Attributes { try bench.attributes(DoorLockBehavior.self) }

    private func unlock(_ code: String? = nil) -> T.Commands.UnlockDoor {
        var command = T.Commands.UnlockDoor()
        command.pinCode = code.map { Array($0.utf8) }
        return command
    }

    private func operations(_ bench: Bench) throws -> [T.LockOperationEvent.Payload] {
        try bench.payloads(T.LockOperationEvent.self, of: T.descriptor)
    }

    private func errors(_ bench: Bench) throws -> [T.LockOperationErrorEvent.Payload] {
        try bench.payloads(T.LockOperationErrorEvent.self, of: T.descriptor)
    }

    private func alarms(_ bench: Bench) throws -> [T.AlarmCodeEnum] {
        try bench.payloads(T.DoorLockAlarmEvent.self, of: T.descriptor).map(\.alarmCode)
    }

    @Test func movedBoltChangesLockStateWithAnEvent() throws {
        var bench = lock()
        try bench.send(T.self, 1, unlock())
        try expect(attributes(bench).lockState, equals: .locked)
        bench.pass(.milliseconds(999))
        try expect(attributes(bench).lockState, equals: .locked)
        try expect(operations(bench).isEmpty)
        bench.pass(.milliseconds(1))
        try expect(attributes(bench).lockState, equals: .unlocked)
        let event = try require(operations(bench).first)
        expect(event.lockOperationType, equals: .unlock)
        expect(event.operationSource, equals: .remote)
        expectNil(event.userIndex)
    }

    @Test func aRightPINNamesItsUserAndCredentialInTheEvent() throws {
        var bench = lock()
        try bench.send(T.self, 1, unlock("1234"))
        bench.pass(.seconds(1))
        let event = try require(operations(bench).first)
        expect(event.userIndex, equals: 1)
        expect(event.credentials.value?.map(\.credentialIndex), equals: [1])
    }

    @Test func wrongPINFailsWithLockOperationError() throws {
        var bench = lock()
        expect(status { try bench.send(T.self, 1, unlock("9999")) }, equals: .failure)
        bench.pass(.seconds(5))
        try expect(attributes(bench).lockState, equals: .locked)
        try expect(errors(bench).map(\.operationError), equals: [.invalidCredential])
    }

    @Test func requirePINforRemoteOperationMakesThePINCompulsory() throws {
        var bench = lock()
        try bench.write(T.self) { $0.requirePinforRemoteOperation = true }
        expect(status { try bench.send(T.self, 1, unlock()) }, equals: .failure)
        try expect(errors(bench).count, equals: 1)
        try bench.send(T.self, 1, unlock("1234"))
    }

    @Test func wrongCodeLimitRaisesAlarmAndLocksEntry() throws {
        var bench = lock()
        try bench.write(T.self) {
            $0.wrongCodeEntryLimit = 3
            $0.userCodeTemporaryDisableTime = 30
        }
        for _ in 0..<3 { expect(status { try bench.send(T.self, 1, unlock("0000")) }, equals: .failure) }
        try expect(alarms(bench), equals: [.wrongCodeEntryLimit])
        bench.forgetEvents()
        expect(status { try bench.send(T.self, 1, unlock("1234")) }, equals: .failure)
        expect(bench.events.isEmpty)
        bench.pass(.seconds(30))
        try bench.send(T.self, 1, unlock("1234"))
        bench.pass(.seconds(1))
        try expect(attributes(bench).lockState, equals: .unlocked)
    }

    @Test func aRightPINResetsTheCountOfWrongOnes() throws {
        var bench = lock()
        try bench.write(T.self) { $0.wrongCodeEntryLimit = 2 }
        for _ in 0..<3 {
            expect(status { try bench.send(T.self, 1, unlock("0000")) }, equals: .failure)
            try bench.send(T.self, 1, unlock("1234"))
        }
        try expect(alarms(bench).isEmpty)
    }

    @Test func zeroLimitOrDisableTimeIsConstraintError() {
        var bench = lock()
        expect(status { try bench.write(T.self) { $0.wrongCodeEntryLimit = 0 } }, equals: .constraintError)
        expect(status { try bench.write(T.self) { $0.userCodeTemporaryDisableTime = 0 } }, equals: .constraintError)
    }

    @Test func localModesRefuseCommandsAndOtherModesAreRefused() throws {
        var bench = lock()
        try bench.write(T.self) { $0.operatingMode = .noRemoteLockUnlock }
        expect(status { try bench.send(T.self, 1, unlock()) }, equals: .failure)
        try bench.write(T.self) { $0.operatingMode = .privacy }
        expect(status { try bench.send(T.self, 1, unlock()) }, equals: .failure)
        expect(status { try bench.write(T.self) { $0.operatingMode = .passage } }, equals: .constraintError)
        expect(status { try bench.write(T.self) { $0.operatingMode = .init(rawValue: 200) } }, equals: .constraintError)
    }

    @Test func aDisabledUserIsRefusedWithFAILURE() throws {
        var bench = lock()
        var user = T.Commands.SetUser()
        user.operationType = .modify
        user.userIndex = 1
        user.userStatus = .occupiedDisabled
        try bench.send(T.self, 0x1A, user)
        expect(status { try bench.send(T.self, 1, unlock("1234")) }, equals: .failure)
        try expect(errors(bench).map(\.operationError), equals: [.disabledUserDenied])
    }

    @Test func autoRelockTimeRelocksAfterAnUnlock0NeverDoes() throws {
        var bench = lock()
        try bench.send(T.self, 1, unlock())
        bench.pass(.seconds(3600))
        try expect(attributes(bench).lockState, equals: .unlocked)
        try bench.write(T.self) { $0.autoRelockTime = 10 }
        bench.pass(.seconds(11))
        try expect(attributes(bench).lockState, equals: .locked)
        try expect(operations(bench).last?.operationSource, equals: .auto)
    }

    @Test func unlockWithTimeoutOverridesAutoRelockTimeOnce() throws {
        var bench = lock()
        try bench.write(T.self) { $0.autoRelockTime = 100 }
        var command = T.Commands.UnlockWithTimeout()
        command.timeout = 5
        try bench.send(T.self, 3, command)
        bench.pass(.milliseconds(6500))
        try expect(attributes(bench).lockState, equals: .unlocked)
        bench.pass(.milliseconds(500))
        try expect(attributes(bench).lockState, equals: .locked)
    }

    @Test func lockingTakesTheRelockBack() throws {
        var bench = lock()
        try bench.write(T.self) { $0.autoRelockTime = 10 }
        try bench.send(T.self, 1, unlock())
        bench.pass(.seconds(2))
        try bench.send(T.self, 0, T.Commands.LockDoor())
        bench.pass(.seconds(30))
        try expect(operations(bench).count, equals: 2)
    }

    @Test func keypadAndThumbTurnMoveTheBoltAndCountCodes() throws {
        var bench = lock()
        bench.sense(.thumbTurn(locks: false))
        bench.pass(.seconds(1))
        try expect(operations(bench).last?.operationSource, equals: .manual)
        bench.sense(.keypad(code: Array("1234".utf8), locks: true))
        bench.pass(.seconds(1))
        try expect(operations(bench).last?.operationSource, equals: .keypad)
        try expect(attributes(bench).lockState, equals: .locked)
        for _ in 0..<5 { bench.sense(.keypad(code: [0x30], locks: false)) }
        try expect(alarms(bench), equals: [.wrongCodeEntryLimit])
    }

    @Test func doorChangesAreCountedAndReportedOnce() throws {
        var bench = lock()
        bench.sense(.contact(isClosed: false))
        bench.sense(.contact(isClosed: false))
        bench.sense(.contact(isClosed: true))
        try expect(attributes(bench).doorOpenEvents, equals: 1)
        try expect(attributes(bench).doorClosedEvents, equals: 1)
        let states = try bench.payloads(T.DoorStateChangeEvent.self, of: T.descriptor).map(\.doorState)
        expect(states, equals: [.doorOpen, .doorClosed])
    }

    @Test func aJamOnTheWayLeavesTheBoltBetween() throws {
        var bench = lock()
        try bench.send(T.self, 1, unlock())
        bench.sense(.jam)
        try expect(attributes(bench).lockState, equals: .notFullyLocked)
        try expect(alarms(bench), equals: [.lockJammed])
    }

    @Test func theStateOutlivesARestart() throws {
        var bench = lock()
        try bench.send(T.self, 1, unlock())
        bench.pass(.seconds(1))
        bench = bench.restarted([Parts.lock()])
        try expect(attributes(bench).lockState, equals: .unlocked)
    }
}
