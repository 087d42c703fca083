internal import HearthAutomation
internal import HearthTraitDescriptors

/// A time of day, written as "22:00" and stored as in the Time trait.
struct TextTime: Hashable {
    let hours: UInt64
    let minutes: UInt64

    init?(hours: UInt64, minutes: UInt64) {
        guard hours < 24, minutes < 60 else { return nil }
        self.hours = hours
        self.minutes = minutes
    }

    /// nil unless the structure is exactly a time of day.
    init?(_ value: StructureValue) {
        guard value.fields.count == 2, case .unsigned(let hours)? = value[0], case .unsigned(let minutes)? = value[1]
        else { return nil }
        self.init(hours: hours, minutes: minutes)
    }

    var value: StructureValue { [0: .unsigned(hours), 1: .unsigned(minutes)] }
    var text: String { "\(hours):\(minutes < 10 ? "0" : "")\(minutes)" }
}

/// The text of a starter for a time, such as "every monday at 22:00" or "every day 30 min before sunset". Other
/// starters of the Time trait are written as events.
struct TextSchedule: Hashable {
    /// A time by the clock, by the sun or by a cron expression.
    enum Time: Hashable {
        case clock(TextTime)
        /// `type` is the number of sunrise or sunset; no offset and an offset of zero are different values.
        case sun(type: UInt64, offset: Int64?)
        case cron(String)
    }

    /// The days by number, in written order; nil for every day.
    let days: [UInt64]?
    let time: Time

    init(days: [UInt64]?, time: Time) {
        self.days = days
        self.time = time
    }

    /// nil for a starter that this form can't express.
    init?(_ starter: Starter, _ names: AutomationNames) {
        guard starter.trait == Self.trait(names), starter.becomes == nil, starter.causes.isEmpty else { return nil }
        switch (starter.eventID, starter.parameters.fields) {
        case (TimeTrait.Event.scheduled, var fields):
            var days: [UInt64]?
            if let value = fields.removeValue(forKey: 2) {
                guard let list = value.list, !list.isEmpty else { return nil }
                days = list.compactMap { item in
                    guard case .unsigned(let day) = item, (1...7).contains(day) else { return nil }
                    return day
                }
                guard days?.count == list.count else { return nil }
            }
            guard fields.count == 1 else { return nil }
            if case .structure(let value)? = fields[0], let time = TextTime(value) {
                self.init(days: days, time: .clock(time))
            } else if case .structure(let value)? = fields[1], let time = Self.sun(value) {
                self.init(days: days, time: time)
            } else {
                return nil
            }
        case (TimeTrait.Event.recurringClockTime, let fields):
            guard fields.count == 1, let text = fields[1]?.string else { return nil }
            self.init(days: nil, time: .cron(text))
        default: return nil
        }
    }

    private static func sun(_ value: StructureValue) -> Time? {
        guard case .unsigned(let type)? = value[0], type == 1 || type == 2 else { return nil }
        switch (value.fields.count, value[1]) {
        case (1, _): return .sun(type: type, offset: nil)
        case (2, .signed(let offset)?): return .sun(type: type, offset: offset)
        default: return nil
        }
    }

    private static func trait(_ names: AutomationNames) -> TraitReference {
        TraitReference(TraitTarget(deviceID: names.structureID, endpoint: 0), traitID: TimeTrait.id)
    }

    func starter(_ names: AutomationNames) -> Starter {
        var parameters: StructureValue = [:]
        if let days { parameters[2] = .list(days.map { .unsigned($0) }) }
        switch time {
        case .clock(let time): parameters[0] = .structure(time.value)
        case .sun(let type, let offset):
            var value: StructureValue = [0: .unsigned(type)]
            if let offset { value[1] = .signed(offset) }
            parameters[1] = .structure(value)
        case .cron(let text):
            return Starter(
                Self.trait(names), eventID: TimeTrait.Event.recurringClockTime, parameters: [1: .string(text)])
        }
        return Starter(Self.trait(names), eventID: TimeTrait.Event.scheduled, parameters: parameters)
    }

    var text: String {
        let words = days.map { days in
            days.map { day in TextWords.days.first { $0.day == day }?.word ?? "day" }.joined(separator: ", ")
        }
        let every = "every \(words ?? "day")"
        switch time {
        case .clock(let time): return "\(every) at \(time.text)"
        case .cron(let text): return "every time of \(TextScanner.quote(text))"
        case .sun(let type, let offset):
            let event = type == 1 ? "sunrise" : "sunset"
            guard let offset else { return "\(every) at \(event)" }
            let span = TextScanner.span(.seconds(Int64(clamping: offset.magnitude)))
            // The only offset without a positive counterpart.
            if offset == .min { return "\(every) \(TextScanner.span(.seconds(offset))) after \(event)" }
            return "\(every) \(span) \(offset < 0 ? "before" : "after") \(event)"
        }
    }
}
