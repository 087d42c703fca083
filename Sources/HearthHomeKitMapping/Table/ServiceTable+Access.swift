internal import HearthTraitDescriptors

extension AttributeID {
    static let lockState = AttributeID(TraitIDs.doorLock, 0, "lockState")
    static let doorState = AttributeID(TraitIDs.doorLock, 3, "doorState")
    static let requiresPIN = AttributeID(TraitIDs.doorLock, 51, "requirePinforRemoteOperation")
    static let autoRelockTime = AttributeID(TraitIDs.doorLock, 35, "autoRelockTime")
}

extension CommandID {
    static let lockDoor = CommandID(TraitIDs.doorLock, 0, "LockDoor", timed: true)
    static let unlockDoor = CommandID(TraitIDs.doorLock, 1, "UnlockDoor", timed: true)
}

extension EventID {
    static let doorLockAlarm = EventID(TraitIDs.doorLock, 0, "DoorLockAlarm")
    static let lockOperation = EventID(TraitIDs.doorLock, 2, "LockOperation")
}

extension ServiceTable {
    /// A lock and its door: DoorLock (0x101).
    static let access: [ServiceMapping] = [
        ServiceMapping(
            .lockMechanism, deviceTypes: [DeviceTypeIDs.doorLock], traits: [TraitIDs.doorLock],
            [lockCurrentState, lockTargetState]),
        ServiceMapping(
            .lockManagement, deviceTypes: [DeviceTypeIDs.doorLock], traits: [TraitIDs.doorLock],
            [
                CharacteristicLink(.lockControlPoint), .constant(.version, .string("1.0")), lockLastKnownAction,
                .attribute(.lockManagementAutoSecurityTimeout, .autoRelockTime, .number).updating(.number),
                lockedDoor,
            ]
        ).with {
            $0.isMain = false
            $0.joins = .lockMechanism
        },
        ServiceMapping(
            .contactSensor, deviceTypes: [DeviceTypeIDs.doorLock], traits: [TraitIDs.doorLock],
            [contactOfLockedDoor, faultOfLockedDoor]
        ).with {
            $0.isMain = false
            $0.isFromAccessories = false
            $0.part = TraitIDs.doorLock
            $0.matches = { $0.has(.doorState) }
        },
    ]

    // MARK: The lock

    /// LockState: not fully locked 0, locked 1, unlocked 2, unlatched 3. A jammed lock is reported by an alarm.
    private static let lockCurrentState: CharacteristicLink = {
        let states = Conversion.choices([1: 1, 2: 0, 3: 0, 0: 3])
        var link = CharacteristicLink.attribute(.lockCurrentState, .lockState, states)
        link.read = { reading in
            reading.value(.lockState).map { states.toCharacteristic($0) ?? .uint(3) }
        }
        // AlarmCode 0: the lock is jammed.
        link.events = [.doorLockAlarm: { fields, _ in fields[0]?.integer == 0 ? .uint(2) : nil }]
        link.attributes = { values in
            guard let state = values[.lockCurrentState] else { return [:] }
            return [.lockState: states.toTrait(state) ?? .null]
        }
        link.reports = { value in
            value.integer == 2 ? (.doorLockAlarm, [0: .unsigned(0)]) : nil
        }
        return link
    }()

    private static let lockTargetState: CharacteristicLink = {
        var link = CharacteristicLink.computed(.lockTargetState, from: [.lockState]) { reading in
            switch reading.integer(.lockState) {
            case 1: .uint(1)
            case 2, 3: .uint(0)
            default: nil
            }
        }
        link.keepsLast = { _ in true }
        link.sources.append(.requiresPIN)
        link.authorization = WriteAuthorization { _, reading in
            // The features PINCredential and CredentialsOverTheAirAccess.
            reading.features(TraitIDs.doorLock) & 0x81 == 0x81 && reading.value(.requiresPIN)?.bool == true
        } request: { request, pin in
            guard case .command(let id, let arguments) = request.content else { return request }
            return TraitRequest(
                endpoint: request.endpoint, trait: request.trait,
                content: .command(id, StructureValue(arguments.fields.merging([0: .octets(pin)]) { $1 })),
                isTimed: request.isTimed)
        }
        return link.choosing([(.uint(1), .lockDoor, [:]), (.uint(0), .unlockDoor, [:])])
    }()

    // MARK: The last action

    /// LockLastKnownAction (locked, unlocked) by OperationSource: keypad 3; remote 7 and proprietary remote 2;
    /// automatic 4 and schedule 6; at the lock (manual 1, button 5, and others).
    private static let actions: [Int64: (locked: UInt64, unlocked: UInt64?)] = [
        3: (4, 5), 7: (6, 7), 2: (6, 7), 4: (8, nil), 6: (8, nil), 1: (9, 10), 5: (9, 10), 8: (9, 10), 9: (9, 10),
        10: (9, 10),
    ]

    /// LockLastKnownAction from the LockOperation event. LockOperationType: lock 0, unlock 1, unlatch 4.
    private static let lockLastKnownAction: CharacteristicLink = {
        var link = CharacteristicLink(.lockLastKnownAction)
        link.keepsLast = { _ in true }
        link.events = [
            .lockOperation: { fields, _ in
                guard let action = fields[1]?.integer.flatMap({ actions[$0] }) else { return nil }
                switch fields[0]?.integer {
                case 0: return .uint(action.locked)
                case 1, 4: return action.unlocked.map { .uint($0) }
                default: return nil
                }
            }
        ]
        link.reports = { value in
            guard let action = value.integer, let (type, source) = operations[action] else { return nil }
            return (
                .lockOperation,
                [0: .unsigned(type), 1: .unsigned(source), 2: .null, 3: .null, 4: .null]
            )
        }
        return link
    }()

    /// LockOperationType and OperationSource by LockLastKnownAction.
    private static let operations: [Int64: (UInt64, UInt64)] = [
        0: (0, 1), 1: (1, 1), 2: (0, 1), 3: (1, 1), 4: (0, 3), 5: (1, 3), 6: (0, 7), 7: (1, 7), 8: (0, 4), 9: (0, 1),
        10: (1, 1),
    ]

    // MARK: The door

    /// DoorState: open 0, closed 1, jammed 2, forced open 3, error 4, ajar 5.
    private static let lockedDoor = CharacteristicLink.attribute(
        .currentDoorState, .doorState, .choices([0: 0, 1: 1, 2: 4, 3: 0, 5: 0]))

    private static let contactOfLockedDoor = CharacteristicLink.attribute(
        .contactSensorState, .doorState, .choices([1: 0, 0: 1, 2: 1, 3: 1, 5: 1]))

    private static let faultOfLockedDoor = CharacteristicLink.computed(.statusFault, from: [.doorState]) {
        guard let state = $0.integer(.doorState) else { return .uint(1) }
        return .uint(state == 2 || state == 4 ? 1 : 0)
    }
}
