internal import HearthTraitCatalog
internal import HearthTraitCore

/// A lock. Codes are passed on with their command and kept nowhere.
struct LockConverter: EntityConverter {
    private typealias T = StandardTraits

    private let key: String
    private let canOpen: Bool
    private let needsCode: Bool
    let parts: [EntityPart]

    init(_ entity: Entity, canOpen: Bool, codeFormat: String?) {
        key = entity.key
        self.canOpen = canOpen
        needsCode = codeFormat != nil
        var features: UInt32 = canOpen ? 0x1000 : 0
        // Normal operation; the bits of supported modes are inverted (Matter Application Clusters 1.4, section 5.2.9.25).
        var values: [String: PlainValue] = [
            "lockState": nil, "lockType": 2, "actuatorEnabled": true, "operatingMode": 0,
            "supportedOperatingModes": 0xFFF6,
        ]
        if codeFormat != nil {
            // PIN codes with commands over the air.
            features |= 0x81
            values.merge([
                "numberOfPINUsersSupported": 0, "maxPINCodeLength": 32, "minPINCodeLength": 1,
                "wrongCodeEntryLimit": 255, "userCodeTemporaryDisableTime": 1, "requirePinforRemoteOperation": true,
            ]) { $1 }
        }
        parts = [
            EntityPart(
                key: key, name: entity.name, types: [T.doorLockDeviceType],
                traits: [TraitDraft(T.matterDoorLock, features: features, values)])
        ]
    }

    var entities: [String] { [key] }

    /// Whether a state has the word of a lock that moves, whose last state holds until it stops.
    func values(_ states: EntityStates) -> PartValues {
        let state = states.of(key)
        guard state.knows(.lockState) else { return [:] }
        let value: PlainValue
        switch state.text(.lockState) {
        case "locked": value = 1
        case "unlocked": value = 2
        case "open": value = canOpen ? 3 : 2
        case "jammed": value = 0
        case "locking", "unlocking", "opening": return [:]
        default: value = nil
        }
        return [PartTrait(key, T.matterDoorLock): ["lockState": value]]
    }

    func events(from old: EntityStates, to new: EntityStates) -> [PartEvent] {
        let (before, after) = (old.of(key).text(.lockState), new.of(key).text(.lockState))
        guard before != after, let after else { return [] }
        if after == "jammed" { return [PartEvent(key, T.matterDoorLock, "DoorLockAlarm", ["alarmCode": 0])] }
        // A first state after a start is no operation.
        guard before != nil, let operation = ["locked": 0, "unlocked": 1, "open": 4][after] else { return [] }
        return [
            PartEvent(
                key, T.matterDoorLock, "LockOperation",
                [
                    "lockOperationType": .integer(Int64(operation)), "operationSource": 0, "userIndex": nil,
                    "fabricIndex": nil, "sourceNode": nil,
                ])
        ]
    }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        let action: EntityCommand.Action
        switch call.command.name {
        case "LockDoor": action = .lock
        // With the feature Unbolt, UnlockDoor also pulls the latch (section 5.2.10.2).
        case "UnlockDoor": action = canOpen ? .open : .unlock
        case "UnboltDoor": action = .unlock
        default: throw call.unsupported
        }
        let code = try call.code("pinCode")
        guard code != nil || !needsCode else { throw TraitError(.failure, "this lock requires a PIN code") }
        return [EntityCommand(entity: key, action: action, code: code)]
    }
}
