public import HearthLockTraits
public import HearthMessage
internal import HearthTraitCatalog
public import HearthTraitCore

/// DoorLock (Matter cluster 0x0101) with users, PIN codes over the air and a door sensor.
///
/// The bolt takes a time to move; LockState and the LockOperation event follow it. Users and codes are stored at
/// the hub and survive restarts. Limits: PIN credentials only, no schedules, no Aliro. Fabrics and nodes are unknown
/// here and null in events.
public struct DoorLockBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.DoorLockTrait

    struct Operation: Hashable {
        var type: T.LockOperationTypeEnum
        var source: T.OperationSourceEnum
        var user: UInt16?
        var pin: UInt16?
        /// Seconds until it relocks; nil for AutoRelockTime.
        var relockAfter: UInt32?
    }

    public var attributes = T.Attributes()
    package var users: LockUsers
    private var moving: (operation: Operation, due: Duration)?
    private var relockDue: Duration?
    private var wrongCodes = 0
    private var lockoutEnd: Duration?
    private let boltTime: Duration
    private let actuator: (any BoltActuator)?

    /// Creates a lock without users.
    ///
    /// - Parameters:
    ///   - userCapacity: the most users. The hub stores 64 KiB for all data of a device, and so limits users and codes.
    ///   - pinCapacity: the most PIN codes.
    ///   - pinsPerUser: the most PIN codes of a user.
    ///   - boltTime: how long the bolt moves; not less than the time that the actuator's `apply(locks:)` takes.
    ///   - actuator: the hardware; nil for none.
    public init(
        userCapacity: UInt16 = 10, pinCapacity: UInt16 = 20, pinsPerUser: UInt8 = 5,
        boltTime: Duration = .seconds(1), actuator: (any BoltActuator)? = nil
    ) {
        self.boltTime = boltTime
        self.actuator = actuator
        users = LockUsers(userCapacity: userCapacity, pinCapacity: pinCapacity, pinsPerUser: Int(pinsPerUser))
        attributes.featureMap = [.pinCredential, .user, .credentialsOverTheAirAccess, .doorPositionSensor]
        attributes.lockState = .locked
        attributes.lockType = .deadBolt
        attributes.actuatorEnabled = true
        attributes.doorState = .doorClosed
        attributes.doorOpenEvents = 0
        attributes.doorClosedEvents = 0
        attributes.numberOfTotalUsersSupported = userCapacity
        attributes.numberOfPINUsersSupported = pinCapacity
        attributes.maxPINCodeLength = 8
        attributes.minPINCodeLength = 4
        attributes.credentialRulesSupport = .single
        attributes.numberOfCredentialsSupportedPerUser = pinsPerUser
        attributes.autoRelockTime = 0
        attributes.operatingMode = .normal
        // A set bit means that the mode is not supported.
        attributes.supportedOperatingModes = [.vacation, .passage]
        attributes.wrongCodeEntryLimit = 5
        attributes.userCodeTemporaryDisableTime = 60
        attributes.requirePinforRemoteOperation = false
    }

    /// The state and settings.
    public static let storedAttributes: Set<UInt32> = [0x0, 0x4, 0x5, 0x23, 0x25, 0x30, 0x31, 0x33]

    /// UnlockWithTimeout.
    public var optionalCommands: Set<OptionalCommand<HandledTrait>> { [.unlockWithTimeout] }

    public var deadline: Duration? { [moving?.due, relockDue].compactMap { $0 }.min() }
    /// A relock after a delay is caused by the lock itself.
    public var isCarryingOut: Bool { moving != nil }

    public var memory: [UInt8] { users.memory }

    public mutating func recall(_ memory: [UInt8]) { users.recall(memory) }

    public mutating func start(restored: Bool, _ context: inout EndpointContext) {
        if attributes.lockState == .unlocked { planRelock(nil, context.now) }
    }

    // MARK: Commands

    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        switch command {
        case .lockDoor(let command): try operate(.lock, command.pinCode, relockAfter: nil, &context)
        case .unlockDoor(let command): try operate(.unlock, command.pinCode, relockAfter: nil, &context)
        case .unlockWithTimeout(let command):
            try operate(.unlock, command.pinCode, relockAfter: UInt32(command.timeout), &context)
        case .setUser(let command): try setUser(command, &context)
        case .getUser(let command): return try getUser(command)
        case .clearUser(let command): try clearUser(command, &context)
        case .setCredential(let command): return setCredential(command, &context)
        case .getCredentialStatus(let command): return try getCredentialStatus(command)
        case .clearCredential(let command): try clearCredential(command, &context)
        default: throw TraitError(.unsupportedCommand, "this lock has no schedules, latch bolt or Aliro")
        }
        return nil
    }

    private mutating func operate(
        _ type: T.LockOperationTypeEnum, _ code: [UInt8]?, relockAfter: UInt32?, _ context: inout EndpointContext
    ) throws(TraitError) {
        guard attributes.actuatorEnabled == true else { throw TraitError(.failure, "the lock's actuator is off") }
        let mode = attributes.operatingMode
        guard mode != .noRemoteLockUnlock, mode != .privacy else {
            throw TraitError(.failure, "operating mode \(mode ?? .normal) does not allow remote locking or unlocking")
        }
        var operation = Operation(type: type, source: .remote, relockAfter: relockAfter)
        if code != nil || attributes.requirePinforRemoteOperation == true {
            try check(code, &operation, &context)
        }
        begin(operation, &context)
    }

    private mutating func begin(_ operation: Operation, _ context: inout EndpointContext) {
        relockDue = nil
        moving = (operation, context.now + boltTime)
        // A hand at the thumb turn moves the bolt itself.
        guard let actuator, operation.source != .manual else { return }
        context.operate(T.self) { await actuator.apply(locks: operation.type == .lock) }
    }

    // MARK: PIN codes

    /// Finds the user of a code, and counts wrong codes.
    private mutating func check(
        _ code: [UInt8]?, _ operation: inout Operation, _ context: inout EndpointContext
    ) throws(TraitError) {
        if let end = lockoutEnd {
            guard end <= context.now else {
                throw TraitError(.failure, "too many wrong codes; the lock refuses codes for a while, try again later")
            }
            lockoutEnd = nil
        }
        guard let code, let found = users.pin(for: code) else {
            refuse(operation, .invalidCredential, &context)
            countWrongCode(&context)
            throw TraitError(.failure, code == nil ? "this lock requires a PIN code" : "the PIN code is wrong")
        }
        operation.user = found.pin.user
        operation.pin = found.index
        guard users.users[found.pin.user]?.status != .occupiedDisabled else {
            refuse(operation, .disabledUserDenied, &context)
            throw TraitError(.failure, "the code's user is disabled")
        }
        wrongCodes = 0
    }

    private mutating func countWrongCode(_ context: inout EndpointContext) {
        wrongCodes += 1
        guard wrongCodes >= Int(attributes.wrongCodeEntryLimit ?? .max) else { return }
        wrongCodes = 0
        lockoutEnd = context.now + .seconds(Int64(attributes.userCodeTemporaryDisableTime ?? 0))
        var payload = T.DoorLockAlarmEvent.Payload()
        payload.alarmCode = .wrongCodeEntryLimit
        context.emit(T.DoorLockAlarmEvent.self, payload)
    }

    private func refuse(
        _ operation: Operation, _ reason: T.OperationErrorEnum, _ context: inout EndpointContext
    ) {
        var payload = T.LockOperationErrorEvent.Payload()
        payload.lockOperationType = operation.type
        payload.operationSource = operation.source
        payload.operationError = reason
        payload.userIndex = operation.user
        payload.credentials = credentials(operation)
        context.emit(T.LockOperationErrorEvent.self, payload)
    }

    private func credentials(_ operation: Operation) -> Presence<[T.CredentialStruct]> {
        guard let pin = operation.pin else { return .null }
        return .value([Self.credential(pin)])
    }

    static func credential(_ pin: UInt16) -> T.CredentialStruct {
        var credential = T.CredentialStruct()
        credential.credentialType = .pin
        credential.credentialIndex = pin
        return credential
    }

    // MARK: Bolt

    public mutating func timePassed(_ context: inout EndpointContext) {
        if let (operation, due) = moving, due <= context.now {
            moving = nil
            arrive(operation, &context)
        }
        if let due = relockDue, due <= context.now {
            begin(Operation(type: .lock, source: .auto), &context)
        }
    }

    private mutating func arrive(_ operation: Operation, _ context: inout EndpointContext) {
        attributes.lockState = operation.type == .lock ? .locked : .unlocked
        var payload = T.LockOperationEvent.Payload()
        payload.lockOperationType = operation.type
        payload.operationSource = operation.source
        payload.userIndex = operation.user
        payload.credentials = credentials(operation)
        context.emit(T.LockOperationEvent.self, payload)
        if operation.type == .unlock { planRelock(operation.relockAfter, context.now) }
    }

    private mutating func planRelock(_ seconds: UInt32?, _ now: Duration) {
        if let seconds {
            relockDue = now + .seconds(Int64(seconds))
        } else if let seconds = attributes.autoRelockTime, seconds > 0 {
            relockDue = now + .seconds(Int64(seconds))
        }
    }

    // MARK: Physical inputs and settings

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        switch input {
        case .thumbTurn(let locks):
            begin(Operation(type: locks ? .lock : .unlock, source: .manual), &context)
        case .keypad(let code, let locks):
            var operation = Operation(type: locks ? .lock : .unlock, source: .keypad)
            guard (try? check(code, &operation, &context)) != nil else { return }
            begin(operation, &context)
        case .contact(let isClosed):
            // An extending bolt already holds the door.
            guard isClosed || moving?.operation.type != .lock else { return }
            setDoor(isClosed ? .doorClosed : .doorOpen, &context)
        case .jam:
            guard moving != nil else { return }
            moving = nil
            attributes.lockState = .notFullyLocked
            var payload = T.DoorLockAlarmEvent.Payload()
            payload.alarmCode = .lockJammed
            context.emit(T.DoorLockAlarmEvent.self, payload)
        default: break
        }
    }

    private mutating func setDoor(_ state: T.DoorStateEnum, _ context: inout EndpointContext) {
        guard attributes.doorState != state else { return }
        attributes.doorState = state
        if state == .doorOpen {
            attributes.doorOpenEvents = (attributes.doorOpenEvents ?? 0) &+ 1
        } else {
            attributes.doorClosedEvents = (attributes.doorClosedEvents ?? 0) &+ 1
        }
        var payload = T.DoorStateChangeEvent.Payload()
        payload.doorState = state
        context.emit(T.DoorStateChangeEvent.self, payload)
    }

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        for (value, id, name) in [
            (changes.wrongCodeEntryLimit, UInt32(0x30), "wrongCodeEntryLimit"),
            (changes.userCodeTemporaryDisableTime, 0x31, "userCodeTemporaryDisableTime"),
        ] where value == 0 {
            throw TraitError(
                .constraintError, "\(name) is 1 to 255, not 0", element: .attribute(id), field: name,
                constraint: "min = 1")
        }
        if let mode = changes.operatingMode, !supports(mode) {
            throw TraitError(
                .constraintError, "this lock has no operating mode \(mode)", element: .attribute(0x25),
                field: "operatingMode")
        }
        guard changes.autoRelockTime != nil, attributes.lockState == .unlocked, moving == nil else { return }
        relockDue = nil
        planRelock(nil, context.now)
    }

    private func supports(_ mode: T.OperatingModeEnum) -> Bool {
        guard mode.rawValue <= 4 else { return false }
        return (attributes.supportedOperatingModes?.rawValue ?? 0) & (1 << UInt16(mode.rawValue)) == 0
    }
}
