internal import HearthBase
package import HearthTraitCore

/// Decides which changes of a trait can be the effect of a command to it. Measurements and detections never are,
/// however soon after a command they change.
enum CommandEffects {
    static func canChange(_ attribute: AttributeDescriptor, of trait: TraitDescriptor) -> Bool {
        // Manufacturers mark measurements as quieter reported (Matter's quality Q).
        if trait.id >> 16 != 0 { return !attribute.isQuieterReported }
        return !(measured[trait.id]?.attributes.contains(attribute.id) ?? false)
    }

    static func canCause(event: UInt32, of traitID: UInt32) -> Bool {
        !(measured[traitID]?.events.contains(event) ?? false)
    }

    /// Whether a command to one of two traits of an endpoint can change the other as well: switching a light on sets
    /// its level (Matter, LevelControl: effect of On/Off commands).
    static func isOneFeature(_ trait: UInt32, _ other: UInt32) -> Bool {
        trait == other || light.contains(trait) && light.contains(other)
    }

    /// OnOff, LevelControl, ColorControl.
    private static let light: Set<UInt32> = [0x0006, 0x0008, 0x0300]

    /// The attributes and events that standard traits with commands measure or detect by themselves.
    private static let measured: [UInt32: (attributes: Set<UInt32>, events: Set<UInt32>)] = [
        // SmokeCoAlarm: smoke, carbon monoxide, battery, faults, age; not the self-test.
        0x005C: ([1, 2, 3, 6, 7, 8, 9, 10, 12], [0, 1, 2, 3, 4, 8, 9]),
        // OperationalState and that of robot vacuums: errors.
        0x0060: ([5], [0]), 0x0061: ([5], [0]),
        // ValveConfigurationAndControl: faults.
        0x0081: ([9], [1]),
        // DoorLock: the door, and alarms.
        0x0101: ([3, 4, 5, 6], [0, 1]),
        // WindowCovering: SafetyStatus.
        0x0102: ([0x1A], []),
        // Thermostat: temperatures and occupancy.
        0x0201: ([0, 1, 2], []),
    ]
}

extension StructureState {
    /// A part of a device's report, with its origin.
    package typealias ReportedPart = (change: DeviceChange, origin: ChangeOrigin)

    /// Splits a device's report into the effects of commands, by author, and the rest.
    mutating func parts(of change: DeviceChange, at time: Duration) -> [ReportedPart] {
        guard commands.hasCommands(to: change.deviceID) else { return [(change, ChangeOrigin(change.cause))] }
        guard change.cause == .device else {
            return [(change, commands.origin(of: change.cause, on: change.deviceID))]
        }
        var rest = change
        var effects: [(author: ChangeOrigin.Author, change: DeviceChange)] = []
        func place(of author: ChangeOrigin.Author) -> Int {
            if let known = effects.firstIndex(where: { $0.author == author }) { return known }
            effects.append((author, DeviceChange(deviceID: change.deviceID, cause: .device)))
            return effects.count - 1
        }
        let attributes = change.attributes.sorted {
            ($0.key.endpoint, $0.key.traitID) < ($1.key.endpoint, $1.key.traitID)
        }
        for (key, values) in attributes {
            guard let trait = providedTrait(key, of: change.deviceID) else { continue }
            let own = values.fields.filter { id, value in
                trait.attributes[id] != value
                    && trait.descriptor.attribute(id).map { CommandEffects.canChange($0, of: trait.descriptor) }
                        ?? false
            }
            guard !own.isEmpty else { continue }
            let isMovement = own.contains { id, value in
                trait.descriptor.attribute(id)?.isNumber == true && value != .null
            }
            guard let author = commands.author(of: key, on: change.deviceID, at: time, isMovement: isMovement) else {
                continue
            }
            effects[place(of: author)].change.attributes[key] = StructureValue(own)
            rest.attributes[key] = StructureValue(values.fields.filter { own[$0.key] == nil })
        }
        rest.attributes = rest.attributes.filter { !$0.value.isEmpty }
        rest.events = []
        for event in change.events {
            let key = TraitKey(endpoint: event.endpoint, traitID: event.traitID)
            if CommandEffects.canCause(event: event.eventID, of: event.traitID),
                let author = commands.author(of: key, on: change.deviceID, at: time, isMovement: false)
            {
                effects[place(of: author)].change.events.append(event)
            } else {
                rest.events.append(event)
            }
        }
        guard !effects.isEmpty else { return [(change, .device)] }
        var parts = effects.map { ReportedPart($0.change, ChangeOrigin(.device, author: $0.author)) }
        let isEmpty = rest.attributes.isEmpty && rest.events.isEmpty && rest.connectivity == nil
        // A device goes online before its other reports, and offline after them.
        if !isEmpty { parts.insert((rest, .device), at: rest.connectivity == .offline ? parts.count : 0) }
        return parts
    }

    /// A trait by its provider's endpoint number.
    private func providedTrait(_ key: TraitKey, of deviceID: String) -> DeviceTrait? {
        guard let device = devices[deviceID] else { return nil }
        return (device.bridged[key.endpoint].flatMap { devices[$0] } ?? device).traits[key]
    }
}

extension AttributeDescriptor {
    fileprivate var isNumber: Bool {
        switch field.type {
        case .unsigned, .signed, .single, .double: !field.isList
        default: false
        }
    }
}
