internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore

/// DoorLock as a lock, and SecuritySystem as an alarm control panel. Where a device requires a code, Home Assistant
/// asks for it and sends it with the command; the hub stores it nowhere.
enum LockRow {
    private typealias T = StandardTraits

    private static let lockState = AttributeID(T.matterDoorLock, "lockState")
    private static let lock = CommandID(T.matterDoorLock, "LockDoor")
    private static let unlock = CommandID(T.matterDoorLock, "UnlockDoor")
    private static let unbolt = CommandID(T.matterDoorLock, "UnboltDoor")
    private static let current = AttributeID(T.hearthProjectSecuritySystem, "currentState")
    private static let target = AttributeID(T.hearthProjectSecuritySystem, "targetState")
    private static let setTarget = CommandID(T.hearthProjectSecuritySystem, "SetTargetState")
    private static let requiresPIN = AttributeID(T.matterDoorLock, "requirePinforRemoteOperation")
    private static let shortestPIN = AttributeID(T.matterDoorLock, "minPINCodeLength")
    private static let longestPIN = AttributeID(T.matterDoorLock, "maxPINCodeLength")
    private static let codeToArm = AttributeID(T.hearthProjectSecuritySystem, "requiresCodeToArm")
    private static let codeToDisarm = AttributeID(T.hearthProjectSecuritySystem, "requiresCodeToDisarm")
    private static let codeFormat = AttributeID(T.hearthProjectSecuritySystem, "codeFormat")

    static let describing: [AttributeID] = [
        .features(T.matterDoorLock), requiresPIN, shortestPIN, longestPIN, codeToArm, codeToDisarm, codeFormat,
    ]

    /// Values of DlLockState.
    private static let lockWords = Words([1: "LOCKED", 2: "UNLOCKED", 3: "OPEN", 0: "JAMMED"])

    static func components(_ part: Part) -> [Component] { locks(part) + panels(part) }

    private static func locks(_ part: Part) -> [Component] {
        guard part.has(T.matterDoorLock) else { return [] }
        let (hasLatch, needsPIN) = (hasLatch(part), needsPIN(part))
        let property = Property.value {
            lockWords.json($0.integer(lockState))
        } write: {
            payload, part throws(SetRefusal) in
            // With a latch, UnlockDoor pulls it too (Matter Application Clusters 1.4, section 5.2.10.2).
            let words = [("LOCK", lock), ("UNLOCK", Self.hasLatch(part) ? unbolt : unlock), ("OPEN", unlock)]
            guard needsPIN else { return try payload.word(of: words).request(part.number) }
            let (word, pin) = try payload.coded()
            return try word.word(of: words).request(part.number, ["pinCode": pin])
        }
        var options: [(String, JSON)] = hasLatch ? [("payload_open", .string("OPEN"))] : []
        if needsPIN {
            let (low, high) = (part.integer(shortestPIN) ?? 1, part.integer(longestPIN) ?? 255)
            options += [
                ("code_format", .string("^.{\(low),\(max(low, high))}$")),
                ("command_template", SetPayload.codeTemplate("value")),
            ]
        }
        return [
            Component(
                name: "lock", platform: "lock", title: "Lock", isMain: true, options: options, properties: [property])
        ]
    }

    /// Whether the lock takes commands only with a PIN: the features PINCredential and CredentialsOverTheAirAccess with
    /// RequirePINforRemoteOperation (Matter Application Clusters 1.4, section 5.2.9).
    private static func needsPIN(_ part: Part) -> Bool {
        part.hasFeature(T.matterDoorLock, 0x1) && part.hasFeature(T.matterDoorLock, 0x80)
            && part.bool(requiresPIN) == true
    }

    /// Whether the lock has the feature Unbolting.
    private static func hasLatch(_ part: Part) -> Bool { part.hasFeature(T.matterDoorLock, 0x1000) }

    /// Values of CurrentStateEnum.
    private static let alarmWords = Words(
        AlarmMode.exact.map { ($0.value, $0.state) } + [(AlarmMode.triggered.value, AlarmMode.triggered.state)])
    /// Values of TargetStateEnum.
    private static let armWords = Words(AlarmMode.exact.map { ($0.value, $0.action.uppercased()) })

    private static func panels(_ part: Part) -> [Component] {
        guard part.has(T.hearthProjectSecuritySystem) else { return [] }
        let (armsByCode, disarmsByCode) = (part.bool(codeToArm) == true, part.bool(codeToDisarm) == true)
        let property = Property.value { part in
            let state = part.integer(current)
            let disarmed = AlarmMode.disarmed.value
            if state == disarmed, let wanted = part.integer(target), wanted != disarmed { return .string("arming") }
            return alarmWords.json(state)
        } write: { payload, part throws(SetRefusal) in
            guard armsByCode || disarmsByCode else { return part.write(target, .count(try armWords.value(payload))) }
            let (word, code) = try payload.coded()
            return setTarget.request(part.number, ["targetState": .count(try armWords.value(word)), "code": code])
        }
        var options: [(String, JSON)] = [
            ("supported_features", .array(AlarmMode.armed.filter(\.isExact).map { .string($0.action) })),
            ("code_arm_required", .bool(armsByCode)), ("code_disarm_required", .bool(disarmsByCode)),
        ]
        if armsByCode || disarmsByCode {
            options += [
                // 0 of CodeFormatEnum is digits.
                ("code", .string(part.integer(codeFormat) ?? 0 == 0 ? "REMOTE_CODE" : "REMOTE_CODE_TEXT")),
                ("command_template", SetPayload.codeTemplate("action")),
            ]
        }
        return [
            Component(
                name: "alarm", platform: "alarm_control_panel", title: "Alarm", isMain: true,
                options: options, properties: [property])
        ]
    }
}
