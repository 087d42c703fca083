internal import HearthTraitCore

/// A type of event that Google's history has for cameras. Here all devices have them, by ``CameraEventRule``.
///
/// The cases and their numbers are those of `CameraHistory.EventType`.
enum CameraEvent: UInt64, CaseIterable, Hashable, Sendable {
    case motion = 1
    case person = 2
    case doorbell = 3
    case packageDelivered = 4
    case packageRetrieved = 5
    case packageInTransit = 6
    case animal = 7
    case vehicle = 8
    case smokeAlarm = 9
    case coAlarm = 10
    case dogBark = 11
    case personTalking = 12
    case glassBreak = 13
    case garageDoorOpened = 14
    case garageDoorClosed = 15
    case sound = 16
    case securityAlarm = 17
    case recordingSmokeAlarm = 18
    case recordingCoAlarm = 19
    case familiarFace = 20
    case unfamiliarFace = 21

    /// The name that queries take, in the form of Google's sample app: "EVENT_TYPE_GARAGE_DOOR_OPENED".
    var name: String {
        "\(self)".reduce(into: "EVENT_TYPE_") { name, letter in
            if letter.isUppercase { name += "_" }
            name += letter.uppercased()
        }
    }
}

extension CameraEvent {
    /// The camera events that changed attributes stand for.
    static func of(_ change: HomeReport.TraitChange, _ home: CachedHome) -> Set<CameraEvent> {
        guard let bytes = change.attributes else { return [] }
        let rules = CameraEventRule.of(change.path.traitID).filter { $0.member.eventID == nil }
        return of(rules, at: change.path.target, home) { try? $0.decodeAttributes(bytes.span.bytes) }
    }

    /// The camera events that an event stands for.
    static func of(_ event: HomeReport.EventOccurrence, _ home: CachedHome) -> Set<CameraEvent> {
        let rules = CameraEventRule.of(event.path.traitID).filter { $0.member.eventID == event.eventID }
        return of(rules, at: event.path.target, home) { trait in
            guard let type = trait.event(event.eventID) else { return nil }
            return try? trait.decodeEvent(type, event.payload.span.bytes)
        }
    }

    private static func of(
        _ rules: [CameraEventRule], at target: TraitTarget, _ home: CachedHome,
        _ decode: (TraitDescriptor) -> StructureValue?
    ) -> Set<CameraEvent> {
        guard let trait = rules.first?.trait, let values = decode(trait) else { return [] }
        let place = home.devices[target.deviceID].flatMap { CameraEventRule.Place($0, target.endpoint) }
        return rules.reduce(into: []) { events, rule in
            if rule.applies(at: place) { events.formUnion(rule.found(values)) }
        }
    }

    /// The camera events that the devices of a structure can have.
    static func possible(in structureID: String, _ home: CachedHome) -> Set<CameraEvent> {
        var events: Set<CameraEvent> = []
        for device in home.devices.values where device.structureID == structureID {
            for endpoint in device.endpoints {
                let place = CameraEventRule.Place(device, endpoint.id)
                let rules = endpoint.traits.flatMap { CameraEventRule.of($0.id) }
                for rule in rules where rule.applies(at: place) { events.formUnion(rule.events) }
            }
        }
        return events
    }
}
