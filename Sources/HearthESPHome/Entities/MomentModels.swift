internal import HearthBase
internal import HearthEntities

struct DateModel: ReportingModel {
    typealias State = DateStateResponse
    static let word = "date"
    static let settable: Set<EntityProperty> = [.value]

    let listing: ListEntitiesDateResponse
    init(_ listing: ListEntitiesDateResponse, _ session: EntityContext) { self.listing = listing }

    var kind: EntityKind { .moment(hasDate: true, hasTime: false) }

    func values(of state: DateStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        let text = state.isMissing ? nil : MomentText.date(year: state.year, month: state.month, day: state.day)
        return [.value: .word(text)]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        guard let date = MomentText.date((try command.text(.value) ?? "")[...]) else {
            throw .unsupported("the date", "is written as 2026-11-29")
        }
        return DateCommandRequest(address: listing.head.address, year: date.year, month: date.month, day: date.day)
    }
}

struct TimeModel: ReportingModel {
    typealias State = TimeStateResponse
    static let word = "time"
    static let settable: Set<EntityProperty> = [.value]

    let listing: ListEntitiesTimeResponse
    init(_ listing: ListEntitiesTimeResponse, _ session: EntityContext) { self.listing = listing }

    var kind: EntityKind { .moment(hasDate: false, hasTime: true) }

    func values(of state: TimeStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        let text =
            state.isMissing ? nil : MomentText.time(hour: state.hour, minute: state.minute, second: state.second)
        return [.value: .word(text)]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        guard let time = MomentText.time((try command.text(.value) ?? "")[...]) else {
            throw .unsupported("the time", "is written as 07:30:00")
        }
        return TimeCommandRequest(
            address: listing.head.address, hour: time.hour, minute: time.minute, second: time.second)
    }
}

/// Dates with times. The device has instants, entities have local times of the home.
struct DateTimeModel: ReportingModel {
    typealias State = DateTimeStateResponse
    static let word = "datetime"
    static let settable: Set<EntityProperty> = [.value]

    let listing: ListEntitiesDateTimeResponse
    init(_ listing: ListEntitiesDateTimeResponse, _ session: EntityContext) { self.listing = listing }

    var kind: EntityKind { .moment(hasDate: true, hasTime: true) }

    func values(of state: DateTimeStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        [.value: .word(state.isMissing ? nil : MomentText.instant(Int64(state.epoch), session.zone))]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        guard let instant = MomentText.instant(try command.text(.value) ?? "", session.zone),
            let epoch = UInt32(exactly: instant)
        else { throw .unsupported("the date and time", "is written as 2026-11-29T07:30:00, from 1970 to 2106") }
        return DateTimeCommandRequest(address: listing.head.address, epoch: epoch)
    }
}
