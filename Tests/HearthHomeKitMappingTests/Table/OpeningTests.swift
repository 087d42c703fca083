internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Coverings, garage doors and locks.
@Suite struct OpeningTests {
    private func covering(_ values: StructureValue) -> AccessoryView { AccessoryView(device(0x202, [0x102: values])) }

    @Test func positionsAreReversed() {
        let view = covering([10: .unsigned(0b10_0001), 11: .unsigned(0), 14: .unsigned(100), 13: .unsigned(0)])
        expect(view.number(.windowCovering, .currentPosition), equals: 99)
        expect(view.number(.windowCovering, .targetPosition), equals: 100)
        expect(view.number(.windowCovering, .positionState), equals: 1)
        expect(
            view.sent(.windowCovering, [(.targetPosition, .uint(30))]),
            equals: ["WindowCovering.GoToLiftPercentage 7000"])
        expect(view.sent(.windowCovering, [(.holdPosition, .bool(true))]), equals: ["WindowCovering.StopMotion"])
        expect(view.sent(.windowCovering, [(.holdPosition, .bool(false))]), equals: [])
        expect(covering([10: .unsigned(2)]).number(.windowCovering, .positionState), equals: 0)
        expect(covering([10: .unsigned(0)]).number(.windowCovering, .positionState), equals: 2)
    }

    @Test func aCoveringThatDoesNotKnowItsPositionOpensAndCloses() {
        let view = covering([10: .unsigned(0), 14: .null])
        expectNil(view.number(.windowCovering, .currentPosition))
        expect(view.sent(.windowCovering, [(.targetPosition, .uint(50))]), equals: ["WindowCovering.UpOrOpen"])
        expect(view.sent(.windowCovering, [(.targetPosition, .uint(49))]), equals: ["WindowCovering.DownOrClose"])
    }

    @Test func aTargetOfNullIsWhereItIs() {
        expect(covering([11: .null, 14: .unsigned(2500)]).number(.windowCovering, .targetPosition), equals: 75)
    }

    @Test func slatsTurnAboutTheAxisOfTheirKind() {
        let blind: StructureValue = [11: .unsigned(0), 12: .unsigned(5000), 14: .unsigned(0), 15: .unsigned(5000)]
        var strips = blind
        strips[13] = .unsigned(11)
        expect(covering(blind).number(.windowCovering, .currentHorizontalTiltAngle), equals: 45)
        expectNil(covering(blind).shown(.windowCovering)?[.currentVerticalTiltAngle])
        expect(covering(strips).number(.windowCovering, .currentVerticalTiltAngle), equals: 45)
        expect(
            covering(blind).sent(.windowCovering, [(.targetHorizontalTiltAngle, .int(-90))]),
            equals: ["WindowCovering.GoToTiltPercentage 10000"])
    }

    @Test func tiltOnlyCoveringUsesTiltAsPosition() {
        let view = covering([12: .unsigned(2000), 15: .unsigned(2000)])
        expect(view.number(.windowCovering, .currentPosition), equals: 80)
        expect(
            view.sent(.windowCovering, [(.targetPosition, .uint(0))]),
            equals: ["WindowCovering.GoToTiltPercentage 10000"])
    }

    @Test func obstacleIsReported() {
        expect(covering([26: .unsigned(0x20)]).number(.windowCovering, .obstructionDetected), equals: 1)
        expect(covering([26: .unsigned(0x8)]).number(.windowCovering, .obstructionDetected), equals: 0)
        expectNil(covering([:]).shown(.windowCovering)?[.obstructionDetected])
    }

    // MARK: Garage doors

    private func garage(_ main: UInt64, at position: UInt64?, to target: UInt64?, errors: [UInt64] = [])
        -> AccessoryView
    {
        AccessoryView(
            device(
                0x230,
                [
                    0x104: [
                        1: .unsigned(main), 2: .list(errors.map { .unsigned($0) }),
                        3: position.map { .structure([0: .unsigned($0)]) } ?? .null,
                        4: target.map { .structure([0: .unsigned($0)]) } ?? .null,
                    ]
                ]))
    }

    @Test func aGarageDoorShowsWhereItIsAndGoes() {
        func states(_ view: AccessoryView) -> [Double?] {
            [view.number(.garageDoorOpener, .currentDoorState), view.number(.garageDoorOpener, .targetDoorState)]
        }
        expect(states(garage(0, at: 0, to: 0)), equals: [1, 1])
        expect(states(garage(0, at: 1, to: nil)), equals: [0, 0])
        expect(states(garage(1, at: 2, to: 1)), equals: [2, 0])
        expect(states(garage(1, at: 2, to: 0)), equals: [3, 1])
        expect(states(garage(0, at: 2, to: 1)), equals: [4, 0])
        expect(states(garage(0, at: nil, to: nil)), equals: [nil, nil])
        expect(garage(3, at: 2, to: 0, errors: [1]).number(.garageDoorOpener, .obstructionDetected), equals: 1)
        expect(garage(3, at: 2, to: 0, errors: [3]).number(.garageDoorOpener, .obstructionDetected), equals: 0)
    }

    @Test func aGarageDoorIsMovedByTimedCommands() {
        let view = garage(0, at: 0, to: 0)
        expect(view.sent(.garageDoorOpener, [(.targetDoorState, .uint(0))]), equals: ["timed ClosureControl.MoveTo 1"])
        expect(view.sent(.garageDoorOpener, [(.targetDoorState, .uint(1))]), equals: ["timed ClosureControl.MoveTo 0"])
    }

    // MARK: Locks

    private func lock(_ state: TraitValue, door: TraitValue? = nil) -> AccessoryView {
        var values: StructureValue = [0: state, 35: .unsigned(30)]
        values[3] = door
        return AccessoryView(device(0x0A, [0x101: values]))
    }

    @Test func aLockShowsItsState() {
        let shown = [TraitValue.unsigned(0), .unsigned(1), .unsigned(2), .unsigned(3), .null].map {
            lock($0).number(.lockMechanism, .lockCurrentState)
        }
        expect(shown, equals: [3, 1, 0, 0, 3])
        expect(lock(.unsigned(1)).number(.lockMechanism, .lockTargetState), equals: 1)
        expect(lock(.unsigned(2)).number(.lockMechanism, .lockTargetState), equals: 0)
        expectNil(lock(.null).number(.lockMechanism, .lockTargetState))
    }

    @Test func aLockIsMovedByTimedCommands() {
        expect(
            lock(.unsigned(2)).sent(.lockMechanism, [(.lockTargetState, .uint(1))]), equals: ["timed DoorLock.LockDoor"]
        )
        expect(
            lock(.unsigned(1)).sent(.lockMechanism, [(.lockTargetState, .uint(0))]),
            equals: ["timed DoorLock.UnlockDoor"])
        expect(
            lock(.unsigned(1)).sent(.lockManagement, [(.lockManagementAutoSecurityTimeout, .uint(60))]),
            equals: ["DoorLock autoRelockTime=60"])
        expect(
            lock(.unsigned(1)).sent(.lockManagement, [(.lockControlPoint, .tlv8([0]))]), equals: ["LockControlPoint: 5"]
        )
    }

    @Test func eventsSayWhoMovedALockAndThatItIsJammed() {
        let view = lock(.unsigned(1))
        func action(_ type: UInt64, _ source: UInt64) -> Int64? {
            view.values(ofEvent: 2, trait: 0x101, endpoint: 1, fields: [0: .unsigned(type), 1: .unsigned(source)])
                .first?.value.integer
        }
        expect([3, 7, 2, 4, 1, 8, 9].map { action(0, $0) }, equals: [4, 6, 6, 8, 9, 9, 9])
        expect([3, 7, 2, 4, 1].map { action(1, $0) }, equals: [5, 7, 7, nil, 10])
        expectNil(action(0, 0))
        expectNil(action(2, 1))
        func alarm(_ code: UInt64) -> [CharacteristicWrite] {
            view.values(ofEvent: 0, trait: 0x101, endpoint: 1, fields: [0: .unsigned(code)])
        }
        let key = CharacteristicKey(ServiceKey(endpoint: 1, type: .lockMechanism), .lockCurrentState)
        expect(alarm(0), equals: [CharacteristicWrite(key, .uint(2))])
        expect(alarm(6), equals: [])
        expect(view.values(ofEvent: 2, trait: 0x101, endpoint: 1, fields: [:]), equals: [])
        expect(view.values(ofEvent: 0, trait: 0x101, endpoint: 2, fields: [0: .unsigned(0)]), equals: [])
    }

    @Test func theDoorOfALockIsAContactSensor() {
        let part = TraitIDs.doorLock
        expect(lock(.unsigned(1)).serviceNames, equals: ["LockMechanism", "LockManagement"])
        expect(
            lock(.unsigned(1), door: .unsigned(1)).serviceNames,
            equals: ["LockMechanism", "LockManagement", "ContactSensor"])
        let shown = [0, 1, 2, 3, 5].map {
            lock(.unsigned(1), door: .unsigned($0)).number(.contactSensor, .contactSensorState, part: part)
        }
        expect(shown, equals: [1, 0, 1, 1, 1])
        expect(lock(.null, door: .null).number(.contactSensor, .statusFault, part: part), equals: 1)
    }
}
