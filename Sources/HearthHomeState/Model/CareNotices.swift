internal import HearthBase
internal import HearthTraitCore
internal import HearthWire

/// The notices that follow from a change of the structure without an automation: batteries that are low or were replaced,
/// and what ends because its device, automation or person is gone or answers again.
enum CareNotices {
    /// Matter's PowerSource (Matter Core 1.4, section 11.7).
    private enum Battery {
        static let id: UInt32 = 0x002F
        /// In half percents.
        static let percentRemaining: UInt32 = 12
        /// 0 for OK, 1 for Warning, 2 for Critical.
        static let chargeLevel: UInt32 = 14
        static let replacementNeeded: UInt32 = 15
    }

    /// What begins and ends with a change; nothing for nearly all changes.
    static func of(
        _ states: [TraitChange], _ objects: [ObjectChange], in state: StructureState
    ) -> (begun: [Notice], ended: Set<NoticeCondition>) {
        var begun: [Notice] = []
        var ended: Set<NoticeCondition> = []
        for change in states where change.path.traitID == Battery.id {
            guard saysLevel(change.attributes), let device = state.device(change.path.target.deviceID) else { continue }
            if hasLowBattery(device) {
                if isLow(change.attributes) { begun.append(notice(device, change.path, in: state)) }
            } else if let condition = NoticeCondition(.batteryLow, subject: device.id) {
                ended.insert(condition)
            }
        }
        for object in objects { ended.formUnion(self.ended(by: object, in: state)) }
        return (begun, ended)
    }

    /// Whether a report says something about the level, and not only about the charge in percent.
    private static func saysLevel(_ attributes: StructureValue) -> Bool {
        attributes[Battery.chargeLevel] != nil || attributes[Battery.replacementNeeded] != nil
    }

    private static func isLow(_ attributes: StructureValue) -> Bool {
        if case .unsigned(let level)? = attributes[Battery.chargeLevel], level >= 1 { return true }
        return attributes[Battery.replacementNeeded] == .bool(true)
    }

    /// A device may have several batteries.
    private static func hasLowBattery(_ device: DeviceRecord) -> Bool {
        device.traits.contains { $0.key.traitID == Battery.id && isLow($0.value.attributes) }
    }

    private static func notice(_ device: DeviceRecord, _ path: TraitPath, in state: StructureState) -> Notice {
        var charge = ""
        if case .unsigned(let half)? = state.trait(path)?.attributes[Battery.percentRemaining] {
            charge = ", \(half / 2) % left"
        }
        return Notice(
            title: "Low battery", text: "\(device.place(in: state)) has a low battery\(charge)",
            urgency: Notice.warning, kind: .batteryLow, deviceID: device.id)
    }

    private static func ended(by object: ObjectChange, in state: StructureState) -> [NoticeCondition] {
        let conditions: [NoticeCondition?] =
            switch object {
            case .device(let device):
                state.device(device.id)?.isReachable == true ? [NoticeCondition(.unreachable, subject: device.id)] : []
            case .removedDeviceID(let id):
                [NoticeCondition(.unreachable, subject: id), NoticeCondition(.batteryLow, subject: id)]
            case .removedAutomationID(let id): [NoticeCondition(.automationFailed, subject: id)]
            case .removedPersonID(let id): [NoticeCondition(.personJoined, subject: id)]
            default: []
            }
        return conditions.compactMap { $0 }
    }
}

extension Notice {
    /// The longest reason in a text, in Unicode scalars.
    private static let longestReason = 200

    /// The notice that the last two runs of an automation have failed.
    ///
    /// - Parameter reason: why the second did, as a clause.
    package static func automationFailed(
        _ id: String, because reason: String, in state: StructureState
    ) -> Notice {
        let reason = String(String.UnicodeScalarView(reason.unicodeScalars.prefix(longestReason)))
        return Notice(
            title: "Automation failed twice",
            text: "\(state.automations[id]?.message.name ?? id): \(reason)", urgency: warning,
            kind: .automationFailed, automationID: id)
    }

    /// The notice that a person has joined.
    package static func joined(_ person: PersonRecord) -> Notice {
        Notice(
            title: "New person", text: "\(person.name) has joined as \(person.role.withArticle)",
            urgency: Urgency.information.rawValue, kind: .personJoined, personID: person.id)
    }

    /// The notice that devices have been unreachable for an hour.
    ///
    /// - Parameter devices: at least one, the first of which stands for all.
    package static func unreachable(_ devices: [DeviceRecord], in state: StructureState) -> Notice {
        let named = devices.prefix(3).map { $0.place(in: state) }.joined(separator: ", ")
        let more = devices.count > 3 ? " and \(devices.count - 3) more" : ""
        return Notice(
            title: devices.count == 1 ? "Device unreachable" : "Devices unreachable",
            text: "\(named)\(more): no answer for an hour", urgency: warning, kind: .unreachable,
            deviceID: devices.first?.id)
    }
}

extension DeviceRecord {
    /// Its name with its room, for people: "Lamp (Kitchen)".
    func place(in state: StructureState) -> String {
        guard let room = roomID.flatMap({ state.room($0) }) else { return name }
        return "\(name) (\(room.name))"
    }
}
