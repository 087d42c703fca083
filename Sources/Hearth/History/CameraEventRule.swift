internal import HearthTraitCatalog
internal import HearthTraitCore

/// The camera events that one attribute or event of a trait stands for.
struct CameraEventRule: Sendable {
    /// An attribute that changes, or an event that occurs, by its ID.
    enum Member: Hashable, Sendable {
        case attribute(UInt32)
        case event(UInt32)

        /// nil for an attribute.
        var eventID: UInt32? { if case .event(let id) = self { id } else { nil } }
    }

    let trait: TraitDescriptor
    let member: Member
    /// All camera events that the rule can lead to.
    let events: Set<CameraEvent>
    /// The endpoints that the rule applies to; nil for all endpoints with the trait.
    var place: (@Sendable (Place) -> Bool)?
    /// The camera events of changed attributes, or of an event's fields.
    let found: @Sendable (StructureValue) -> Set<CameraEvent>

    /// Whether the rule applies to an endpoint; nil for one that is not there any more.
    func applies(at endpoint: Place?) -> Bool {
        guard let place else { return true }
        return endpoint.map(place) ?? false
    }
}

extension CameraEventRule {
    private typealias T = StandardTraits

    /// The only table of traits and camera events. A state that a device must have is preferred to the event of its
    /// change: with both, one alarm would be two items.
    static let all: [CameraEventRule] = [
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
    ]

    private static let byTrait = Dictionary(grouping: all) { $0.trait.id }

    /// The rules of a trait.
    static func of(_ traitID: UInt32) -> [CameraEventRule] { byTrait[traitID] ?? [] }

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
    /// An endpoint, with what people set for its services.
    struct Place {
        let endpoint: DeviceEndpoint
        let services: [CachedServiceSetting]

        init?(_ device: CachedDevice, _ number: UInt16) {
            guard let endpoint = device.endpoints.first(where: { $0.id == number }) else { return nil }
            self.endpoint = endpoint
            services = device.services.filter { $0.endpoint == number }
        }

        func has(_ trait: TraitDescriptor) -> Bool { endpoint.traits.contains { $0.id == trait.id } }

        /// Whether it has the button of a doorbell.
        var isDoorbell: Bool {
            [T.doorbellDeviceType, T.audioDoorbellDeviceType, T.googleDoorbellDeviceType]
                .contains { endpoint.isOf($0.id) }
        }

        /// Whether people set that it watches a garage door, by the short form of HomeKit's type of service.
        var watchesGarageDoor: Bool { services.contains { $0.associatedType == "41" } }
    }
}
