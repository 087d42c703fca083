internal import HearthAccessories

/// What sets a trigger off, or ends what it did (HK-61).
enum TriggerEvent: Hashable, Sendable {
    /// A value is reached; any change where none is given (HK-62).
    case characteristic(CharacteristicReference, CharacteristicValue?)
    /// A range is entered.
    case threshold(CharacteristicReference, NumberRange)
    /// The clock shows something, again and again.
    case calendar(CalendarTime)
    case significantTime(SolarMoment)
    case presence(Presence)
    case location(Circle)
    /// So many seconds after the trigger was set off. Ends only.
    case duration(Double)

    /// Who comes or goes.
    struct Presence: Hashable, Sendable {
        /// HomeKit's numbers: every entry 1, every exit 2, first entry 3, last exit 4.
        let type: UInt
        /// HomeKit's numbers: the current user 1, all users of the home 2, some of them 3.
        let users: UInt
        /// The hub's id of the one user of whom it is, if that is not the current one.
        var personID: String?
    }

    /// A circle on the earth (HK-63).
    struct Circle: Hashable, Sendable {
        let latitude: Double
        let longitude: Double
        /// Metres.
        let radius: Double
        let identifier: String
        let onEntry: Bool
        let onExit: Bool
    }
}

/// What a clock shows when a calendar event happens. What is missing may be anything, but for the minute: that is 0 then.
struct CalendarTime: Hashable, Sendable {
    var month: Int?
    var day: Int?
    var hour: Int?
    var minute: Int?
}

/// Sunrise or sunset, or a time before or after it.
struct SolarMoment: Hashable, Sendable {
    let isSunrise: Bool
    /// Seconds after it; negative for before.
    let offset: Int
}

/// A time of day.
struct MinuteOfDay: Hashable, Sendable {
    let hour: Int
    let minute: Int
}

/// What has to hold so that a trigger runs its scenes (HK-64).
enum TriggerCondition: Hashable, Sendable {
    /// The time of day is before, exactly, or at or after another.
    case time(Relation, MinuteOfDay)
    /// Both ends are included; it passes midnight if the first is the later one.
    case betweenTimes(MinuteOfDay, MinuteOfDay)
    /// It is before, or at or after, the moment of this day.
    case sun(Relation, SolarMoment)
    case betweenMoments(SolarMoment, SolarMoment)
    case characteristic(CharacteristicReference, CharacteristicTest.Comparison, CharacteristicValue)
    /// Somebody is at home, or nobody is.
    case presence(TriggerEvent.Presence)
    /// Nothing that a hub can check; it is refused when a trigger is to have it.
    case refused(HMError)

    enum Relation: Hashable, Sendable, CaseIterable {
        case before
        case on
        case after
    }
}
