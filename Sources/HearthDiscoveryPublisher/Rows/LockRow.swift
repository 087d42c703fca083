internal import HearthEntities
internal import HearthTraitCatalog
internal import HearthTraitCore

/// DoorLock as a lock, and SecuritySystem as an alarm control panel. Codes stay at the hub.
enum LockRow {
    private typealias T = StandardTraits

    private static let lockState = AttributeID(T.matterDoorLock, "lockState")
    private static let lock = CommandID(T.matterDoorLock, "LockDoor")
    private static let unlock = CommandID(T.matterDoorLock, "UnlockDoor")
    private static let unbolt = CommandID(T.matterDoorLock, "UnboltDoor")
    private static let current = AttributeID(T.hearthProjectSecuritySystem, "currentState")
    private static let target = AttributeID(T.hearthProjectSecuritySystem, "targetState")

    static let describing: [AttributeID] = [.features(T.matterDoorLock)]

    /// Values of DlLockState.
    private static let lockWords = Words([1: "LOCKED", 2: "UNLOCKED", 3: "OPEN", 0: "JAMMED"])

    static func components(_ part: Part) -> [Component] { locks(part) + panels(part) }

    private static func locks(_ part: Part) -> [Component] {
        guard part.has(T.matterDoorLock) else { return [] }
        let hasLatch = hasLatch(part)
        let property = Property.value {
            lockWords.json($0.integer(lockState))
        } write: {
            payload, part throws(SetRefusal) in
            // With a latch, UnlockDoor pulls it too (Matter Application Clusters 1.4, section 5.2.10.2).
            let words = [("LOCK", lock), ("UNLOCK", Self.hasLatch(part) ? unbolt : unlock), ("OPEN", unlock)]
            return try payload.word(of: words).request(part.number)
        }
        return [
            Component(
                name: "lock", platform: "lock", title: "Lock", isMain: true,
                options: hasLatch ? [("payload_open", .string("OPEN"))] : [], properties: [property])
        ]
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
        let property = Property.value { part in
            let state = part.integer(current)
            let disarmed = AlarmMode.disarmed.value
            if state == disarmed, let wanted = part.integer(target), wanted != disarmed { return .string("arming") }
            return alarmWords.json(state)
        } write: { payload, part throws(SetRefusal) in
            part.write(target, .count(try armWords.value(payload)))
        }
        return [
            Component(
                name: "alarm", platform: "alarm_control_panel", title: "Alarm", isMain: true,
                options: [
                    (
                        "supported_features",
                        .array(AlarmMode.armed.filter(\.isExact).map { .string($0.action) })
                    ),
                    ("code_arm_required", .bool(false)), ("code_disarm_required", .bool(false)),
                ], properties: [property])
        ]
    }
}
