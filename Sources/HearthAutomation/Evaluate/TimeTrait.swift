internal import HearthCalendar
internal import HearthTraitDescriptors

/// Google's Time trait of a structure, as the engine provides it: its attributes are computed from the clock at each
/// moment, and its events are schedules.
package enum TimeTrait {
    package static let id: UInt32 = 0x6006_FC05

    package enum Attribute {
        package static let currentTime: UInt32 = 0
        package static let sunrise: UInt32 = 1
        package static let sunset: UInt32 = 2
        package static let missingLocation: UInt32 = 3
        package static let dayOfWeek: UInt32 = 4
        package static let currentDate: UInt32 = 5
    }

    package enum Event {
        package static let scheduled: UInt32 = 0
        package static let recurringClockTime: UInt32 = 1
        package static let recurringSolarTime: UInt32 = 2
        package static let date: UInt32 = 3
    }

    /// The event at a start of the hub. It has no schedule.
    static let hubStarted: UInt32 = 4

    /// The attributes at an instant since 1970, with times rounded down to the minute.
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

    /// Whether a value is a time of day: a structure of hours and minutes only.
    static func isTimeOfDay(_ value: TraitValue) -> Bool {
        guard case .structure(let fields) = value else { return false }
        return fields.fields.count == 2 && fields[0] != nil && fields[1] != nil
    }

    /// The sun time that a path of fields names; nil for other paths.
    static func sunTime(_ path: [UInt32]) -> SunTime? {
        switch path {
        case [Attribute.sunrise]: .sunrise
        case [Attribute.sunset]: .sunset
        default: nil
        }
    }

    // MARK: Schedules

    /// The schedule of a starter for one of the trait's events.
    ///
    /// - Throws: ``ScheduleError`` if the parameters are invalid.
    static func schedule(_ eventID: UInt32, _ parameters: StructureValue) throws(ScheduleError) -> Schedule {
        switch eventID {
        case Event.scheduled:
            let days = try weekdays(parameters[2])
            switch (parameters[0], parameters[1]) {
            case (let time?, nil): return .clock(try wallTime(time), on: days)
            case (nil, let time?):
                let limited = try limited(try solarTime(time), parameters, from: 3)
                return limited.map { .limitedSun($0, on: days) } ?? .sun(try solarTime(time), on: days)
            default: throw ScheduleError("give clockTime or solarTime, and not both")
            }
        case Event.recurringClockTime: return .cron(try cron(parameters[1]))
        case Event.recurringSolarTime:
            guard let time = parameters[0] else { throw ScheduleError("solarTime is missing") }
            let dates = try cron(parameters[1])
            let limited = try limited(try solarTime(time), parameters, from: 2)
            return limited.map { .limitedSunOnDates($0, dates) } ?? .sunOnDates(try solarTime(time), dates)
        case Event.date: return try date(parameters)
        default: throw ScheduleError("the Time trait has no event \(eventID)")
        }
    }

    /// A sun time with limits, whose three parameters begin at `id`; nil if it has no limits.
    private static func limited(
        _ time: SolarTime, _ parameters: StructureValue, from id: UInt32
    ) throws(ScheduleError) -> LimitedSolarTime? {
        var times: [WallTime?] = []
        for value in [parameters[id], parameters[id + 1], parameters[id + 2]] {
            guard let value else {
                times.append(nil)
                continue
            }
            times.append(try wallTime(value))
        }
        guard times.contains(where: { $0 != nil }) else { return nil }
        guard let limited = LimitedSolarTime(time, earliest: times[0], latest: times[1], otherwise: times[2]) else {
            throw ScheduleError("the earliest time is after the latest; swap them")
        }
        return limited
    }

    /// The schedule of a date, with an optional interval at which it repeats.
    private static func date(_ parameters: StructureValue) throws(ScheduleError) -> Schedule {
        func number(_ id: UInt32) -> Int? { parameters[id]?.integer.flatMap(Int.init(exactly:)) }
        guard let year = number(0), (1...9_999).contains(year), let month = number(1), let day = number(2),
            let date = LocalDate(year: year, month: month, dayOfMonth: day)
        else { throw ScheduleError("year, month and day are not a valid date") }
        guard let value = parameters[3] else { throw ScheduleError("clockTime is missing") }
        let time = try wallTime(value)
        guard parameters[4] != nil || parameters[5] != nil else { return .date(date, time) }
        let units: [Int64: ScheduleInterval.Unit] = [1: .minute, 2: .hour, 3: .day, 4: .week]
        guard let count = parameters[4]?.integer, let unit = parameters[5]?.integer.flatMap({ units[$0] }),
            let interval = ScheduleInterval(count, unit)
        else { throw ScheduleError("interval needs a number from 1 to 100000, and a unit") }
        return .interval(from: date, time, every: interval)
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

    /// The days of a list; all days if there is no list.
    private static func weekdays(_ value: TraitValue?) throws(ScheduleError) -> Set<Weekday> {
        guard let value else { return Set(Weekday.allCases) }
        guard case .list(let items) = value else { throw ScheduleError("daysOfWeek is a list") }
        var days: Set<Weekday> = []
        for item in items {
            guard case .unsigned(let number) = item, let number = Int(exactly: number),
                let day = Weekday(quartzNumber: number)
            else { throw ScheduleError("daysOfWeek has an item that is not a day") }
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

/// An error in the parameters of a schedule.
struct ScheduleError: Error, Hashable {
    let message: String

    init(_ message: String) { self.message = message }
}
