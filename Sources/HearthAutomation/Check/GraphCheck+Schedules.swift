internal import HearthCalendar
internal import HearthTraitModel

extension GraphCheck {
    /// The times that a starter of the structure's Time trait waits for.
    mutating func checkSchedule(
        _ eventID: UInt32, _ parameters: StructureValue, at nodeID: UInt32, _ found: CheckedTrait
    ) {
        guard let known = TimeTrait.parameters(ofEvent: eventID) else {
            return note(.invalidEvent(eventID), at: nodeID, "the Time trait has no event \(eventID); choose 0, 1 or 2")
        }
        for id in parameters.fields.keys.sorted() where !known.contains(id) {
            note(
                .invalidParameter(name: "\(id)", id: id), at: nodeID,
                "this event of the Time trait has no field \(id); leave it out")
        }
        let schedule: Schedule
        do throws(ScheduleError) {
            schedule = try TimeTrait.schedule(eventID, parameters)
        } catch {
            return note(.invalidSchedule, at: nodeID, error.message)
        }
        switch schedule {
        case .clock, .date: break
        case .sun: checkLocation(at: nodeID)
        case .cron(let dates): check(dates, at: nodeID)
        case .sunOnDates(_, let dates):
            checkLocation(at: nodeID)
            check(dates, at: nodeID)
        }
    }

    /// Something asks for the sun.
    mutating func checkLocation(at nodeID: UInt32) {
        guard home.place.sun == nil else { return }
        let structure = quoted(home.name(ofObject: home.id) ?? home.id)
        note(
            .missingLocation, at: nodeID,
            "sunrise and sunset need to know where \(structure) is; set its location, or choose a time by the clock")
    }

    private mutating func check(_ dates: CronExpression, at nodeID: UInt32) {
        let today = home.place.shown(at: moment.second).date
        guard dates.nextDate(from: today) == nil else { return }
        if dates.nextDate(from: LocalDate(day: 0)) == nil {
            note(.neverHappens, at: nodeID, "no year has a date as in \(quoted(dates.text)); choose one that comes")
        } else {
            note(.comesNoMore, at: nodeID, "the last date of \(quoted(dates.text)) has passed; choose one that comes")
        }
    }
}

extension TimeTrait {
    /// The ids of what the events of the trait can be asked for; nil for an event that it has not.
    fileprivate static func parameters(ofEvent eventID: UInt32) -> ClosedRange<UInt32>? {
        switch eventID {
        case 0: 0...2
        case 1, 2: 0...1
        default: nil
        }
    }
}
