internal import HearthCalendar
internal import HearthTraitDescriptors

extension GraphCheck {
    /// Checks the schedule of a starter of the structure's Time trait.
    mutating func checkSchedule(
        _ eventID: UInt32, _ parameters: StructureValue, at nodeID: UInt32, _ found: CheckedTrait
    ) {
        guard let known = TimeTrait.parameters(ofEvent: eventID) else {
            return note(
                .invalidEvent(eventID), at: nodeID, "the Time trait has no event \(eventID); choose one of 0 to 4")
        }
        for id in parameters.fields.keys.sorted() where !known.contains(id) {
            note(
                .invalidParameter(name: "\(id)", id: id), at: nodeID,
                "this event of the Time trait has no field \(id); leave it out")
        }
        guard eventID != TimeTrait.hubStarted else { return }
        let schedule: Schedule
        do throws(ScheduleError) {
            schedule = try TimeTrait.schedule(eventID, parameters)
        } catch {
            return note(.invalidSchedule, at: nodeID, error.message)
        }
        switch schedule {
        case .clock, .interval: break
        case .date:
            if schedule.next(after: moment.second, at: home.place) == nil {
                note(.comesNoMore, at: nodeID, "the date has passed; choose a later one")
            }
        case .sun, .limitedSun: checkLocation(at: nodeID)
        case .cron(let dates): check(dates, at: nodeID)
        case .sunOnDates(_, let dates), .limitedSunOnDates(_, let dates):
            checkLocation(at: nodeID)
            check(dates, at: nodeID)
        }
    }

    private mutating func checkLocation(at nodeID: UInt32) {
        if let objection = home.missingLocation { note(objection.kind, at: nodeID, objection.message) }
    }

    private mutating func check(_ dates: CronExpression, at nodeID: UInt32) {
        let today = home.place.shown(at: moment.second).date
        guard dates.nextDate(from: today) == nil else { return }
        if dates.nextDate(from: LocalDate(day: 0)) == nil {
            note(.neverHappens, at: nodeID, "no date of any year matches \(quotedBeginning(dates.text)); change it")
        } else {
            note(
                .comesNoMore, at: nodeID,
                "the last date of \(quotedBeginning(dates.text)) has passed; choose a later one")
        }
    }
}

extension TimeTrait {
    /// The ids of an event's parameters; nil if the trait has no such event.
    fileprivate static func parameters(ofEvent eventID: UInt32) -> Range<UInt32>? {
        switch eventID {
        case 0, 3: 0..<6
        case 1: 0..<2
        case 2: 0..<5
        case hubStarted: 0..<0
        default: nil
        }
    }
}
