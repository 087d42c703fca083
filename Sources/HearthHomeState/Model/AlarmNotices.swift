internal import HearthTraitCore
internal import HearthWire

/// The notices that alarms raise without an automation: smoke, carbon monoxide, water leaks, forced locks, triggered alarm
/// systems, and flags that warn of a danger. Trait, attribute and value numbers are Matter's and Hearth's.
enum AlarmNotices {
    private enum Lock {
        static let id: UInt32 = 0x0101
        static let alarmEvent: UInt32 = 0
        /// WrongCodeEntryLimit, FrontEsceutcheonRemoved, DoorForcedOpen and ForcedUser, with the texts of their
        /// notices.
        static let codes: [UInt64: String] = [
            4: "somebody entered too many wrong codes", 5: "somebody has removed its cover",
            6: "the door was forced open", 8: "somebody was forced to unlock it",
        ]
    }

    /// Attribute values that mean an alarm, by trait.
    private static let attributes: [UInt32: [(attribute: UInt32, value: TraitValue, alarm: Alarm)]] = [
        // SmokeCoAlarm's SmokeState and COState, warning and critical.
        0x005C: [
            (1, .unsigned(1), .smoke), (1, .unsigned(2), .smoke), (2, .unsigned(1), .carbonMonoxide),
            (2, .unsigned(2), .carbonMonoxide),
        ],
        // BooleanState's StateValue, of a water leak detector only.
        0x0045: [(0, .bool(true), .water)],
        // SecuritySystem's CurrentState, AlarmTriggered.
        0xFFF0_FC01: [(0, .unsigned(4), .intrusion)],
    ]

    private static let leakDetector: UInt32 = 0x0043

    /// Hearth's Flag, whose meaning is a device class of Home Assistant.
    private enum Flag {
        static let id: UInt32 = 0xFFF0_FC0C
        static let value: UInt32 = 0
        static let deviceClass: UInt32 = 1
        static let alarms: [String: Alarm] = [
            "gas": .gas, "tamper": .tampering, "glass_break": .glassBreak, "heat": .heat, "safety": .danger,
        ]
    }

    private struct Alarm {
        let kind: Notice.Kind
        let title: String
        let says: String

        static let smoke = Alarm(kind: .smoke, title: "Smoke", says: "detects smoke")
        static let carbonMonoxide = Alarm(
            kind: .carbonMonoxide, title: "Carbon monoxide", says: "detects carbon monoxide")
        static let water = Alarm(kind: .waterLeak, title: "Water leak", says: "detects water")
        static let intrusion = Alarm(kind: .intrusion, title: "Alarm", says: "was set off")
        static let gas = Alarm(kind: .gas, title: "Gas", says: "detects gas")
        static let tampering = Alarm(kind: .tampering, title: "Tampering", says: "was tampered with")
        static let glassBreak = Alarm(kind: .glassBreak, title: "Broken glass", says: "detects breaking glass")
        static let heat = Alarm(kind: .heat, title: "Heat", says: "detects heat")
        static let danger = Alarm(kind: .danger, title: "Danger", says: "warns of a danger")
    }

    /// The notices that a change of the structure raises; none for nearly all changes.
    static func of(_ states: [TraitChange], _ events: [EventChange], in state: StructureState) -> [Notice] {
        var notices: [Notice] = []
        for change in states {
            if let alarm = flagAlarm(change, in: state), let device = state.device(change.path.target.deviceID) {
                notices.append(notice(alarm, device, in: state))
            }
            guard let entries = attributes[change.path.traitID], let device = state.device(change.path.target.deviceID)
            else { continue }
            for entry in entries where change.attributes[entry.attribute] == entry.value {
                guard entry.alarm.kind != .waterLeak || isLeakDetector(change.path.target, device) else { continue }
                notices.append(notice(entry.alarm, device, in: state))
            }
        }
        for event in events where event.path.traitID == Lock.id && event.event.id == Lock.alarmEvent {
            guard case .unsigned(let code)? = event.fields[0], let says = Lock.codes[code],
                let device = state.device(event.path.target.deviceID)
            else { continue }
            notices.append(
                Notice(
                    title: "Lock alarm", text: "\(device.place(in: state)): \(says)",
                    urgency: Notice.Urgency.alarm.rawValue, kind: .lockTampering, deviceID: device.id))
        }
        return notices
    }

    /// The alarm of a flag that has become true; nil for other changes.
    private static func flagAlarm(_ change: TraitChange, in state: StructureState) -> Alarm? {
        guard change.path.traitID == Flag.id, change.attributes[Flag.value] == .bool(true),
            case .string(let deviceClass)? = state.trait(change.path)?.attributes[Flag.deviceClass]
        else { return nil }
        return Flag.alarms[deviceClass]
    }

    private static func isLeakDetector(_ target: TraitTarget, _ device: DeviceRecord) -> Bool {
        device.endpoints.contains { endpoint in
            endpoint.id == target.endpoint && endpoint.deviceTypes.contains { $0.id == leakDetector }
        }
    }

    private static func notice(_ alarm: Alarm, _ device: DeviceRecord, in state: StructureState) -> Notice {
        Notice(
            title: alarm.title, text: "\(device.place(in: state)) \(alarm.says)",
            urgency: Notice.Urgency.alarm.rawValue, kind: alarm.kind, deviceID: device.id)
    }
}
