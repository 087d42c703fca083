internal import HearthTraitCatalog
internal import HearthTraitCore

/// A yes or no that only the device changes: a contact, an occupancy sensor, a detector, an alarm or a Flag.
struct FlagConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let kind: FlagClass
    let parts: [EntityPart]

    init(_ entity: Entity, deviceClass: String) {
        key = entity.key
        kind = FlagClass.of(deviceClass)
        let (type, trait) = Self.shape(kind, deviceClass)
        parts = [EntityPart(key: key, name: entity.name, types: [type], traits: [trait])]
    }

    var entities: [String] { [key] }

    private static func shape(_ kind: FlagClass, _ deviceClass: String) -> (DeviceTypeDescriptor, TraitDraft) {
        switch kind {
        case .boolean(let type, let whenOn):
            (type, TraitDraft(T.matterBooleanState, ["stateValue": .bool(!whenOn)]))
        case .occupancy(let isInfrared):
            // OccupancySensorType is deprecated; PIR also stands for what it has no word for (Matter Application
            // Clusters 1.4, section 2.7.6.2).
            (
                T.occupancySensorDeviceType,
                TraitDraft(
                    T.matterOccupancySensing, features: isInfrared ? 0x2 : 0x1,
                    ["occupancy": 0, "occupancySensorType": 0, "occupancySensorTypeBitmap": 1])
            )
        case .smoke: (T.smokeCOAlarmDeviceType, alarm(features: 0x1, ["smokeState": 0]))
        case .carbonMonoxide: (T.smokeCOAlarmDeviceType, alarm(features: 0x2, ["coState": 0]))
        case .lowBattery, .charging, .plain:
            (
                T.hearthFlagDeviceType,
                TraitDraft(T.hearthProjectFlag, ["value": nil, "deviceClass": .text(deviceClass.prefix(bytes: 64))])
            )
        }
    }

    private static func alarm(features: UInt32, _ state: [String: PlainValue]) -> TraitDraft {
        var draft = TraitDraft(
            T.matterSmokeCoAlarm, features: features,
            [
                "expressedState": 0, "batteryAlert": 0, "testInProgress": false, "hardwareFaultAlert": false,
                "endOfServiceAlert": 0,
            ])
        draft.set(state)
        return draft
    }

    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        if case .lowBattery = kind { return flag(state) }
        if case .charging = kind { return flag(state) }
        if case .plain = kind { return flag(state) }
        guard let isOn = state.bool(.on) else { return [:] }
        switch kind {
        case .boolean(_, let whenOn):
            return [PartTrait(key, T.matterBooleanState): ["stateValue": .bool(isOn == whenOn)]]
        case .occupancy: return [PartTrait(key, T.matterOccupancySensing): ["occupancy": isOn ? 1 : 0]]
        case .smoke:
            return [PartTrait(key, T.matterSmokeCoAlarm): ["smokeState": isOn ? 2 : 0, "expressedState": isOn ? 1 : 0]]
        case .carbonMonoxide:
            return [PartTrait(key, T.matterSmokeCoAlarm): ["coState": isOn ? 2 : 0, "expressedState": isOn ? 2 : 0]]
        case .lowBattery, .charging, .plain: return [:]
        }
    }

    private func flag(_ state: EntityProperties) -> PartValues {
        guard state.knows(.on) else { return [:] }
        return [PartTrait(key, T.hearthProjectFlag): ["value": state.bool(.on).map { .bool($0) } ?? .null]]
    }

    func events(from old: EntityStates, to new: EntityStates) -> [PartEvent] {
        guard let isOn = new.of(key).bool(.on), isOn != old.of(key).bool(.on) else { return [] }
        switch kind {
        case .smoke, .carbonMonoxide:
            guard isOn else {
                return old.of(key).bool(.on) == true ? [PartEvent(key, T.matterSmokeCoAlarm, "AllClear")] : []
            }
            let name = kind == .smoke ? "SmokeAlarm" : "COAlarm"
            return [PartEvent(key, T.matterSmokeCoAlarm, name, ["alarmSeverityLevel": 2])]
        default: return []
        }
    }
}
