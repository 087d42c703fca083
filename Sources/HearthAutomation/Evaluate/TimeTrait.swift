internal import HearthCalendar
internal import HearthTraitModel

/// Google's Time trait of a structure, as the engine knows it: its attributes are what the clock shows at the very
/// moment, and its events are times to wait for.
enum TimeTrait {
    static let id: UInt32 = 0x6006_FC05

    enum Attribute {
        static let currentTime: UInt32 = 0
        static let sunrise: UInt32 = 1
        static let sunset: UInt32 = 2
        static let missingLocation: UInt32 = 3
        static let dayOfWeek: UInt32 = 4
        static let currentDate: UInt32 = 5
    }

    enum Event {
        static let scheduled: UInt32 = 0
        static let recurringClockTime: UInt32 = 1
        static let recurringSolarTime: UInt32 = 2
    }

    /// The attributes at an instant. Times are rounded down to the minute (AU-45).
    static func attributes(at instant: Int64, _ place: SchedulePlace) -> StructureValue {
        let shown = place.shown(at: instant)
        let (year, month, day) = shown.date.parts
        var attributes: StructureValue = [
            Attribute.currentTime: timeOfDay(shown.second),
            Attribute.missingLocation: .bool(place.sun == nil),
            Attribute.dayOfWeek: .unsigned(UInt64(shown.date.weekday.quartzNumber)),
            Attribute.currentDate: .structure([
                0: .signed(Int64(year)), 1: .unsigned(UInt64(month)), 2: .unsigned(UInt64(day)),
            ]),
        ]
        attributes[Attribute.sunrise] = shown.sunrise.map(timeOfDay)
        attributes[Attribute.sunset] = shown.sunset.map(timeOfDay)
        return attributes
    }

    private static func timeOfDay(_ second: Int64) -> TraitValue {
        .structure([0: .unsigned(UInt64(second / 3_600)), 1: .unsigned(UInt64(second / 60 % 60))])
    }

    /// Whether a value is a time of day: hours and minutes, and nothing else.
    static func isTimeOfDay(_ value: TraitValue) -> Bool {
        guard case .structure(let fields) = value else { return false }
        return fields.fields.count == 2 && fields[0] != nil && fields[1] != nil
    }

    /// Which time of the sun a field is.
    static func sunTime(_ path: [UInt32]) -> SunTime? {
        switch path {
        case [Attribute.sunrise]: .sunrise
        case [Attribute.sunset]: .sunset
        default: nil
        }
    }

    // MARK: Times to wait for

    /// What a starter of one of the trait's events waits for.
    ///
    /// - Throws: ``ScheduleError`` with what is wrong with its parameters.
    static func schedule(_ eventID: UInt32, _ parameters: StructureValue) throws(ScheduleError) -> Schedule {
        switch eventID {
        case Event.scheduled:
            let days = try weekdays(parameters[2])
            switch (parameters[0], parameters[1]) {
            case (let time?, nil): return .clock(try wallTime(time), on: days)
            case (nil, let time?): return .sun(try solarTime(time), on: days)
            default: throw ScheduleError("give clockTime or solarTime, and not both")
            }
        case Event.recurringClockTime: return .cron(try cron(parameters[1]))
        case Event.recurringSolarTime:
            guard let time = parameters[0] else { throw ScheduleError("solarTime is missing") }
            return .sunOnDates(try solarTime(time), try cron(parameters[1]))
        default: throw ScheduleError("the Time trait has no event \(eventID)")
        }
    }

    private static func wallTime(_ value: TraitValue) throws(ScheduleError) -> WallTime {
        guard case .structure(let fields) = value, case .unsigned(let hours)? = fields[0],
            let hour = Int(exactly: hours),
            case .unsigned(let minutes) = fields[1] ?? .unsigned(0),
            let minute = Int(exactly: minutes), let time = WallTime(hour: hour, minute: minute)
        else { throw ScheduleError("clockTime needs hours from 0 to 23 and minutes from 0 to 59") }
        return time
    }

    private static func solarTime(_ value: TraitValue) throws(ScheduleError) -> SolarTime {
        guard case .structure(let fields) = value, case .unsigned(let type)? = fields[0], type == 1 || type == 2 else {
            throw ScheduleError("solarTime needs a type, sunrise or sunset")
        }
        var offset: Int64 = 0
        if let value = fields[1] {
            guard case .signed(let seconds) = value else { throw ScheduleError("solarTime's offset is in seconds") }
            offset = seconds
        }
        guard let time = SolarTime(type == 1 ? .sunrise : .sunset, offset: offset) else {
            throw ScheduleError("solarTime's offset is \(offset) s; at most a day before or after is possible")
        }
        return time
    }

    /// No list is every day (AU-27).
    private static func weekdays(_ value: TraitValue?) throws(ScheduleError) -> Set<Weekday> {
        guard let value else { return Set(Weekday.allCases) }
        guard case .list(let items) = value else { throw ScheduleError("daysOfWeek is a list") }
        var days: Set<Weekday> = []
        for item in items {
            guard case .unsigned(let number) = item, let number = Int(exactly: number),
                let day = Weekday(quartzNumber: number)
            else { throw ScheduleError("daysOfWeek has an item that is no day") }
            days.insert(day)
        }
        guard !days.isEmpty else { throw ScheduleError("daysOfWeek is empty; leave it out for every day") }
        return days
    }

    private static func cron(_ value: TraitValue?) throws(ScheduleError) -> CronExpression {
        guard case .string(let text)? = value else { throw ScheduleError("cronExpression is missing") }
        do {
            return try CronExpression(text)
        } catch {
            throw ScheduleError("\(error)")
        }
    }
}

/// What is wrong with the times that a starter waits for.
struct ScheduleError: Error, Hashable {
    let message: String

    init(_ message: String) { self.message = message }
}
