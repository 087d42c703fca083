internal import HearthTraitCatalog
package import HearthTraitDescriptors

/// The camera events that one attribute or event of a trait stands for.
package struct CameraEventRule: Sendable {
    /// An attribute that changes, or an event that occurs, by its ID.
    package enum Member: Hashable, Sendable {
        case attribute(UInt32)
        case event(UInt32)

        /// nil for an attribute.
        package var eventID: UInt32? { if case .event(let id) = self { id } else { nil } }
    }

    package let trait: TraitDescriptor
    package let member: Member
    /// All camera events that the rule can lead to.
    package let events: Set<CameraEvent>
    /// The endpoints that the rule applies to; nil for all endpoints with the trait.
    var place: (@Sendable (Place) -> Bool)?
    /// The camera events of changed attributes, or of an event's fields.
    package let found: @Sendable (StructureValue) -> Set<CameraEvent>

    /// Whether the rule applies to an endpoint; nil for one that is not there any more.
    package func applies(at endpoint: Place?) -> Bool {
        guard let place else { return true }
        return endpoint.map(place) ?? false
    }
}

extension CameraEventRule {
    private typealias T = StandardTraits

    /// The only table of traits and camera events. A state that a device must have is preferred to the event of its
    /// change: with both, one alarm would be two items.
    package static let all: [CameraEventRule] = [
        CameraEventRule(
            trait: T.matterOccupancySensing, member: .attribute(0), events: [.motion],
            found: { $0[0]?.integer.map { $0 & 1 } == 1 ? [.motion] : [] }),
        CameraEventRule(
            trait: T.matterSmokeCoAlarm, member: .attribute(1), events: [.smokeAlarm],
            found: { isAlarm($0[1]) ? [.smokeAlarm] : [] }),
        CameraEventRule(
            trait: T.matterSmokeCoAlarm, member: .attribute(2), events: [.coAlarm],
            found: { isAlarm($0[2]) ? [.coAlarm] : [] }),
        CameraEventRule(
            trait: T.googleDoorbellPress, member: .event(0), events: [.doorbell], found: { _ in [.doorbell] }),
        // A doorbell with both traits reports each press twice.
        CameraEventRule(
            trait: T.matterSwitch, member: .event(1), events: [.doorbell],
            place: { $0.isDoorbell && !$0.has(T.googleDoorbellPress) }, found: { _ in [.doorbell] }),
        CameraEventRule(
            trait: T.matterClosureControl, member: .event(3), events: [.garageDoorOpened, .garageDoorClosed],
            found: { door(isClosed: $0[0]?.bool) }),
        CameraEventRule(
            trait: T.matterBooleanState, member: .attribute(0), events: [.garageDoorOpened, .garageDoorClosed],
            place: { $0.watchesGarageDoor }, found: { door(isClosed: $0[0]?.bool) }),
        CameraEventRule(
            trait: T.hearthProjectSecuritySystem, member: .attribute(0), events: [.securityAlarm],
            found: { $0[0]?.integer == 4 ? [.securityAlarm] : [] }),
        CameraEventRule(
            trait: T.googleObjectDetection, member: .event(0),
            events: [.familiarFace, .unfamiliarFace, .person, .packageDelivered, .animal, .vehicle],
            found: { detected($0[1]) }),
        // Sound detection of cameras with ONVIF, and of sensors in other ecosystems.
        CameraEventRule(
            trait: T.hearthProjectFlag, member: .attribute(0), events: [.sound], place: { $0.flagClass == "sound" },
            found: { $0[0]?.bool == true ? [.sound] : [] }),
        CameraEventRule(
            trait: T.matterAmbientContextSensing, member: .attribute(2), events: [.sound],
            found: { $0[2]?.bool == true ? [.sound] : [] }),
    ]

    private static let byTrait = Dictionary(grouping: all) { $0.trait.id }

    /// The rules of a trait.
    package static func of(_ traitID: UInt32) -> [CameraEventRule] { byTrait[traitID] ?? [] }

    private static func isAlarm(_ state: TraitValue?) -> Bool {
        state?.integer.map { (1...2).contains($0) } ?? false
    }

    private static func door(isClosed: Bool?) -> Set<CameraEvent> {
        switch isClosed {
        case true?: [.garageDoorClosed]
        case false?: [.garageDoorOpened]
        case nil: []
        }
    }

    private static let objects: [Int64: CameraEvent] = [
        1: .familiarFace, 2: .unfamiliarFace, 3: .person, 4: .packageDelivered, 5: .animal, 6: .vehicle,
    ]

    /// What ObjectDetection saw, by its counts of faces and its list of objects.
    private static func detected(_ value: TraitValue?) -> Set<CameraEvent> {
        guard case .structure(let seen)? = value else { return [] }
        var events: Set<CameraEvent> = []
        if seen[0]?.integer ?? 0 > 0 { events.insert(.unfamiliarFace) }
        if seen[3]?.integer ?? 0 > 0 || seen[1]?.list?.isEmpty == false { events.insert(.familiarFace) }
        for case .structure(let object) in seen[4]?.list ?? [] {
            if let event = object[0]?.integer.flatMap({ objects[$0] }) { events.insert(event) }
        }
        return events
    }
}

extension CameraEventRule {
    /// An endpoint of a device, as far as rules depend on it.
    package struct Place: Sendable {
        private let deviceTypes: Set<UInt32>
        private let traitIDs: Set<UInt32>
        /// Whether people set that its contact sensor watches a garage door.
        fileprivate let watchesGarageDoor: Bool
        /// What its Flag says, as a device class; nil without one.
        fileprivate let flagClass: String?

        /// Creates a place.
        ///
        /// - Parameter flag: the attributes of its Flag; called only if it has one.
        package init(
            deviceTypes: some Sequence<UInt32>, traitIDs: some Sequence<UInt32>, watchesGarageDoor: Bool,
            flag: (TraitDescriptor) -> StructureValue?
        ) {
            self.deviceTypes = Set(deviceTypes)
            self.traitIDs = Set(traitIDs)
            self.watchesGarageDoor = watchesGarageDoor
            let trait = T.hearthProjectFlag
            let deviceClass = self.traitIDs.contains(trait.id) ? flag(trait)?[1] : nil
            if case .string(let text)? = deviceClass { flagClass = text } else { flagClass = nil }
        }

        fileprivate func has(_ trait: TraitDescriptor) -> Bool { traitIDs.contains(trait.id) }

        /// Whether it has the button of a doorbell.
        fileprivate var isDoorbell: Bool {
            [T.doorbellDeviceType, T.audioDoorbellDeviceType, T.googleDoorbellDeviceType]
                .contains { deviceTypes.contains($0.id) }
        }
    }

    /// The camera events of changed attributes, or of an event's fields.
    ///
    /// - Parameters:
    ///   - eventID: the event; nil for changed attributes.
    ///   - traitID: the trait that changed or has the event.
    ///   - place: the endpoint; nil for one that is not there any more.
    ///   - values: the changed attributes or the fields. Called only if a rule needs them.
    package static func events(
        ofEvent eventID: UInt32? = nil, _ traitID: UInt32, at place: @autoclosure () -> Place?,
        _ values: (TraitDescriptor) -> StructureValue?
    ) -> Set<CameraEvent> {
        let rules = of(traitID).filter { $0.member.eventID == eventID }
        guard let trait = rules.first?.trait, let values = values(trait) else { return [] }
        let place = place()
        return rules.reduce(into: []) { events, rule in
            if rule.applies(at: place) { events.formUnion(rule.found(values)) }
        }
    }
}
