internal import HearthBase
internal import HearthCalendar
internal import HearthEntities

/// Values that only the device changes.
struct SensorModel: ReportingModel {
    typealias State = SensorStateResponse
    static let word = "sensor"
    private static let stateClasses = WordTable([1: "measurement", 2: "total_increasing", 3: "total", 4: "measurement"])

    let listing: ListEntitiesSensorResponse
    init(_ listing: ListEntitiesSensorResponse, _ session: EntityContext) { self.listing = listing }

    /// A point in time in seconds since 1970, such as the start of the device (ESPHome documentation, "Uptime Sensor").
    private var isInstant: Bool { listing.deviceClass == "timestamp" }

    var kind: EntityKind {
        isInstant
            ? .moment(hasDate: true, hasTime: true, isSettable: false)
            : .sensor(
                deviceClass: listing.deviceClass, unit: listing.unit,
                stateClass: Self.stateClasses.word(listing.stateClass) ?? "")
    }

    func values(of state: SensorStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        guard !state.isMissing else { return [.value: .unknown] }
        guard isInstant else { return [.value: .number(of: state.value)] }
        return [.value: .word(Int64(exactly: state.value.rounded()).flatMap { MomentText.instant($0, session.zone) })]
    }
}

struct BinarySensorModel: ReportingModel {
    typealias State = BinarySensorStateResponse
    static let word = "binary_sensor"

    let listing: ListEntitiesBinarySensorResponse
    init(_ listing: ListEntitiesBinarySensorResponse, _ session: EntityContext) { self.listing = listing }

    /// A status sensor says whether the device is connected.
    var kind: EntityKind {
        .flag(deviceClass: listing.deviceClass.isEmpty && listing.isStatus ? "connectivity" : listing.deviceClass)
    }

    func values(of state: BinarySensorStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        [.on: state.isMissing ? .unknown : .bool(state.isOn)]
    }
}

struct TextSensorModel: ReportingModel {
    typealias State = TextSensorStateResponse
    static let word = "text_sensor"

    let listing: ListEntitiesTextSensorResponse
    init(_ listing: ListEntitiesTextSensorResponse, _ session: EntityContext) { self.listing = listing }

    var kind: EntityKind {
        switch listing.deviceClass {
        case "timestamp": .moment(hasDate: true, hasTime: true, isSettable: false)
        case "date": .moment(hasDate: true, hasTime: false, isSettable: false)
        default: .text(minimumLength: 0, maximumLength: 4_096, isSecret: false, isSettable: false)
        }
    }

    func values(of state: TextSensorStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        guard !state.isMissing else { return [.value: .unknown] }
        switch listing.deviceClass {
        case "timestamp":
            return [.value: .word(LocalMoment.text(of: state.value) { session.zone.secondsEastOfUTC($0) })]
        case "date":
            let date = state.value.prefix(10)
            return [.value: .word(MomentText.date(date) == nil ? nil : String(date))]
        default: return [.value: .limitedText(state.value)]
        }
    }
}

/// Events, such as those of a doorbell.
struct EventModel: EntityModel {
    static let word = "event"
    static let stateType: (any EntityMessage.Type)? = EventResponse.self

    let listing: ListEntitiesEventResponse
    private let types: [String]

    init(_ listing: ListEntitiesEventResponse, _ session: EntityContext) {
        self.listing = listing
        types = unique(listing.types)
    }

    var kind: EntityKind { .event(types: types, deviceClass: listing.deviceClass) }

    /// An event of a type that the device did not announce is dropped.
    func take(_ bytes: [UInt8], _ session: EntityContext) throws(WireFailure) -> EntityChange {
        let type = try EventResponse(reading: bytes).type
        return EntityChange(event: types.contains(type) ? type : nil)
    }
}
